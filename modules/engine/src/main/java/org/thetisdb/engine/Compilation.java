package org.thetisdb.engine;

import java.util.Locale;
import java.util.Optional;

/**
 * Whether pipelines are run by the interpreter or by code that is made for them. The answers are the same. Immutable.
 *
 * @param mode who decides
 * @param number the batches between two switches, or the seed; not looked at in other modes
 */
public record Compilation(Mode mode, long number) {
    /** Who decides which of the two takes the next batch. */
    public enum Mode {
        /** What was measured: code is made behind the running interpreter, and used where it is faster. */
        ADAPTIVE,
        /** Nobody: no class is ever defined. */
        NEVER,
        /** Nobody: code is made before the first row and used wherever there is any. */
        ALWAYS,
        /** A counter: after so many batches the other one takes over. */
        SWITCHING,
        /** Chance, by a seed, for each batch. */
        RANDOM
    }

    private static final String PREFIX = "compile=";

    /** What users have. */
    public static final Compilation ADAPTIVE = new Compilation(Mode.ADAPTIVE, 0);

    /** The interpreter alone. */
    public static final Compilation NEVER = new Compilation(Mode.NEVER, 0);

    /** Code from the first row on. */
    public static final Compilation ALWAYS = new Compilation(Mode.ALWAYS, 0);

    /** @param batches at least 1 */
    public static Compilation switching(int batches) {
        return new Compilation(Mode.SWITCHING, batches);
    }

    public static Compilation random(long seed) {
        return new Compilation(Mode.RANDOM, seed);
    }

    /** Reads what {@link #text} writes; empty if it is not that. */
    static Optional<Compilation> parse(String word) {
        for (Mode mode : Mode.values()) {
            String name = PREFIX + mode.name().toLowerCase(Locale.ROOT);
            if (word.equals(name) && !hasNumber(mode)) {
                return Optional.of(new Compilation(mode, 0));
            }
            if (word.startsWith(name + "-") && hasNumber(mode)) {
                return number(word.substring(name.length() + 1)).map(number -> new Compilation(mode, number));
            }
        }
        return Optional.empty();
    }

    private static boolean hasNumber(Mode mode) {
        return mode == Mode.SWITCHING || mode == Mode.RANDOM;
    }

    private static Optional<Long> number(String text) {
        boolean isNumber = text.matches("\\d{1,18}");
        return isNumber ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }

    /** A word such as {@code compile=switching-3}. */
    String text() {
        return PREFIX + mode.name().toLowerCase(Locale.ROOT) + (hasNumber(mode) ? "-" + number : "");
    }
}
