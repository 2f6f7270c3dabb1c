package org.thetisdb.engine.spill;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.spill.SpillFile;

/** The file for lists of one breaker, subquery or run, made when the first of them is stored. Thread safe. */
public final class StoredLists {
    private @Nullable ListFile file;

    /**
     * The file for further lists.
     *
     * @param newFile makes one that stays as long as a list refers to it
     */
    public synchronized ListFile file(Supplier<SpillFile> newFile) {
        ListFile known = file == null ? new ListFile(newFile.get()) : file;
        file = known;
        return known;
    }

    /** Forgets the file, to which lists that somebody has may still refer. */
    public synchronized void clear() {
        file = null;
    }
}
