package org.thetisdb.session;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The results of a session, or of a transaction, whose statements are not completed: what reads and was not read to its
 * end. A statement that writes is completed when it is run, and never gets here.
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
 * <p>Belongs to the session's thread.
 */
public final class OpenResults {
    private final ReferenceQueue<OpenResult> lost = new ReferenceQueue<>();
    private final Map<OpenRows, Earlier> earlier = new LinkedHashMap<>();

    /** Null if there is none. */
    private @Nullable OpenResult latest;

    private static final class Earlier extends WeakReference<OpenResult> {
        private final OpenRows rows;

        Earlier(OpenResult result, OpenRows rows, ReferenceQueue<OpenResult> lost) {
            super(result, lost);
            this.rows = rows;
        }
    }

    /** A statement begins; between {@link Activity#enter} and {@link Activity#leave} only. */
    void beginStatement() {
        if (latest != null) {
            OpenResult former = latest;
            latest = null;
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
        latest = result;
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    void remove(OpenResult result, OpenRows rows) {
        if (latest == result) {
            latest = null;
        } else {
            earlier.remove(rows);
        }
    }

    /** Reads what is left of all, so that later writes cannot show in them; outside of enter and leave. */
    void keepRest() {
        if (latest != null) {
            latest.keepRest();
        }
        List.copyOf(earlier.values()).stream()
                .map(Reference::get)
                .filter(Objects::nonNull)
                .forEach(OpenResult::keepRest);
    }

    /** Ends all, when their scope is over; between {@link Activity#enter} and {@link Activity#leave} only. */
    void closeAll() {
        closeRows();
        if (latest != null) {
            latest.drop();
            latest = null;
        }
        earlier.values().stream().map(Reference::get).filter(Objects::nonNull).forEach(OpenResult::drop);
        earlier.clear();
    }

    /** Closes what all hold, also for the thread that closes the database while the results' owner is outside. */
    void closeRows() {
        if (latest != null) {
            latest.openRows().ifPresent(OpenRows::close);
        }
        earlier.keySet().forEach(OpenRows::close);
    }

    /** How many results are known here. */
    public int count() {
        return earlier.size() + (latest == null ? 0 : 1);
    }
}
