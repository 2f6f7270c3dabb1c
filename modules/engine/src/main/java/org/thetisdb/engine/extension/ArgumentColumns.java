package org.thetisdb.engine.extension;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;

/** All arguments of a batch as arrays, and the rows that are left out for a null. Belongs to one worker. */
final class ArgumentColumns {
    private final List<ExtensionParameter> parameters;
    private final ArgumentColumn[] columns;
    private final Vector[] vectors;
    private boolean[] skipped = {};
    private boolean skips;

    /** @param function whose arguments they are, for errors */
    ArgumentColumns(String function, List<ExtensionParameter> parameters) {
        this.parameters = parameters;
        this.columns = parameters.stream()
                .map(each -> new ArgumentColumn(function, each))
                .toArray(ArgumentColumn[]::new);
        this.vectors = new Vector[parameters.size()];
    }

    /** Begins a batch by the vector of each argument. */
    void begin(Vector[] arguments, int count) {
        skips = false;
        for (int index = 0; index < vectors.length; index++) {
            vectors[index] = arguments[index];
            if (arguments[index].hasNulls() && !parameters.get(index).takesNull()) {
                skipNulls(arguments[index].nulls(), count);
            }
        }
    }

    private void skipNulls(boolean[] nulls, int count) {
        if (!skips) {
            skipped = skipped.length < count ? new boolean[count] : skipped;
            System.arraycopy(nulls, 0, skipped, 0, count);
            skips = true;
            return;
        }
        for (int row = 0; row < count; row++) {
            skipped[row] |= nulls[row];
        }
    }

    /** By row, whether it is left out; null if none is. */
    boolean @Nullable [] skipped() {
        return skips ? skipped : null;
    }

    /**
     * Puts the array of each argument where it is wanted.
     *
     * @param into from {@code first} on
     * @param shown what an object of the database is to a method
     */
    void fill(Object[] into, int first, int count, UnaryOperator<@Nullable Object> shown) {
        for (int index = 0; index < columns.length; index++) {
            into[first + index] = columns[index].values(vectors[index], skipped(), count, shown);
        }
    }

    /** The values of one row, for an error. */
    List<@Nullable Object> row(int row) {
        List<@Nullable Object> values = new ArrayList<>(vectors.length);
        for (Vector vector : vectors) {
            values.add(vector.valueAt(row));
        }
        return values;
    }
}
