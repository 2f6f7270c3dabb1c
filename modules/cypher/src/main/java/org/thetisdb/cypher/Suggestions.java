package org.thetisdb.cypher;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** "Did you mean": the name nearest to one that does not exist. */
public final class Suggestions {
    private Suggestions() {}

    /** The candidate with the smallest edit distance (case aside), if it is near enough to be meant. */
    public static Optional<String> nearest(String name, Iterable<String> candidates) {
        String wanted = name.toLowerCase(Locale.ROOT);
        // One letter is as near to any other: only its case may be wrong.
        int limit = wanted.length() == 1 ? 0 : Math.max(1, (wanted.length() + 1) / 3);
        String best = null;
        int bestDistance = limit + 1;
        for (String candidate : candidates) {
            int distance = distance(wanted, candidate.toLowerCase(Locale.ROOT), bestDistance);
            if (distance < bestDistance) {
                bestDistance = distance;
                best = candidate;
            }
        }
        return Optional.ofNullable(best);
    }

    /** {@code "; did you mean `x`?"}, or nothing. */
    public static String didYouMean(String name, Iterable<String> candidates) {
        Optional<String> nearest = nearest(name, candidates);
        return nearest.isPresent() ? "; did you mean `" + nearest.get() + "`?" : "";
    }

    /** As the other one; a candidate that is the name itself does not count. */
    public static String didYouMean(String name, String... candidates) {
        List<String> others = new ArrayList<>(Arrays.asList(candidates));
        others.removeIf(candidate -> candidate.equalsIgnoreCase(name));
        return didYouMean(name, others);
    }

    /** Insertions, deletions, replacements and swaps of neighbours; {@code limit} if it is at least that. */
    static int distance(String left, String right, int limit) {
        if (Math.abs(left.length() - right.length()) >= limit) {
            return limit;
        }
        int[] beforeLast = new int[right.length() + 1];
        int[] last = new int[right.length() + 1];
        int[] row = new int[right.length() + 1];
        for (int column = 0; column <= right.length(); column++) {
            last[column] = column;
        }
        for (int line = 1; line <= left.length(); line++) {
            row[0] = line;
            for (int column = 1; column <= right.length(); column++) {
                int cost = left.charAt(line - 1) == right.charAt(column - 1) ? 0 : 1;
                int value = Math.min(Math.min(row[column - 1], last[column]) + 1, last[column - 1] + cost);
                if (line > 1
                        && column > 1
                        && left.charAt(line - 1) == right.charAt(column - 2)
                        && left.charAt(line - 2) == right.charAt(column - 1)) {
                    value = Math.min(value, beforeLast[column - 2] + 1);
                }
                row[column] = value;
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
        }
        return Math.min(last[right.length()], limit);
    }
}
