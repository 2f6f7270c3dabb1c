package org.thetisdb.shell.format;

import java.util.Arrays;
import java.util.List;

/**
 * Which columns of a table are shown on a narrow screen, and how wide. Stateless.
 *
 * <p>Columns that are narrow anyway keep their width; the wide ones share what is left evenly. When even that would
 * make them too narrow to be read, columns in the middle are left out, for the first ones usually say what a row is
 * about and the last ones what was computed.
 */
final class TableFit {
    /** A column is not made narrower than this while others could be left out instead. */
    static final int LEAST_WIDTH = 8;

    /** What is before, after and between cells: {@code "│ "}, {@code " │ "}, {@code " │"}. */
    private static final int FRAME = 3;

    /** The column of dots that stands for those left out. */
    private static final int GAP = 1 + FRAME;

    private TableFit() {}

    /** The characters that a line of such a table has. */
    static int lineWidth(int[] widths) {
        return Arrays.stream(widths).sum() + FRAME * widths.length + 1;
    }

    /** At most what was asked for; 0 asks for nothing. */
    static int[] limited(int[] widths, List<Integer> limits) {
        int[] limited = widths.clone();
        for (int index = 0; index < Math.min(limited.length, limits.size()); index++) {
            if (limits.get(index) > 0) {
                limited[index] = Math.min(limited[index], limits.get(index));
            }
        }
        return limited;
    }

    /**
     * Widths with which a line fits.
     *
     * @return a width for each column; 0 for those that are left out
     */
    static int[] fit(int[] widths, int screenColumns) {
        if (screenColumns == 0 || lineWidth(widths) <= screenColumns) {
            return widths;
        }
        int[] fitting = widths.clone();
        if (lineWidth(least(widths)) > screenColumns) {
            leaveOut(fitting, screenColumns);
        }
        int shown = (int) Arrays.stream(fitting).filter(width -> width > 0).count();
        int room = screenColumns - 1 - FRAME * shown - (shown < widths.length ? GAP : 0);
        share(fitting, Math.max(room, shown));
        return fitting;
    }

    private static int[] least(int[] widths) {
        return Arrays.stream(widths).map(width -> Math.min(width, LEAST_WIDTH)).toArray();
    }

    /** Keeps the first, the last, the second, the one before the last, and so on while there is room; one at least. */
    private static void leaveOut(int[] widths, int screenColumns) {
        int room = screenColumns - 1 - GAP;
        int[] least = least(widths);
        int first = 0;
        int last = widths.length - 1;
        boolean atFront = true;
        while (first <= last) {
            int next = atFront ? first : last;
            room -= least[next] + FRAME;
            if (room < 0 && first > 0) {
                break;
            }
            first += atFront ? 1 : 0;
            last -= atFront ? 0 : 1;
            atFront = !atFront;
        }
        Arrays.fill(widths, first, last + 1, 0);
    }

    /** Cuts the widest down to one width, the largest for which all fit; what remains goes to the first of them. */
    private static void share(int[] widths, int room) {
        int limit = Arrays.stream(widths).max().orElse(0);
        while (limit > 1 && sum(widths, limit) > room) {
            limit--;
        }
        int rest = room - sum(widths, limit);
        for (int index = 0; index < widths.length; index++) {
            boolean more = widths[index] > limit && rest > 0;
            widths[index] = Math.min(widths[index], more ? limit + 1 : limit);
            rest -= more ? 1 : 0;
        }
    }

    private static int sum(int[] widths, int limit) {
        return Arrays.stream(widths).map(width -> Math.min(width, limit)).sum();
    }
}
