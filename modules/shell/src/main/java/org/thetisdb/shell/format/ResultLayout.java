package org.thetisdb.shell.format;

import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * What a format may do with a result beside its own rules. Immutable.
 *
 * @param screenColumns how many characters a line may have at most, asked when a table is known to be wide; 0 for any
 *     number, as in files
 * @param maxRows rows of a table that are shown; 0 for all
 * @param widths what each column of a table takes at most, in characters; 0, and for columns beyond, as much as needed
 * @param nullText what stands for null in formats of text; empty for the format's own
 * @param label of the nodes that {@code insert} makes
 */
public record ResultLayout(
        IntSupplier screenColumns, long maxRows, List<Integer> widths, Optional<String> nullText, String label) {
    /** Everything in full. */
    public static final ResultLayout WHOLE = new ResultLayout(() -> 0, 0, List.of(), Optional.empty(), "Row");

    public ResultLayout {
        widths = List.copyOf(widths);
    }

    /** As everything by default, on a screen. */
    public static ResultLayout onScreen(IntSupplier columns) {
        return new ResultLayout(columns, 0, List.of(), Optional.empty(), WHOLE.label());
    }

    /** As this for a file, where nothing is left out or shortened. */
    public ResultLayout inFile() {
        return new ResultLayout(WHOLE.screenColumns, 0, List.of(), nullText, label);
    }

    public ResultLayout withMaxRows(long rows) {
        return new ResultLayout(screenColumns, rows, widths, nullText, label);
    }

    public ResultLayout withWidths(List<Integer> other) {
        return new ResultLayout(screenColumns, maxRows, other, nullText, label);
    }

    public ResultLayout withNullText(Optional<String> text) {
        return new ResultLayout(screenColumns, maxRows, widths, text, label);
    }

    public ResultLayout withLabel(String other) {
        return new ResultLayout(screenColumns, maxRows, widths, nullText, other);
    }
}
