package org.thetisdb.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** A text file of the project, by its path below the project. */
record SourceFile(String path, List<String> lines) {
    private static final Set<String> LEFT_OUT = Set.of("target", "build", ".git", ".idea", ".vscode");
    private static final List<String> ENDINGS = List.of(
            ".java",
            ".md",
            ".xml",
            ".json",
            ".feature",
            ".test",
            ".txt",
            ".sh",
            ".yml",
            ".yaml",
            ".properties",
            ".cypher");
    private static final Set<String> NAMES = Set.of("thetis", "run", ".gitignore", "LICENSE");

    static List<SourceFile> below(Path project) {
        List<SourceFile> files = new ArrayList<>();
        try {
            Files.walkFileTree(project, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return LEFT_OUT.contains(folder.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    String name = file.getFileName().toString();
                    if (NAMES.contains(name) || ENDINGS.stream().anyMatch(name::endsWith)) {
                        files.add(new SourceFile(
                                project.relativize(file).toString().replace('\\', '/'), Files.readAllLines(file)));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Collections.unmodifiableList(files);
    }

    boolean isJava() {
        return path.endsWith(".java");
    }

    boolean isMainJava() {
        return isJava() && path.contains("/src/main/java/");
    }

    boolean isMarkdown() {
        return path.endsWith(".md");
    }

    /** The module's folder, or an empty text for files outside the modules. */
    String module() {
        String[] parts = path.split("/");
        return parts.length > 2 && parts[0].equals("modules") ? parts[1] : "";
    }

    /** Whether it is of the project's own modules, and not of an example. */
    boolean isInModule() {
        return !module().isEmpty();
    }

    /** A line without the contents of its strings, its character literals and what follows {@code //}. */
    static String code(String line) {
        StringBuilder code = new StringBuilder();
        char quote = 0;
        for (int index = 0; index < line.length(); index++) {
            char unit = line.charAt(index);
            if (quote != 0) {
                if (unit == '\\') {
                    index++;
                } else if (unit == quote) {
                    quote = 0;
                }
            } else if (unit == '"' || unit == '\'') {
                quote = unit;
            } else if (unit == '/' && line.startsWith("//", index)) {
                break;
            } else {
                code.append(unit);
            }
        }
        String text = code.toString();
        String start = text.strip();
        return start.startsWith("*") || start.startsWith("/*") ? "" : text;
    }
}
