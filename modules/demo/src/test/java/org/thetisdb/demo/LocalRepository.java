package org.thetisdb.demo;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A local repository of Maven's in which stands what {@code mvn install} would put there, as this build has packed it,
 * beside links to what has been fetched before. Nothing is fetched twice, and nothing of Thetis ends up where other
 * builds would find it.
 *
 * @param artifacts the names of what is published, with a jar
 */
record LocalRepository(Path folder, String version, List<String> artifacts) {
    private static final Pattern ARTIFACT = Pattern.compile("^  <artifactId>(.*)</artifactId>$", Pattern.MULTILINE);
    private static final List<String> KINDS = List.of(".jar", "-sources.jar", "-javadoc.jar", "-all.jar");

    /** That of this build; tests are skipped where nothing is packed for others. */
    static LocalRepository published() throws IOException {
        assumeTrue(Boolean.getBoolean("thetis.published"), "nothing is packed for others in a quick build");
        assumeTrue(Files.exists(Path.of("/bin/sh")), "no shell to type the commands into");
        Path project = Path.of(System.getProperty("thetis.project", "../.."));
        LocalRepository repository = make(
                project.resolve("build/repository"),
                project,
                System.getProperty("thetis.version", ""),
                Path.of(System.getProperty("thetis.maven.repository")));
        assumeTrue(Files.exists(repository.file("thetis-shell", "-all.jar")), "the modules have not been packed");
        return repository;
    }

    private static LocalRepository make(Path folder, Path project, String version, Path known) throws IOException {
        LocalRepository repository = new LocalRepository(folder, version, new ArrayList<>());
        Files.createDirectories(folder.resolve("org/thetisdb"));
        link(known, folder, "org");
        link(known.resolve("org"), folder.resolve("org"), "thetisdb");
        repository.add(project);
        try (Stream<Path> modules = Files.list(project.resolve("modules"))) {
            for (Path module : modules.filter(each -> Files.exists(each.resolve("pom.xml")))
                    .toList()) {
                repository.add(module);
            }
        }
        return repository;
    }

    Path file(String artifact, String kind) {
        return folder.resolve("org/thetisdb")
                .resolve(artifact)
                .resolve(version)
                .resolve(artifact + "-" + version + kind);
    }

    private void add(Path module) throws IOException {
        String pom = Files.readString(module.resolve("pom.xml"));
        if (pom.contains("<never.shipped>true<")) {
            return;
        }
        Matcher artifact = ARTIFACT.matcher(pom);
        if (!artifact.find()) {
            throw new IOException("a module without a name: " + module);
        }
        String name = artifact.group(1);
        Files.createDirectories(file(name, ".pom").getParent());
        Files.copy(module.resolve("pom.xml"), file(name, ".pom"), StandardCopyOption.REPLACE_EXISTING);
        for (String kind : KINDS) {
            Path built = module.resolve("target").resolve(name + "-" + version + kind);
            Files.deleteIfExists(file(name, kind));
            if (Files.exists(built)) {
                Files.copy(built, file(name, kind));
            }
        }
        if (Files.exists(file(name, ".jar"))) {
            artifacts.add(name);
        }
    }

    private static void link(Path from, Path to, String leftOut) throws IOException {
        if (!Files.isDirectory(from)) {
            return;
        }
        try (Stream<Path> children = Files.list(from)) {
            for (Path child : children.toList()) {
                Path link = to.resolve(child.getFileName());
                if (!child.getFileName().toString().equals(leftOut) && !Files.exists(link)) {
                    Files.createSymbolicLink(link, child);
                }
            }
        }
    }
}
