package org.thetisdb.engine.group;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.spill.ListFile;

/** The file for lists of an aggregation's groups, made when the first of them is stored. Thread safe. */
final class StoredLists {
    /** Of what a worker may use for a while, the part for working on one list; others are merged beside it. */
    private static final int WORKING_DIVISOR = 8;

    private static final long WORKING_BYTES_MIN = 64 << 10;
    private static final long WORKING_BYTES_MAX = 4 << 20;

    private @Nullable ListFile file;

    synchronized ListFile file(Worker worker) {
        ListFile known = file;
        if (known == null) {
            long workingBytes = worker.query().workingBytes(1) / WORKING_DIVISOR;
            known = new ListFile(
                    worker.newLastingFile(), Math.clamp(workingBytes, WORKING_BYTES_MIN, WORKING_BYTES_MAX));
            file = known;
        }
        return known;
    }

    /** Forgets the file, to which lists that somebody has may still refer. */
    synchronized void clear() {
        file = null;
    }
}
