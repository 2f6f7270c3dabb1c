package org.thetisdb.running;

import java.time.Clock;
import java.time.ZonedDateTime;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.DisplayText;
import org.thetisdb.cypher.bound.ProcedureSignature;
import org.thetisdb.engine.procedure.Procedure;
import org.thetisdb.engine.procedure.Procedure.Rows;
import org.thetisdb.engine.procedure.ProcedureProvider;
import org.thetisdb.running.TransactionState.StatementState;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.ThetisException;

/**
 * The procedures that show and end transactions: SHOW TRANSACTIONS and TERMINATE TRANSACTIONS. The names of the columns
 * are those of Neo4j's commands, as far as an embedded database has what they show. Thread safe.
 */
public final class TransactionProcedures implements ProcedureProvider {
    private static final String COLUMNS = "(database STRING, transactionId STRING, currentQueryId STRING,"
            + " connectionId STRING, currentQuery STRING, startTime ZONED_DATETIME, status STRING,"
            + " elapsedTime DURATION, idleTime DURATION, currentQueryElapsedTime DURATION, access STRING,"
            + " isolation STRING, revision INTEGER, estimatedUsedHeapMemory INTEGER, pinnedBytes INTEGER,"
            + " timeout DURATION, idleTimeout DURATION)";

    private final RunningTransactions transactions;
    private final String database;
    private final Clock clock;

    /**
     * @param database what it is called
     * @param clock for the times at which transactions began
     */
    public TransactionProcedures(RunningTransactions transactions, String database, Clock clock) {
        this.transactions = transactions;
        this.database = database;
        this.clock = clock;
    }

    @Override
    public List<Procedure> procedures() {
        return List.of(
                new Procedure(
                        ProcedureSignature.parse(
                                "dbms.transactions([ids ANY]) :: " + COLUMNS,
                                "Lists the transactions that run, the oldest first; also SHOW TRANSACTIONS"),
                        (context, arguments, rows) -> show(arguments[0], rows)),
                new Procedure(
                        ProcedureSignature.parse(
                                        "dbms.terminateTransactions(ids ANY) :: (transactionId STRING, message STRING)",
                                        "Ends transactions of others; also TERMINATE TRANSACTIONS")
                                .acting(),
                        (context, arguments, rows) -> terminate(arguments[0], rows)));
    }

    private void show(@Nullable Object ids, Rows rows) {
        Optional<Set<String>> wanted = ids == null ? Optional.empty() : Optional.of(ids(ids));
        ZonedDateTime now = clock.instant().atZone(clock.getZone());
        for (TransactionState state : transactions.list()) {
            if ((wanted.isEmpty() || wanted.get().contains(state.id())) && !rows.add(row(state, now))) {
                return;
            }
        }
    }

    private @Nullable Object[] row(TransactionState state, ZonedDateTime now) {
        Optional<StatementState> statement = state.statement();
        return new @Nullable Object[] {
            database,
            state.id(),
            statement.map(StatementState::id).orElse(null),
            state.sessionId(),
            statement.map(StatementState::text).orElse(null),
            now.minusNanos(state.elapsedNanos()),
            status(state),
            duration(state.elapsedNanos()),
            duration(state.idleNanos()),
            statement
                    .map(StatementState::elapsedNanos)
                    .map(TransactionProcedures::duration)
                    .orElse(null),
            state.readOnly() ? "READ" : "WRITE",
            state.isolation().name(),
            state.revision(),
            state.memoryBytes(),
            state.pinnedBytes(),
            limit(state.timeoutNanos()),
            limit(state.idleTimeoutNanos())
        };
    }

    private static String status(TransactionState state) {
        return switch (state.status()) {
            case RUNNING -> "Running";
            case IDLE -> "Idle";
            case CLOSING -> "Closing";
            case TERMINATED -> "Terminated";
        };
    }

    private static IsoDuration duration(long nanos) {
        return new IsoDuration(
                0, 0, nanos / IsoDuration.NANOS_PER_SECOND, (int) (nanos % IsoDuration.NANOS_PER_SECOND));
    }

    private static @Nullable IsoDuration limit(long nanos) {
        return nanos == 0 ? null : duration(nanos);
    }

    private void terminate(@Nullable Object ids, Rows rows) {
        if (ids == null) {
            return;
        }
        for (String id : ids(ids)) {
            String message = transactions.terminate(id) ? "Transaction terminated." : "Transaction not found.";
            if (!rows.add(id, message)) {
                return;
            }
        }
    }

    /** Each once, in their order. */
    private static Set<String> ids(Object ids) {
        Set<String> found = new LinkedHashSet<>();
        for (Object id : ids instanceof List<?> list ? list : List.of(ids)) {
            if (!(id instanceof String text)) {
                throw new ThetisException(
                        ErrorCode.INVALID_ARGUMENT,
                        "the id of a transaction is a string: value=" + DisplayText.of(id)
                                + "; SHOW TRANSACTIONS lists them");
            }
            found.add(text);
        }
        return found;
    }
}
