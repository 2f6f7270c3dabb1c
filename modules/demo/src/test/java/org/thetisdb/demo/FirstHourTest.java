package org.thetisdb.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code docs/FIRST_HOUR.md} shows, typed in as it stands. Times are not compared, nor the steps of an import,
 * over which a terminal writes the next; {@link ConsoleBlock} can write the page anew.
 */
@Timeout(300)
final class FirstHourTest {
    private static final Path PROJECT = Path.of(System.getProperty("thetis.project", "../.."));
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private EmptyFolder place;
    private Path page;
    private MarkdownBlocks blocks;

    @BeforeEach
    void findThePage() throws IOException {
        place = new EmptyFolder(folder, LocalRepository.published());
        place.addLauncher();
        page = PROJECT.resolve("docs/FIRST_HOUR.md");
        blocks = MarkdownBlocks.of(page);
    }

    @Test
    void commands_printWhatIsPrinted() throws Exception {
        String text = Files.readString(page);
        List<String> sections = blocks.blocks().stream()
                .map(MarkdownBlocks.Block::section)
                .distinct()
                .toList();
        assertThat(sections).hasSize(5);
        for (String section : sections) {
            if (section.equals(sections.getLast())) {
                project(section);
            }
            for (String block : blocks.in(section, "console")) {
                text = text.replace(block, ConsoleBlock.check(block, place));
            }
        }
        ConsoleBlock.write(text);
    }

    private void project(String section) throws Exception {
        MarkdownBlocks readme = MarkdownBlocks.of(PROJECT.resolve("README.md"));
        ConsoleBlock.Command build = ConsoleBlock.Command.of(
                        blocks.in(section, "console").getFirst())
                .getFirst();
        place.buildProject(
                readme.in("In a program of your own", "xml").getFirst(),
                blocks.in(section, "java").getFirst(),
                build.typed());
    }

    /** On a real pseudo-terminal: the line that the keys make is the one that the prompt remembers. */
    @Test
    void keys_areCompleted() throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/bin/script")), "no /usr/bin/script, which makes a pseudo-terminal");
        for (String block : blocks.in("Own data, with types", "console")) {
            for (ConsoleBlock.Command command : ConsoleBlock.Command.of(block)) {
                place.type(command.typed());
            }
        }
        String keys = blocks.in("A first query", "keys").getFirst().strip().replace('⇥', '\t');
        String line = blocks.in("A first query", "screen").getFirst().strip();
        Process terminal = place.builder(
                        "/usr/bin/script", "-qec", "stty cols 120; ./thetis shell shop.thetis", "/dev/null")
                .start();
        try (OutputStream typing = terminal.getOutputStream();
                InputStream screen = terminal.getInputStream()) {
            StringBuilder seen = new StringBuilder();
            await(terminal, screen, seen, ".help");
            type(typing, keys + "\r");
            await(terminal, screen, seen, "2 rows");
            type(typing, "exit\r");
            await(terminal, screen, seen, "never shown");
        } finally {
            terminal.descendants().forEach(ProcessHandle::destroyForcibly);
            terminal.destroyForcibly();
        }
        assertThat(Files.readString(folder.resolve(".thetis_history"))).contains(line);
    }

    private static void type(OutputStream typing, String keys) throws IOException {
        typing.write(keys.getBytes(StandardCharsets.UTF_8));
        typing.flush();
    }

    /** Reads on until something is seen, or there is nothing more to come. */
    private static void await(Process terminal, InputStream screen, StringBuilder seen, String wanted)
            throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        byte[] part = new byte[4096];
        while (seen.indexOf(wanted) < 0) {
            assertThat(System.nanoTime()).as("%s", seen).isLessThan(end);
            boolean ended = !terminal.isAlive();
            int length = screen.available() == 0 ? 0 : screen.read(part);
            if (ended && length <= 0) {
                return;
            }
            seen.append(new String(part, 0, Math.max(0, length), StandardCharsets.UTF_8));
            Thread.sleep(length == 0 ? 20 : 0);
        }
    }
}
