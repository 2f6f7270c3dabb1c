package org.thetisdb.shell;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the input of a transcript in a folder of its own. Lines that begin with {@code $ thetis} are commands; other
 * lines are typed on the prompt of the database {@code small}. In both, {@code ./} is the folder; in the output, the
 * folder is {@code ./} again, NOW the time of a commit, and SPENT how long something took.
 */
final class TranscriptRun {
    private static final String COMMAND = "$ thetis ";
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|([^\\s'\"]+)");
    private static final Pattern NOW = Pattern.compile("(since=|revision [0-9]+ of )[-0-9]+T[0-9:.]+Z");
    private static final Pattern SPENT = Pattern.compile("\\b[0-9]+(\\.[0-9]+)? (µs|ms|s)$");
    private static final Pattern PROFILED = Pattern.compile("^(\\S.* [0-9,]+ +[0-9,]+ +)[0-9]+\\.[0-9]$");
    private static final Pattern CARET = Pattern.compile(" +\\| +\\^");

    private final Path folder;
    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private int exitCode;

    /** @param folder a short and relative name, so that it makes no line too long to be shown whole */
    TranscriptRun(Path folder) {
        this.folder = folder;
    }

    /** The exit code of the last command. */
    int exitCode() {
        return exitCode;
    }

    /** What appears on the screen, output and errors together. */
    List<String> run(String input) {
        List<String> typed = new ArrayList<>();
        for (String line : input.lines().toList()) {
            if (line.startsWith(COMMAND)) {
                type(typed);
                run("", words(line.substring(COMMAND.length())));
            } else {
                typed.add(line);
            }
        }
        type(typed);
        return shown(screen.toString(StandardCharsets.UTF_8));
    }

    private void type(List<String> lines) {
        if (!lines.isEmpty()) {
            String text = placed(String.join("\n", lines));
            run(text, List.of("shell", folder.resolve("small").toString(), "--durability", "off"));
            lines.clear();
        }
    }

    private void run(String input, List<String> words) {
        Main main = new Main(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), screen, screen);
        exitCode = main.run(words);
    }

    private String placed(String text) {
        return text.replace("./", folder + "/");
    }

    /** As a shell of the system splits a line. */
    private List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        int end = 0;
        for (Matcher part = WORD.matcher(line); part.find(); end = part.end()) {
            if (part.start() > end && !word.isEmpty()) {
                words.add(placed(word.toString()));
                word.setLength(0);
            }
            for (int group = 1; group <= 3; group++) {
                word.append(part.group(group) == null ? "" : part.group(group));
            }
        }
        words.add(placed(word.toString()));
        return words;
    }

    private List<String> shown(String text) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        for (int index = 0; index < lines.size(); index++) {
            String line = lines.get(index);
            if (index + 1 < lines.size() && CARET.matcher(lines.get(index + 1)).matches()) {
                lines.set(index + 1, moved(lines.get(index + 1), line));
            }
            line = line.replace(folder.toAbsolutePath().toString(), ".").replace(folder.toString(), ".");
            line = NOW.matcher(line).replaceAll("$1NOW");
            line = PROFILED.matcher(line).replaceAll("$1SPENT");
            lines.set(index, SPENT.matcher(line).replaceAll("SPENT"));
        }
        return lines;
    }

    /** A caret, as far to the left as the names of the folder before it become shorter. */
    private String moved(String caret, String line) {
        String place = folder.toString();
        int column = caret.length() - 1;
        int shorter = 0;
        for (int at = line.indexOf(place); at >= 0 && at < column; at = line.indexOf(place, at + 1)) {
            shorter += place.length() - 1;
        }
        return caret.substring(0, column - shorter) + "^";
    }
}
