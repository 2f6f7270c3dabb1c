package org.thetisdb.storage.transaction;

import java.util.List;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.base.SnapshotCheck;
import org.thetisdb.storage.base.StoreCheck;
import org.thetisdb.storage.file.EarlierRoot;
import org.thetisdb.storage.options.CheckDepth;

/**
 * Reads the revisions that a store retains:
 *
 * <pre>
 *   root 1 ── log ──► root 2 ── log ──► root 3 ── log ──► now
 *                 ▲              ▲                     ▲
 *                 each of these revisions takes in all of the log before it, up to its root
 * </pre>
 *
 * The newest is compared with itself ({@link SnapshotCheck}), and the others if that is asked for.
 */
final class HistoryCheck {
    private final Revisions revisions;
    private final BaseSnapshot base;
    private final StoreCheck check;

    HistoryCheck(Revisions revisions, BaseSnapshot base, StoreCheck check) {
        this.revisions = revisions;
        this.base = base;
        this.check = check;
    }

    void run(CheckDepth depth) {
        check.phase("revisions");
        check.guarded("the newest revision", () -> read(revisions.revision(), CheckDepth.ALL_ROOTS));
        List<EarlierRoot> roots = base.root().earlierRoots();
        long behind = base.revision();
        for (EarlierRoot root : roots) {
            long last = behind - 1;
            check.guarded("revision " + last, () -> read(last, depth));
            if (depth == CheckDepth.ALL_ROOTS) {
                check.guarded("root of revision " + root.revision(), () -> check.root(root));
            }
            behind = root.revision();
        }
    }

    private void read(long revision, CheckDepth depth) {
        Snapshot snapshot = revisions.snapshot(revision);
        try {
            check.items(1);
            if (depth == CheckDepth.ALL_ROOTS) {
                new SnapshotCheck(snapshot, "revision " + revision, check).run();
            }
        } finally {
            snapshot.release();
        }
    }
}
