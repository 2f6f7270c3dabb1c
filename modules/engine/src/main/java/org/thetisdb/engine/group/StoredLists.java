package org.thetisdb.engine.group;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.ListFile;

/** The file for lists of an aggregation's groups, made when the first of them is stored. Thread safe. */
final class StoredLists {
    private @Nullable ListFile file;

    synchronized ListFile file(Worker worker) {
        ListFile known = file == null ? new ListFile(worker.newLastingFile()) : file;
        file = known;
        return known;
    }

    /** Forgets the file, to which lists that somebody has may still refer. */
    synchronized void clear() {
        file = null;
    }
}
