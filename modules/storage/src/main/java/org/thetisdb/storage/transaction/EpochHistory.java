package org.thetisdb.storage.transaction;

import java.lang.ref.Cleaner;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.file.EarlierRoot;
import org.thetisdb.storage.log.LogCursor;
import org.thetisdb.storage.log.LogReader;
import org.thetisdb.storage.log.LogRecord;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The epochs before the newest: an earlier root with the part of the log up to the next root over it. They are kept as
 * long as the heap has room, and made again from files when they are asked for after that. Thread safe.
 */
final class EpochHistory {
    private final Cleaner cleaner = Cleaner.create();
    private final LazyLog log;
    private final Map<Long, SoftReference<Epoch>> epochs = new HashMap<>();

    EpochHistory(LazyLog log) {
        this.log = log;
    }

    /** Has an epoch's data files closed when nobody can read them any more. */
    Epoch watch(Epoch epoch) {
        BaseSnapshot base = epoch.base();
        cleaner.register(epoch, base::close);
        return epoch;
    }

    /** An epoch that was the newest until now. */
    synchronized void add(Epoch epoch) {
        epochs.put(epoch.base().root().number(), new SoftReference<>(epoch));
    }

    /**
     * The epoch of a revision before the newest epoch.
     *
     * @throws ThetisException {@link ErrorCode#REVISION_NOT_FOUND} if it is no longer retained
     */
    synchronized Epoch find(long revision, Epoch newest) {
        List<EarlierRoot> roots = newest.base().root().earlierRoots();
        long behind = newest.base().revision();
        for (EarlierRoot root : roots) {
            if (root.revision() <= revision) {
                return epoch(root, behind, newest);
            }
            behind = root.revision();
        }
        throw new ThetisException(
                ErrorCode.REVISION_NOT_FOUND,
                "The revision is older than what is retained: revision=" + revision + ", oldest=" + behind
                        + ". Ask for a later one; retention is set when the database is opened.");
    }

    /** All epochs that are retained, oldest first. */
    synchronized List<Epoch> all(Epoch newest) {
        List<Epoch> all = new ArrayList<>();
        long behind = newest.base().revision();
        for (EarlierRoot root : newest.base().root().earlierRoots()) {
            all.add(epoch(root, behind, newest));
            behind = root.revision();
        }
        Collections.reverse(all);
        all.add(newest);
        return all;
    }

    private Epoch epoch(EarlierRoot root, long lastRevision, Epoch newest) {
        SoftReference<Epoch> kept = epochs.get(root.number());
        Epoch known = kept == null ? null : kept.get();
        if (known != null) {
            return known;
        }
        Epoch made = watch(new Epoch(newest.base().openEarlier(root)));
        replay(made, lastRevision, newest);
        epochs.put(root.number(), new SoftReference<>(made));
        return made;
    }

    /** Names are taken from the newest epoch, which knows them all. */
    private void replay(Epoch epoch, long lastRevision, Epoch newest) {
        long first = epoch.base().revision() + 1;
        if (first > lastRevision) {
            return;
        }
        try (LogReader opened = log.requiredReader(lastRevision);
                LogCursor cursor = opened.cursor(first);
                Epoch.Replay replay = epoch.replay()) {
            while (cursor.lastRevision() < lastRevision && cursor.next()) {
                if (cursor.record() instanceof LogRecord.Commit commit) {
                    replay.commit(
                            commit.revision(),
                            commit.operations(),
                            epoch.catalog(newest.base().catalog()),
                            change -> {});
                }
            }
            cursor.checkReached(lastRevision);
        }
    }
}
