package org.thetisdb.session;

import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.thetisdb.storage.Snapshot;

/**
 * What a session's transactions and statements are called: {@code transaction-3-17} is the seventeenth of the third
 * session. So nothing that is begun waits for other sessions. Counting belongs to the session's thread.
 */
final class TransactionNumbers {
    private final long session;
    private final LongSupplier nanoTime;
    private final ToLongFunction<Snapshot> pinnedBytes;
    private long transactionCount;
    private long statementCount;

    /**
     * @param session its number
     * @param pinnedBytes how much memory only stays taken because of what a snapshot shows
     */
    TransactionNumbers(long session, LongSupplier nanoTime, ToLongFunction<Snapshot> pinnedBytes) {
        this.session = session;
        this.nanoTime = nanoTime;
        this.pinnedBytes = pinnedBytes;
    }

    long nextTransaction() {
        return ++transactionCount;
    }

    long nextStatement() {
        return ++statementCount;
    }

    String sessionId() {
        return "session-" + session;
    }

    String transactionId(long number) {
        return "transaction-" + session + "-" + number;
    }

    String statementId(long number) {
        return "query-" + session + "-" + number;
    }

    long nanoTime() {
        return nanoTime.getAsLong();
    }

    long pinnedBytes(Snapshot snapshot) {
        return pinnedBytes.applyAsLong(snapshot);
    }
}
