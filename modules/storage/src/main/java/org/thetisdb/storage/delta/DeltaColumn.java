package org.thetisdb.storage.delta;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * The values of one property in a chunk's new rows, side by side, as readers have found them in versions: from a
 * version to its value it is a way over several objects, each of which misses the cache; here it is one step.
 *
 * <p>Invariant: what is known of a row is what its newest version says, it is committed, and whose snapshot is not
 * older than that may take it. {@link DeltaColumnPage} says how that is kept. Thread safe.
 */
final class DeltaColumn {
    private final int propertyKeyId;
    private final GrowingTable<DeltaColumnPage> pages = new GrowingTable<>();

    DeltaColumn(int propertyKeyId) {
        this.propertyKeyId = propertyKeyId;
    }

    int propertyKeyId() {
        return propertyKeyId;
    }

    /** The page of a row; null if nothing is known of its rows. */
    @Nullable
    DeltaColumnPage page(int row) {
        return pages.get(row >>> DeltaColumnPage.ROW_BITS);
    }

    /**
     * Keeps a row's value for whoever comes next. It may also do nothing.
     *
     * @param value null if the row has none
     * @param revision since when it has it
     * @param buffer to be written over
     * @param isNewest whether the version that has it is still the row's newest
     * @return how many bytes of the heap that took
     */
    long remember(int row, @Nullable Object value, long revision, Vector buffer, BooleanSupplier isNewest) {
        DeltaColumnPage page = page(row);
        long bytes = 0;
        if (page == null) {
            VectorKind kind = Vector.kindOf(value);
            if (!DeltaColumnPage.canHold(kind)) {
                return 0;
            }
            page = pages.getOrMake(row >>> DeltaColumnPage.ROW_BITS, () -> new DeltaColumnPage(kind));
            bytes = page.bytes();
        }
        return bytes + page.remember(row & DeltaColumnPage.ROWS - 1, value, revision, buffer, isNewest);
    }

    void forget(int row) {
        DeltaColumnPage page = page(row);
        if (page != null) {
            page.forget(row & DeltaColumnPage.ROWS - 1);
        }
    }
}
