package org.thetisdb.engine.sort;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.order.KeyPrefixes;
import org.thetisdb.engine.scan.ScanBound;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * What a top-k tells the rows below it: the first key of the last row that it has kept of as many as are wanted. A row
 * whose first key comes after that is not among the first rows, whatever its other keys are; one whose first key is the
 * same may be. As long as fewer rows are kept than are wanted, nothing is told.
 *
 * <p>Invariant: during a run, the bound only moves to the front of the order.
 *
 * <p>Threads: the workers of a run share it; what one tells, the others see with their next batch or later.
 */
final class TopKBound implements ScanBound {
    private final boolean ascending;
    private volatile @Nullable Key key;

    /**
     * A first key. Immutable: nobody writes to the vector.
     *
     * @param value the only entry of a vector
     * @param kind of the prefix, as {@link KeyPrefixes#kind}
     */
    record Key(Vector value, @Nullable VectorKind kind, long prefix) {
        private static Key copied(Vector column, int row, boolean ascending) {
            Vector value = new Vector();
            value.reset(VectorKind.NULL, 1);
            value.copyEntry(0, column, row);
            KeyPrefixes prefixes = new KeyPrefixes();
            prefixes.fill(value, 1, ascending);
            return new Key(value, prefixes.kind(), prefixes.kind() == null ? 0 : prefixes.at(0));
        }
    }

    /** @param ascending whether small first keys come first */
    TopKBound(boolean ascending) {
        this.ascending = ascending;
    }

    boolean isAscending() {
        return ascending;
    }

    /** Takes the first key of a row that as many rows as are wanted come before, this one counted. */
    synchronized void lower(Vector column, int row) {
        Key former = key;
        if (former == null || compare(column, row, former) < 0) {
            key = Key.copied(column, row, ascending);
        }
    }

    /** Compares a row's first key with a bound: greater if it comes after. */
    int compare(Vector column, int row, Key bound) {
        int result = ValueSemantics.compare(column, row, bound.value, 0);
        return ascending ? result : -result;
    }

    /** Whether all values of a zone come after it; a datetime is compared by its second alone. */
    @Override
    public boolean excludes(ZoneMap zone) {
        Key last = key;
        if (last == null || last.value.kind() != zone.kind() || !zone.isOrderedByBounds()) {
            return false;
        }
        long value = last.value.longs()[0];
        return ascending ? zone.minimum() > value : zone.maximum() < value;
    }

    /** Null if nothing is known. */
    @Nullable
    Key key() {
        return key;
    }

    /** Forgets it: the next run begins. */
    synchronized void clear() {
        key = null;
    }
}
