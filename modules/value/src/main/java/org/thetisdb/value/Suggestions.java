package org.thetisdb.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** "Did you mean": the name nearest to one that does not exist. Stateless. */
public final class Suggestions {
    private Suggestions() {}

    /**
     * {@return the candidate with the smallest edit distance, case aside, if it is near enough to be intended}
     *
     * @param name what does not exist
     * @param candidates what there is; the first of equally near ones is taken
     */
    public static Optional<String> nearest(String name, Iterable<String> candidates) {
        // A single letter is equally near to all others: only its case may be wrong.
        return nearest(name, candidates, name.length() == 1 ? 0 : Math.max(1, (name.length() + 1) / 3));
    }

    private static Optional<String> nearest(String name, Iterable<String> candidates, int distanceMax) {
        String wanted = name.toLowerCase(Locale.ROOT);
        String best = null;
        int bestDistance = distanceMax + 1;
        for (String candidate : candidates) {
            int distance = distance(wanted, candidate.toLowerCase(Locale.ROOT), bestDistance);
            if (distance < bestDistance) {
                bestDistance = distance;
                best = candidate;
            }
        }
        return Optional.ofNullable(best);
    }

    /**
     * {@return what to append to an error: {@code "; did you mean `x`?"}, or nothing}
     *
     * @param name what does not exist
     * @param candidates what there is
     */
    public static String didYouMean(String name, Iterable<String> candidates) {
        Optional<String> nearest = nearest(name, candidates);
        return nearest.isPresent() ? "; did you mean `" + nearest.get() + "`?" : "";
    }

    /**
     * As the other method; a candidate that is the name itself does not count.
     *
     * @param name what does not exist
     * @param candidates what there is
     * @return what to append to an error, or nothing
     */
    public static String didYouMean(String name, String... candidates) {
        List<String> others = new ArrayList<>(Arrays.asList(candidates));
        others.removeIf(candidate -> candidate.equalsIgnoreCase(name));
        return didYouMean(name, others);
    }

    /**
     * {@return what to append to an error where all names may be listed: {@code "; did you mean x?"}, or
     * {@code "; there is a, b, c"} if nothing is near}
     *
     * @param name what does not exist
     * @param known what there is
     */
    public static String orAll(String name, Collection<String> known) {
        return orAll(name, known, Integer.MAX_VALUE);
    }

    /**
     * As the other method.
     *
     * @param name what does not exist
     * @param known what there is
     * @param listedMax how many are listed at most; the rest is given as a count
     * @return what to append to an error
     */
    public static String orAll(String name, Collection<String> known, int listedMax) {
        // A wrong name of a file or a column may be farther from the right one than a mistyped keyword is.
        Optional<String> nearest = nearest(name, known, Math.max(2, name.length() / 3));
        if (nearest.isPresent()) {
            return "; did you mean " + nearest.get() + "?";
        }
        String listed = String.join(", ", known.stream().limit(listedMax).toList());
        String more = known.size() > listedMax ? " and " + (known.size() - listedMax) + " more" : "";
        return "; there is " + (known.isEmpty() ? "none" : listed + more);
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
