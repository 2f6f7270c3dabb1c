package org.thetisdb.trigger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.engine.extension.TriggerExtension;
import org.thetisdb.engine.query.QueryEngine;
import org.thetisdb.engine.query.QueryHandle;
import org.thetisdb.entity.EntityReader;
import org.thetisdb.extension.TriggerContext;
import org.thetisdb.extension.TriggerPhase;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** One call of a trigger, or of a listener: what it may ask and run. Belongs to the thread that calls. */
final class TriggerCall implements TriggerContext {
    /** Rows of a statement of a trigger are in memory, all of them. */
    private static final int ROWS_MAX = 100_000;

    private final TriggerHost host;
    private final RunOptions runOptions;
    private final Caller caller;
    private final Optional<GraphTransaction> transaction;
    private final long revision;
    private final StopSignal stop;
    private boolean hasWritten;
    private Optional<ThetisException> failure = Optional.empty();

    /**
     * Who is called.
     *
     * @param what it is: a trigger, say
     * @param name its own
     * @param onlyReads whether its statements may not write
     */
    record Caller(String what, String name, boolean onlyReads) {
        static Caller of(TriggerExtension trigger) {
            return new Caller("trigger", trigger.name(), trigger.phase() == TriggerPhase.CONSTRAINT);
        }
    }

    /** @param transaction that has made the changes; empty if it is committed, or there is none */
    TriggerCall(
            TriggerHost host,
            RunOptions runOptions,
            Caller caller,
            Optional<GraphTransaction> transaction,
            long revision,
            StopSignal stop) {
        this.host = host;
        this.runOptions = runOptions;
        this.caller = caller;
        this.transaction = transaction;
        this.revision = revision;
        this.stop = stop;
    }

    @Override
    public void checkpoint() {
        stop.checkpoint();
    }

    @Override
    public long revision() {
        return revision;
    }

    /** An error if a statement in the transaction has failed, whatever the trigger made of that. */
    void requireWhole() {
        stop.checkpoint();
        if (failure.isPresent() && transaction.isPresent()) {
            throw failure.get();
        }
    }

    /** Whether the transaction may have changes that it had not before the call. */
    boolean hasWritten() {
        return hasWritten;
    }

    @Override
    public List<Map<String, Object>> run(String statement, Map<String, Object> parameters) {
        stop.checkpoint();
        try {
            Map<String, Object> values = new HashMap<>();
            parameters.forEach(
                    (name, value) -> values.put(name, host.types().results().apply(value)));
            return run(statement, values, host.engine().get());
        } catch (ThetisException thrown) {
            failure = Optional.of(thrown);
            throw thrown;
        }
    }

    private List<Map<String, Object>> run(String statement, Map<String, Object> values, QueryEngine engine) {
        QueryHandle query = engine.find(statement);
        if (query.needs().writes() && caller.onlyReads()) {
            throw new ThetisException(
                    ErrorCode.READ_ONLY_TRANSACTION,
                    "a trigger of the phase CONSTRAINT only reads: name=" + caller.name()
                            + "; write in one of the phase COMMIT");
        }
        if (query.needs().past().isPresent()) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "a statement of a " + caller.what() + " sees what the transaction sees: name=" + caller.name()
                            + "; leave USE out");
        }
        hasWritten |= query.needs().writes();
        if (transaction.isPresent()) {
            return rows(query, values, engine, transaction.get());
        }
        return host.retries().run(() -> runAlone(query, values, engine));
    }

    private List<Map<String, Object>> runAlone(QueryHandle query, Map<String, Object> values, QueryEngine engine) {
        try (GraphTransaction own = host.store().begin(Isolation.SNAPSHOT)) {
            List<Map<String, Object>> rows = rows(query, values, engine, own);
            own.commit(Optional.empty());
            return rows;
        }
    }

    private List<Map<String, Object>> rows(
            QueryHandle query, Map<String, Object> values, QueryEngine engine, GraphTransaction within) {
        List<Map<String, Object>> rows = new ArrayList<>();
        try (ResultCursor cursor = engine.run(query, values, runOptions, within, TransactionSteps.NONE, stop.part())) {
            EntityReader entities =
                    host.readers().take(within.snapshot(), host.types().maker());
            try {
                while (cursor.next()) {
                    add(cursor, entities, rows);
                }
            } finally {
                host.readers().giveBack(entities);
            }
        }
        return rows;
    }

    private void add(ResultCursor cursor, EntityReader entities, List<Map<String, Object>> rows) {
        if (rows.size() + cursor.rowCount() > ROWS_MAX) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "a statement of a " + caller.what() + " has too many rows: name=" + caller.name() + ", rowsMax="
                            + ROWS_MAX
                            + "; let the statement do more of the work, or use LIMIT");
        }
        List<String> columns = cursor.columns();
        for (int row = 0; row < cursor.rowCount(); row++) {
            Map<String, Object> made = LinkedHashMap.newLinkedHashMap(columns.size());
            for (int index = 0; index < columns.size(); index++) {
                made.put(
                        columns.get(index),
                        entities.resolve(cursor.column(index).valueAt(row)));
            }
            rows.add(Collections.unmodifiableMap(made));
        }
        entities.refresh();
    }
}
