package org.thetisdb.engine.extension;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.thetisdb.engine.InnerStatements.Inner;
import org.thetisdb.engine.procedure.ProcedureContext;
import org.thetisdb.extension.StatementContext;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The statements that one call of a procedure runs. Belongs to the thread that calls; others are told so. */
final class StatementsOfCall implements StatementContext, AutoCloseable {
    /** Rows that are in memory together. */
    private static final int ROWS_MAX = 100_000;

    private final Thread thread = Thread.currentThread();
    private final RunOfProcedure call;
    private final ProcedureContext context;
    private final boolean mayWrite;
    private final Set<StatementRows> open = new LinkedHashSet<>();
    private Optional<ThetisException> failure = Optional.empty();
    private boolean over;

    StatementsOfCall(RunOfProcedure call, ProcedureContext context, boolean mayWrite) {
        this.call = call;
        this.context = context;
        this.mayWrite = mayWrite;
    }

    @Override
    public void checkpoint() {
        requireHere();
        context.checkpoint();
    }

    @Override
    public List<Map<String, Object>> run(String statement, Map<String, Object> parameters) {
        List<Map<String, Object>> all = new ArrayList<>();
        try (StatementRows rows = begin(statement, parameters)) {
            while (rows.hasNext()) {
                if (all.size() == ROWS_MAX) {
                    throw new ThetisException(
                            ErrorCode.LIMIT_EXCEEDED,
                            "a statement of a procedure has too many rows: name=" + call.name() + ", rowsMax="
                                    + ROWS_MAX + "; take them by stream, let the statement do more of the work, or use"
                                    + " LIMIT");
                }
                all.add(rows.next());
            }
        }
        return Collections.unmodifiableList(all);
    }

    @Override
    public Stream<Map<String, Object>> stream(String statement, Map<String, Object> parameters) {
        StatementRows rows = begin(statement, parameters);
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED | Spliterator.NONNULL), false)
                .onClose(rows::close);
    }

    private StatementRows begin(String statement, Map<String, Object> parameters) {
        requireHere();
        context.checkpoint();
        Map<String, Object> values = new HashMap<>();
        parameters.forEach(
                (name, value) -> values.put(name, call.types().results().apply(value)));
        return call.outside(() -> {
            try {
                Inner inner = context.begin(statement, values, mayWrite);
                StatementRows rows = new StatementRows(this, call, context, inner);
                open.add(rows);
                if (inner.writes()) {
                    write(rows);
                }
                return rows;
            } catch (ThetisException thrown) {
                throw told(thrown, false);
            }
        });
    }

    /** All of it is done when this returns; the rows are left to be read. */
    private void write(StatementRows rows) {
        boolean isDone = false;
        try {
            if (open.size() > 1) {
                throw new ThetisException(
                        ErrorCode.USAGE,
                        "a statement that writes cannot run while rows of another are read: name=" + call.name()
                                + "; read that stream to its end, close it, or use run");
            }
            rows.write();
            isDone = true;
        } catch (ThetisException thrown) {
            throw told(thrown, true);
        } finally {
            if (!isDone) {
                rows.close();
            }
        }
    }

    /**
     * An error of a statement, as that of the procedure. If the whole is to end, that is why.
     *
     * @param fails whether the call fails, whatever the procedure makes of that: a part of the writes may be there
     */
    ThetisException told(ThetisException error, boolean fails) {
        context.checkpoint();
        ThetisException named = named(error);
        if (fails && failure.isEmpty()) {
            failure = Optional.of(named);
        }
        return named;
    }

    /** The one that has run the statement is named, not those that have run that one. */
    private ThetisException named(ThetisException error) {
        if (error.getCause() instanceof ThetisException) {
            return error.withoutPosition();
        }
        String place = error.position()
                .map(each -> ", line=" + each.line() + ", column=" + each.column())
                .orElse("");
        return new ThetisException(
                error.code(),
                "a statement of an extension has failed: name=" + call.name() + place + "; " + error.getMessage(),
                error);
    }

    /** An error if a statement that writes has failed, whatever the procedure made of that. */
    void requireWhole() {
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    void closed(StatementRows rows) {
        open.remove(rows);
    }

    /** An error where the context is no use. */
    @SuppressWarnings("ReferenceEquality") // The very same thread is meant.
    void requireHere() {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException(
                    "the context of a call belongs to the thread that calls; use it there:" + " name=" + call.name());
        }
        if (over) {
            throw new IllegalStateException(
                    "the call has ended, and its context with it; use the one that the next call is given: name="
                            + call.name());
        }
    }

    @Override
    public void close() {
        over = true;
        List.copyOf(open).forEach(StatementRows::close);
    }
}
