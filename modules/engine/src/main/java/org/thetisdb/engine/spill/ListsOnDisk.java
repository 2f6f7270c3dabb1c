package org.thetisdb.engine.spill;

import java.util.List;
import java.util.function.Supplier;
import org.thetisdb.engine.evaluation.LongLists;
import org.thetisdb.storage.spill.SpillFile;

/** Lists of expressions, in one file for a run. Thread safe. */
public final class ListsOnDisk implements LongLists {
    private final Supplier<SpillFile> newFile;
    private final StoredLists lists = new StoredLists();

    /** @param newFile makes a file that stays as long as a list refers to it */
    public ListsOnDisk(Supplier<SpillFile> newFile) {
        this.newFile = newFile;
    }

    @Override
    public List<?> append(List<?> before, List<?> more, long heapBytes) {
        StoredPieces pieces =
                before instanceof StoredList stored ? stored.pieces().copy() : new StoredPieces(lists.file(newFile));
        pieces.addValues(more, heapBytes);
        return StoredList.of(pieces, List.of());
    }
}
