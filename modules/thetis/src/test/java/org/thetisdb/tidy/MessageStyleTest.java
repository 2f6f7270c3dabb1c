package org.thetisdb.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Errors and notifications read alike: {@code what happened: name=value; what to do next}. Such a line begins in lower
 * case unless its first word is a name, and has no full stop at its end, so that a place or a suggestion can follow.
 */
class MessageStyleTest {
    private static final String NAMES = "Cypher|Java|Thetis|Unicode";

    /** The first literal of a message, where the code that precedes it names no method's result. */
    private static final Pattern THROWN =
            Pattern.compile("new ThetisException\\(\\s*[\\w.]+,\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** A message in a text test, with its code, and perhaps its place, before it. */
    private static final Pattern EXPECTED = Pattern.compile(
            "=> (?:THETIS-\\d{4}(?:, line \\d+)?: |error [A-Z_]+: |[A-Z_]+ (?:\\d+:\\d+|nowhere) )(.*)");

    private static final Pattern CAPITAL = Pattern.compile("(?!(?:" + NAMES + ")\\b)(?:[A-Z][a-z].*|A .*)");
    private static final Pattern SENTENCES = Pattern.compile(".*[\\w`)]\\. (?!(?:" + NAMES + ")\\b)[A-Z][a-z].*");

    private static final List<SourceFile> FILES = SourceFile.below(
            Path.of(System.getProperty("thetis.project", ".")).toAbsolutePath().normalize());

    @Test
    void messages_asThrown_beginInLowerCase() {
        List<String> findings = new ArrayList<>();
        int count = 0;
        for (SourceFile file : FILES) {
            if (file.isMainJava()) {
                for (Matcher thrown = THROWN.matcher(String.join("\n", file.lines())); thrown.find(); ) {
                    count++;
                    if (CAPITAL.matcher(thrown.group(1)).matches()) {
                        findings.add(file.path() + ": " + thrown.group(1));
                    }
                }
            }
        }
        assertThat(count).isGreaterThan(300);
        assertThat(findings).isEmpty();
    }

    @Test
    void messages_asShown_areOneLineWithoutFullStop() {
        List<String> findings = new ArrayList<>();
        int count = 0;
        for (SourceFile file : FILES) {
            for (int index = 0; index < file.lines().size(); index++) {
                Matcher expected = EXPECTED.matcher(file.lines().get(index));
                if (expected.matches()) {
                    count++;
                    String message = expected.group(1);
                    if (CAPITAL.matcher(message).matches()
                            || SENTENCES.matcher(message).matches()
                            || message.endsWith(".") && !message.endsWith("..")) {
                        findings.add(file.path() + ":" + (index + 1) + ": " + message);
                    }
                }
            }
        }
        assertThat(count).isGreaterThan(1_000);
        assertThat(findings).isEmpty();
    }
}
