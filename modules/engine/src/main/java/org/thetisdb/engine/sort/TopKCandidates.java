package org.thetisdb.engine.sort;

import org.thetisdb.engine.order.KeyPrefixes;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.value.vector.Vector;

/** Picks the rows of a batch that the bound of a top-k lets through. Used by one thread. */
final class TopKCandidates {
    private final TopKBound bound;
    private final int slot;
    private final KeyPrefixes prefixes = new KeyPrefixes();

    /** @param slot the column of the first key */
    TopKCandidates(TopKBound bound, int slot) {
        this.bound = bound;
        this.slot = slot;
    }

    /** Whether there is a bound yet. */
    boolean isBounded() {
        return bound.key() != null;
    }

    /**
     * The rows that may be among the first.
     *
     * @param into takes their numbers, in their order; as long as the batch
     * @return how many they are
     */
    int select(Batch rows, int[] into) {
        TopKBound.Key key = bound.key();
        if (key == null) {
            for (int row = 0; row < rows.count(); row++) {
                into[row] = row;
            }
            return rows.count();
        }
        Vector column = rows.column(slot);
        prefixes.fill(column, rows.count(), bound.isAscending());
        return prefixes.kind() != null && prefixes.kind() == key.kind()
                ? selectByPrefix(column, rows.count(), key, into)
                : selectByValue(column, rows.count(), key, into);
    }

    private int selectByPrefix(Vector column, int count, TopKBound.Key key, int[] into) {
        long last = key.prefix();
        boolean exact = prefixes.isExact();
        int selected = 0;
        for (int row = 0; row < count; row++) {
            long prefix = prefixes.at(row);
            if (prefix < last || prefix == last && (exact || bound.compare(column, row, key) <= 0)) {
                into[selected++] = row;
            }
        }
        return selected;
    }

    private int selectByValue(Vector column, int count, TopKBound.Key key, int[] into) {
        int selected = 0;
        for (int row = 0; row < count; row++) {
            into[selected] = row;
            selected += bound.compare(column, row, key) <= 0 ? 1 : 0;
        }
        return selected;
    }
}
