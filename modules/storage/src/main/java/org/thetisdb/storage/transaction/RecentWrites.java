package org.thetisdb.storage.transaction;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.thetisdb.storage.delta.ReadTracker;
import org.thetisdb.storage.delta.WriteSet;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * What was written lately, as long as a serializable transaction may have read before it.
 *
 * <p>{@link #ended} may be called by any thread; all else under the lock under which commits get their revisions.
 */
final class RecentWrites {
    private record Written(long revision, WriteSet set) {}

    /** Oldest first. */
    private final ArrayDeque<Written> written = new ArrayDeque<>();

    /** The serializable transactions that have not ended, by the revision that they began with. */
    private final Map<StoreTransaction, Long> tracked = new ConcurrentHashMap<>();

    void began(StoreTransaction transaction, long revision) {
        tracked.put(transaction, revision);
    }

    void ended(StoreTransaction transaction) {
        tracked.remove(transaction);
    }

    /**
     * Takes in a commit, and forgets what all serializable transactions see, those that are yet to begin among them.
     *
     * @param published the newest revision that a transaction may begin with
     */
    void add(long revision, WriteSet set, long published) {
        assert written.isEmpty() || written.peekLast().revision() < revision : "revision=" + revision;
        written.addLast(new Written(revision, set));
        long oldest = published;
        for (long begun : tracked.values()) {
            oldest = Math.min(oldest, begun);
        }
        while (!written.isEmpty() && written.peekFirst().revision() <= oldest) {
            written.removeFirst();
        }
    }

    /** Optimistic validation: backward, against what was committed since a revision (Kung, Robinson 1981). */
    void requireUntouched(ReadTracker reads, long sinceRevision) {
        for (Iterator<Written> newest = written.descendingIterator(); newest.hasNext(); ) {
            Written other = newest.next();
            if (other.revision() <= sinceRevision) {
                return;
            }
            if (reads.meets(other.set())) {
                throw new ThetisException(
                        ErrorCode.TRANSACTION_CONFLICT,
                        "A concurrent transaction has changed what this serializable one has read: revision="
                                + other.revision() + ". Run it again, or let executeWrite do so.");
            }
        }
    }
}
