package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * In which mode some stages ran, all workers together.
 *
 * @param columnRows rows that columns answered for, without any being looked at
 * @param compiledRows rows that compiled code took
 * @param compiledNanos what it took for them
 * @param interpretedRows rows that the interpreter took
 * @param interpretedNanos what it took for them
 * @param why what was known of the choice in the end; empty for nothing
 */
public record ModeProfile(
        long columnRows,
        long compiledRows,
        long compiledNanos,
        long interpretedRows,
        long interpretedNanos,
        String why) {
    public static final ModeProfile NONE = new ModeProfile(0, 0, 0, 0, 0, "");

    /** Both together. */
    public ModeProfile plus(ModeProfile other) {
        return new ModeProfile(
                columnRows + other.columnRows,
                compiledRows + other.compiledRows,
                compiledNanos + other.compiledNanos,
                interpretedRows + other.interpretedRows,
                interpretedNanos + other.interpretedNanos,
                other.why.isEmpty() ? why : other.why);
    }

    /** Whether anything ran. */
    public boolean isAny() {
        return columnRows + compiledRows + interpretedRows > 0;
    }

    /** Such as {@code compiled 969,280 rows at 1.2 ns, interpreted 30,720 rows at 4.9 ns (being compiled)}. */
    public String text() {
        List<String> parts = new ArrayList<>();
        if (columnRows > 0) {
            parts.add(String.format(Locale.ROOT, "from columns %,d rows", columnRows));
        }
        if (compiledRows > 0) {
            parts.add(text("compiled", compiledRows, compiledNanos));
        }
        if (interpretedRows > 0) {
            parts.add(text("interpreted", interpretedRows, interpretedNanos));
        }
        String modes = String.join(", ", parts);
        return why.isEmpty() ? modes : modes + " (" + why + ")";
    }

    private static String text(String mode, long rows, long nanos) {
        return String.format(Locale.ROOT, "%s %,d rows at %.1f ns", mode, rows, (double) nanos / rows);
    }
}
