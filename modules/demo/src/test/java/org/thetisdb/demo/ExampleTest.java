package org.thetisdb.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The project in {@code examples/extension}, built and deployed elsewhere by the lines of its own page. */
@Timeout(300)
final class ExampleTest {
    private static final Path EXAMPLE =
            Path.of(System.getProperty("thetis.project", "../..")).resolve("examples/extension");

    @TempDir
    Path folder;

    @Test
    void extension_isBuiltDeployedAndUsed_asItsPageSays() throws Exception {
        EmptyFolder place = new EmptyFolder(folder, LocalRepository.published());
        place.addLauncher();
        copy();
        Path page = EXAMPLE.resolve("README.md");
        String text = Files.readString(page);
        MarkdownBlocks blocks = MarkdownBlocks.of(page);
        String build = blocks.in("Build and deploy", "console").getFirst();
        place.maven(ConsoleBlock.Command.of(build).getFirst().typed());
        assertThat(folder.resolve("target/bank-1.jar")).isRegularFile();
        assertThat(folder.resolve("target/classes/META-INF/thetis/extension"))
                .content()
                .contains("org.example.bank.Accounts", "org.example.bank.Median");
        text = text.replace(build, ConsoleBlock.check(build, place));
        String use = blocks.in("Use", "console").getFirst();
        ConsoleBlock.write(text.replace(use, ConsoleBlock.check(use, place)));
    }

    private void copy() throws IOException {
        try (Stream<Path> all = Files.walk(EXAMPLE)) {
            for (Path each : all.filter(Files::isRegularFile)
                    .filter(file -> !EXAMPLE.relativize(file).startsWith("target"))
                    .toList()) {
                Path copy = folder.resolve(EXAMPLE.relativize(each).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(each, copy);
            }
        }
    }
}
