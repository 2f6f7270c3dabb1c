package org.thetisdb.session;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.Snapshot;

/**
 * The results of a session, or of a transaction, whose statements are not completed: what reads and was not read to its
 * end. A statement that writes is completed when it is run, and never gets here, but for its rows that are on disk.
 *
 * <pre>
 *   latest ─────► ResultCore ─► OpenRows      until the next statement begins
 *   earlier ─ ─ ► ResultCore ─► OpenRows      held weakly: whoever has lost a result cannot close it any more, so
 *      └────────────────────────────┘         its rows are closed here, when a statement begins and it is known to
 *                                             be gone
 * </pre>
 *
 * <p>So a program that never closes a result costs no more than those results that it still has, and a statement
 * looks at no result of an earlier one. Only the latest is held strongly, which spares the usual statement, read to
 * its end before the next one, a weak reference.
 *
 * <p>Belongs to the session's thread, and to whoever is in its place inside the {@link Activity}; but for what {@link
 * Holdings} lets any thread do, and {@link #forEachRows}.
 */
public final class OpenResults implements Holdings {
    private static final AtomicReferenceFieldUpdater<OpenResults, OpenResult> LATEST =
            AtomicReferenceFieldUpdater.newUpdater(OpenResults.class, OpenResult.class, "latest");

    private final ReferenceQueue<OpenResult> lost = new ReferenceQueue<>();
    private final Map<OpenRows, Earlier> earlier = new ConcurrentHashMap<>();

    /** Null until a result has rows on disk; most have not. */
    private @Nullable LostSpools spools;

    /** Null if there is none. The owner's writes reach others at the latest when he leaves the {@link Activity}. */
    private volatile @Nullable OpenResult latest;

    private static final class Earlier extends WeakReference<OpenResult> {
        private final OpenRows rows;

        Earlier(OpenResult result, OpenRows rows, ReferenceQueue<OpenResult> lost) {
            super(result, lost);
            this.rows = rows;
        }
    }

    /** A completed result has rows on disk, which are closed with all others, or when it is known to be gone. */
    void add(OpenResult result, SpooledRows rows) {
        LostSpools known = spools == null ? new LostSpools() : spools;
        spools = known;
        known.add(result, rows);
    }

    /** A statement begins; between {@link Activity#enter} and {@link Activity#leave} only. */
    void beginStatement() {
        OpenResult former = latest;
        if (former != null) {
            LATEST.lazySet(this, null);
            former.openRows().ifPresent(rows -> earlier.put(rows, new Earlier(former, rows, lost)));
        }
        for (Reference<? extends OpenResult> gone = lost.poll(); gone != null; gone = lost.poll()) {
            OpenRows rows = ((Earlier) gone).rows;
            if (earlier.remove(rows) != null) {
                rows.close();
            }
        }
    }

    /** To be called after {@link #beginStatement}. */
    void add(OpenResult result) {
        LATEST.lazySet(this, result);
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    void remove(OpenResult result, OpenRows rows) {
        if (latest == result) {
            LATEST.lazySet(this, null);
        } else {
            earlier.remove(rows);
        }
    }

    /** Reads what is left of all, so that later writes cannot show in them; outside of enter and leave. */
    void keepRest() {
        OpenResult last = latest;
        if (last != null) {
            last.keepRest();
        }
        List.copyOf(earlier.values()).stream()
                .map(Reference::get)
                .filter(Objects::nonNull)
                .forEach(OpenResult::keepRest);
    }

    /** Ends all, when their scope is over; between {@link Activity#enter} and {@link Activity#leave} only. */
    void closeAll() {
        closeRows();
        if (spools != null) {
            spools.closeAll();
        }
        OpenResult last = latest;
        if (last != null) {
            last.drop();
            latest = null;
        }
        earlier.values().stream().map(Reference::get).filter(Objects::nonNull).forEach(OpenResult::drop);
        earlier.clear();
    }

    /** Closes what all hold, also for the thread that closes the database while the results' owner is outside. */
    void closeRows() {
        forEachRows(OpenRows::close);
    }

    /** Calls for the rows of each result that is known here; any thread, as far as the consumer is. */
    void forEachRows(Consumer<OpenRows> consumer) {
        OpenResult last = latest;
        if (last != null) {
            last.openRows().ifPresent(consumer);
        }
        earlier.keySet().forEach(consumer);
    }

    /** Closes the results of a transaction that somebody else has ended, and forgets them. */
    @Override
    public void release(OngoingTransaction transaction) {
        OpenResult last = latest;
        if (last != null && isOf(last, transaction)) {
            last.openRows().ifPresent(OpenRows::close);
            last.drop();
            latest = null;
        }
        earlier.forEach((rows, result) -> {
            if (rows.transaction() == transaction) {
                rows.close();
                OpenResult known = result.get();
                if (known != null) {
                    known.drop();
                }
                earlier.remove(rows);
            }
        });
    }

    private static boolean isOf(OpenResult result, OngoingTransaction transaction) {
        return result.openRows()
                .filter(rows -> rows.transaction() == transaction)
                .isPresent();
    }

    @Override
    public long memoryBytes(OngoingTransaction transaction) {
        long[] sum = {0};
        forEachRows(rows -> sum[0] += rows.transaction() == transaction ? rows.memoryBytes() : 0);
        return sum[0];
    }

    @Override
    public Optional<Snapshot> snapshot(OngoingTransaction transaction) {
        List<Snapshot> found = new ArrayList<>();
        forEachRows(rows -> {
            if (rows.transaction() == transaction) {
                found.add(rows.snapshot());
            }
        });
        return found.stream().findFirst();
    }

    /** How many results are known here. */
    public int count() {
        return earlier.size() + (latest == null ? 0 : 1);
    }
}
