package org.thetisdb.session;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashSet;
import java.util.Set;

/**
 * The files of completed results whose rows did not fit on the heap. A result closes its file when its last row is
 * read; here is closed what belongs to results that were dropped before that, and all when their scope is over.
 *
 * <p>Belongs to whom {@link OpenResults} belongs to.
 */
final class LostSpools {
    private static final class Spool extends WeakReference<OpenResult> {
        private final SpooledRows rows;

        Spool(OpenResult result, SpooledRows rows, ReferenceQueue<OpenResult> lost) {
            super(result, lost);
            this.rows = rows;
        }
    }

    private final ReferenceQueue<OpenResult> lost = new ReferenceQueue<>();
    private final Set<Spool> spools = new HashSet<>();

    /** Notes the file of a result, and closes those of results that are gone. */
    void add(OpenResult result, SpooledRows rows) {
        for (Reference<? extends OpenResult> gone = lost.poll(); gone != null; gone = lost.poll()) {
            spools.remove((Spool) gone);
            ((Spool) gone).rows.close();
        }
        spools.add(new Spool(result, rows, lost));
    }

    void closeAll() {
        spools.forEach(spool -> spool.rows.close());
        spools.clear();
    }
}
