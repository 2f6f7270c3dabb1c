package org.thetisdb.storage.transaction;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.delta.ReadTracker;
import org.thetisdb.storage.delta.WriteSet;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;

/**
 * What was written lately, as long as a serializable transaction may have read before it; and when a name came last.
 *
 * <p>{@link #ended} may be called by any thread; all else under the lock under which commits get their revisions.
 */
final class RecentWrites {
    private record Written(long revision, WriteSet set) {}

    /** Oldest first. */
    private final ArrayDeque<Written> written = new ArrayDeque<>();

    /** The serializable transactions that have not ended, by the revision that they began with. */
    private final Map<StoreTransaction, Long> tracked = new ConcurrentHashMap<>();

    /** The names that were known at the last commit, and the first revision at which they were. */
    private Catalog names;

    private long namesRevision;

    /** @param names that are known when the store is opened */
    RecentWrites(Catalog names) {
        this.names = names;
    }

    void began(StoreTransaction transaction, long revision) {
        tracked.put(transaction, revision);
    }

    void ended(StoreTransaction transaction) {
        tracked.remove(transaction);
    }

    /**
     * Takes in a commit, and forgets what all serializable transactions see, those that are yet to begin among them.
     *
     * @param known the names that are known with it
     * @param published the newest revision that a transaction may begin with
     */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    void add(long revision, WriteSet set, Catalog known, long published) {
        Invariant.check(
                written.isEmpty() || written.peekLast().revision() < revision,
                "commits are noted in their order",
                "revision",
                revision);
        written.addLast(new Written(revision, set));
        if (names != known) {
            names = known;
            namesRevision = revision;
        }
        long oldest = published;
        for (long begun : tracked.values()) {
            oldest = Math.min(oldest, begun);
        }
        while (!written.isEmpty() && written.peekFirst().revision() <= oldest) {
            written.removeFirst();
        }
    }

    /** That what a transaction has read is as it was at a revision; see {@link CommitValidation}. */
    void requireUnmodified(ReadTracker reads, long sinceRevision) {
        if (namesRevision > sinceRevision && !reads.isEmpty()) {
            // Whoever looks for what has a name that nobody knows has nothing to read, and nothing is noted.
            throw new ThetisException(
                    ErrorCode.TRANSACTION_CONFLICT,
                    "a concurrent transaction has used a new label, type or property key, and this serializable one may"
                            + " have missed it: revision=" + namesRevision
                            + "; run it again, or let executeWrite do so");
        }
        for (Iterator<Written> newest = written.descendingIterator(); newest.hasNext(); ) {
            Written other = newest.next();
            if (other.revision() <= sinceRevision) {
                return;
            }
            if (reads.meets(other.set())) {
                throw new ThetisException(
                        ErrorCode.TRANSACTION_CONFLICT,
                        "a concurrent transaction has changed what this serializable one has read: revision="
                                + other.revision() + "; run it again, or let executeWrite do so");
            }
        }
    }
}
