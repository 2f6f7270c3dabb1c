package org.thetisdb.extending;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What somebody might try who may deploy pure extensions, as {@code attempts.txt} has it. */
final class Attempts {
    private Attempts() {}

    /** How it must end. */
    enum End {
        /** The extension is not taken in. */
        REFUSED,
        /** The call is ended, for its time or for what it takes. */
        STOPPED,
        /** The call ends with an error of its own. */
        FAILED
    }

    /**
     * One attempt.
     *
     * @param members of a class with a function {@code evil.f}
     */
    record Attempt(String name, End end, String members) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** All of them. */
    static List<Attempt> all() {
        List<Attempt> attempts = new ArrayList<>();
        String[] blocks = read().split("(?m)^# ");
        for (int index = 1; index < blocks.length; index++) {
            attempts.add(attempt(blocks[index]));
        }
        return attempts;
    }

    private static String read() {
        try (InputStream file = Attempts.class.getResourceAsStream("attempts.txt")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Attempt attempt(String block) {
        String[] head = block.split("\n", 2);
        String[] title = head[0].split(": ", 2);
        String[] parts = head[1].split("(?m)^--$", 2);
        String function = "@ScalarFunction(name = \"evil.f\") public static long f(long x) throws Throwable {"
                + parts[0].replace('\n', ' ') + "}";
        return new Attempt(
                title[1],
                End.valueOf(title[0].toUpperCase(Locale.ROOT)),
                function + (parts.length > 1 ? "\n" + parts[1] : ""));
    }
}
