package org.thetisdb.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Blocks of a page in which commands stand with what they print. {@code -Dthetis.page=FILE} writes the page with what
 * was printed, and compares nothing. Stateless.
 */
final class ConsoleBlock {
    private static final Pattern TIME = Pattern.compile("\\b[0-9]+(\\.[0-9]+)? (µs|ms|s)\\b");
    private static final Pattern STEP = Pattern.compile("(looking for types|(reading|writing) [a-z ]+|publishing)\n");

    private ConsoleBlock() {}

    /** Lines behind a {@code $}, those that go on with a {@code >}, and what they print. */
    record Command(String typed, String printed) {
        static List<Command> of(String block) {
            List<Command> commands = new ArrayList<>();
            StringBuilder typed = new StringBuilder();
            StringBuilder printed = new StringBuilder();
            for (String line : block.lines().toList()) {
                if (line.startsWith("$ ")) {
                    add(commands, typed, printed);
                }
                if (line.startsWith("$ ") || line.startsWith("> ")) {
                    typed.append(line.substring(2)).append('\n');
                } else {
                    printed.append(line).append('\n');
                }
            }
            add(commands, typed, printed);
            return commands;
        }

        private static void add(List<Command> commands, StringBuilder typed, StringBuilder printed) {
            if (!typed.isEmpty()) {
                commands.add(new Command(typed.toString(), printed.toString()));
            }
            typed.setLength(0);
            printed.setLength(0);
        }
    }

    private static Path written() {
        return Path.of(System.getProperty("thetis.page", ""));
    }

    private static boolean isWritten() {
        return !written().toString().isEmpty();
    }

    /** Types the commands of a block, but for Maven's, which were run; gives the block as it came out. */
    static String check(String block, EmptyFolder place) throws Exception {
        StringBuilder shown = new StringBuilder();
        for (Command command : Command.of(block)) {
            String printed = command.typed().startsWith("mvn ") ? "" : place.type(command.typed());
            if (!isWritten()) {
                assertThat(comparable(printed)).as(command.typed()).isEqualTo(comparable(command.printed()));
            }
            String typed = command.typed().replaceFirst("^", "\\$ ").replaceAll("\n(?=.)", "\n> ");
            shown.append(typed).append(STEP.matcher(printed).replaceAll(""));
        }
        return shown.toString();
    }

    private static String comparable(String printed) {
        return TIME.matcher(STEP.matcher(printed).replaceAll("")).replaceAll("TIME");
    }

    /** Writes a page with what was printed, if somebody wants it. */
    static void write(String page) throws IOException {
        if (isWritten()) {
            Files.writeString(written(), page);
        }
    }
}
