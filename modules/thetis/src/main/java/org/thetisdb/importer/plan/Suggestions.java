package org.thetisdb.importer.plan;

import java.util.Collection;
import java.util.Locale;

/** Finds what a wrong name was probably meant to be. */
public final class Suggestions {
    private Suggestions() {}

    /** {@code "; did you mean …?"}, or the list of what there is if nothing is near. */
    public static String phrase(String wrong, Collection<String> known) {
        return phrase(wrong, known, Integer.MAX_VALUE);
    }

    /** As the other one, with so many in the list at most; it then says how many more there are. */
    static String phrase(String wrong, Collection<String> known, int listedMax) {
        String best = "";
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : known) {
            int distance = distance(wrong.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        if (bestDistance <= Math.max(2, wrong.length() / 3)) {
            return "; did you mean " + best + "?";
        }
        String listed = String.join(", ", known.stream().limit(listedMax).toList());
        String more = known.size() > listedMax ? " and " + (known.size() - listedMax) + " more" : "";
        return "; there is " + (known.isEmpty() ? "none" : listed + more);
    }

    /** Insertions, deletions and replacements that turn one text into the other. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int column = 0; column < row.length; column++) {
            row[column] = column;
        }
        for (int line = 1; line <= one.length(); line++) {
            int diagonal = row[0];
            row[0] = line;
            for (int column = 1; column < row.length; column++) {
                int replaced = diagonal + (one.charAt(line - 1) == other.charAt(column - 1) ? 0 : 1);
                diagonal = row[column];
                row[column] = Math.min(replaced, 1 + Math.min(row[column], row[column - 1]));
            }
        }
        return row[other.length()];
    }
}
