package org.thetisdb.engine.extension;

import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.thetisdb.engine.InnerStatements.Inner;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.procedure.ProcedureContext;
import org.thetisdb.value.ThetisException;

/** The rows of a statement that a procedure runs, read while they are asked for. Belongs to the call. */
final class StatementRows implements Iterator<Map<String, Object>>, AutoCloseable {
    private final StatementsOfCall statements;
    private final RunOfProcedure call;
    private final ProcedureContext context;
    private final Inner inner;
    private final ResultCursor rows;
    private int row;
    private int count;
    private boolean ended;
    private boolean closed;

    StatementRows(StatementsOfCall statements, RunOfProcedure call, ProcedureContext context, Inner inner) {
        this.statements = statements;
        this.call = call;
        this.context = context;
        this.inner = inner;
        this.rows = inner.rows();
    }

    /** Does all of a statement that writes; the rows are left to be read. */
    void write() {
        try {
            prepare();
        } finally {
            end();
        }
    }

    private void prepare() {
        while (!closed && row == count) {
            row = 0;
            count = 0;
            if (rows.next()) {
                count = rows.rowCount();
            } else {
                close();
            }
        }
    }

    @Override
    public boolean hasNext() {
        statements.requireHere();
        if (!closed && row == count) {
            call.outside(() -> {
                advance();
                return rows;
            });
        }
        return !closed;
    }

    private void advance() {
        try {
            prepare();
        } catch (ThetisException thrown) {
            close();
            throw statements.told(thrown, false);
        }
    }

    @Override
    public Map<String, Object> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        List<String> columns = rows.columns();
        Map<String, Object> made = LinkedHashMap.newLinkedHashMap(columns.size());
        for (int index = 0; index < columns.size(); index++) {
            made.put(
                    columns.get(index),
                    EntityArguments.made(
                            rows.column(index).valueAt(row),
                            context.reader(),
                            call.types().maker()));
        }
        row++;
        return Collections.unmodifiableMap(made);
    }

    /** Does nothing the second time. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            statements.closed(this);
            rows.close();
            end();
        }
    }

    private void end() {
        if (!ended) {
            ended = true;
            context.end(inner);
        }
    }
}
