package org.thetisdb.engine.group;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.ListFile;

/** The file for lists of groups, or of a subquery's rows, made when the first of them is stored. Thread safe. */
public final class StoredLists {
    private @Nullable ListFile file;

    /** The file for further lists. */
    public synchronized ListFile file(Worker worker) {
        ListFile known = file == null ? new ListFile(worker.newLastingFile()) : file;
        file = known;
        return known;
    }

    /** Forgets the file, to which lists that somebody has may still refer. */
    public synchronized void clear() {
        file = null;
    }
}
