package org.thetisdb.value.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A text file of cases. A case is a paragraph: its title, if the first line is {@code ## title}; the lines of the
 * input; then the lines of the output, each after {@code =>}. Other lines that begin with {@code #} are comments.
 *
 * <pre>
 *   ## A misspelt keyword
 *   MATCH (n) RETRUN n
 *   => THETIS-1001: unexpected `RETRUN`; did you mean `RETURN`?
 *   => 1 | MATCH (n) RETRUN n
 *   =>   |           ^
 * </pre>
 */
public final class TextCases {
    private static final String MARK = "=>";
    private static final String TITLE = "## ";

    private final Path file;
    private final List<String> lines;
    private final List<TextCase> cases = new ArrayList<>();

    /**
     * One case.
     *
     * @param input without the marks of remarks and title
     * @param expected the lines of the output
     * @param line of the input, from 1
     * @param outputLine where the output begins, or would
     */
    public record TextCase(Optional<String> title, String input, List<String> expected, int line, int outputLine) {}

    private TextCases(Path file, List<String> lines) {
        this.file = file;
        this.lines = lines;
        int begin = 0;
        for (int index = 0; index <= lines.size(); index++) {
            if (index == lines.size() || lines.get(index).isBlank()) {
                addParagraph(begin, index);
                begin = index + 1;
            }
        }
    }

    private void addParagraph(int begin, int end) {
        Optional<String> title = Optional.empty();
        List<String> input = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        int first = begin;
        int output = end;
        for (int index = begin; index < end; index++) {
            String line = lines.get(index);
            if (line.startsWith(MARK)) {
                output = Math.min(output, index);
                expected.add(line.substring(Math.min(line.length(), MARK.length() + 1)));
            } else if (line.startsWith(TITLE)) {
                title = Optional.of(line.substring(TITLE.length()).strip());
            } else if (!line.startsWith("#")) {
                if (!expected.isEmpty()) {
                    throw new IllegalArgumentException("an input behind its output: " + file + ":" + (index + 1));
                }
                first = input.isEmpty() ? index : first;
                input.add(line);
            }
        }
        if (!input.isEmpty()) {
            cases.add(new TextCase(title, String.join("\n", input), List.copyOf(expected), first + 1, output + 1));
        }
    }

    /**
     * Reads a file of the project.
     *
     * @param path below the project's folder
     */
    public static TextCases read(String path) {
        return read(project().resolve(path));
    }

    public static TextCases read(Path file) {
        try {
            return new TextCases(file, Files.readAllLines(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** All files of cases in a folder of the project, by name. */
    public static List<TextCases> readFolder(String path) {
        try (Stream<Path> files = Files.list(project().resolve(path))) {
            return files.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .map(TextCases::read)
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public Path file() {
        return file;
    }

    public List<TextCase> cases() {
        return List.copyOf(cases);
    }

    /** Rewrites the file, each case with another output. */
    public void write(List<List<String>> outputs) {
        write(outputs.stream().map(each -> List.<String>of()).toList(), outputs);
    }

    /**
     * Rewrites the file, each case with another output.
     *
     * @param remarks for each case, further lines that come before its output
     */
    public void write(List<List<String>> remarks, List<List<String>> outputs) {
        List<String> written = new ArrayList<>();
        int from = 0;
        for (int index = 0; index < cases.size(); index++) {
            TextCase each = cases.get(index);
            written.addAll(lines.subList(from, each.outputLine() - 1));
            written.addAll(remarks.get(index));
            outputs.get(index).forEach(line -> written.add(line.isEmpty() ? MARK : MARK + " " + line));
            from = each.outputLine() - 1 + each.expected().size();
        }
        written.addAll(lines.subList(from, lines.size()));
        try {
            Files.writeString(file, String.join("\n", written) + "\n");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The folder of the whole project. */
    public static Path project() {
        return Path.of(System.getProperty("thetis.project", "."))
                .toAbsolutePath()
                .normalize();
    }

    /** Whether the outputs that come are to be written to the files, instead of compared with them. */
    public static boolean updates() {
        return Boolean.getBoolean("thetis.update");
    }
}
