package org.thetisdb.fuzz.generate;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Seeds from one to another, both of which belong to it. */
public record SeedRange(long first, long last) {
    private static final Pattern TEXT = Pattern.compile("(-?\\d{1,18})(?:\\.\\.(-?\\d{1,18}))?");

    /** Reads {@code A..B}, or a single seed; empty if it is neither. */
    public static Optional<SeedRange> parse(String text) {
        Matcher range = TEXT.matcher(text);
        if (!range.matches()) {
            return Optional.empty();
        }
        long first = Long.parseLong(range.group(1));
        return Optional.of(new SeedRange(first, range.group(2) == null ? first : Long.parseLong(range.group(2))));
    }
}
