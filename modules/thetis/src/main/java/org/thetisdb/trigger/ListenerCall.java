package org.thetisdb.trigger;

import java.util.List;
import java.util.Map;
import org.thetisdb.extension.ListenerContext;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** One call of a listener. Of use to the thread that calls, until the call ends; others get an error. */
final class ListenerCall implements ListenerContext, AutoCloseable {
    private final TriggerCall statements;
    private final ListenerGate gate;
    private final Thread thread = Thread.currentThread();
    private volatile boolean over;

    /** @param gate lets its statements in */
    ListenerCall(TriggerCall statements, ListenerGate gate) {
        this.statements = statements;
        this.gate = gate;
    }

    @Override
    public void checkpoint() {
        statements.checkpoint();
    }

    @Override
    public List<Map<String, Object>> run(String statement, Map<String, Object> parameters) {
        requireCall();
        if (!gate.enter()) {
            throw new ThetisException(
                    ErrorCode.CLOSED, "the database is being closed, and does not wait for its listeners any longer");
        }
        try {
            return statements.run(statement, parameters);
        } finally {
            gate.leave();
        }
    }

    @SuppressWarnings("ReferenceEquality") // The very same thread.
    private void requireCall() {
        if (over || Thread.currentThread() != thread) {
            throw new IllegalStateException(
                    "the context of a listener is of use in its thread and until the call ends; keep what it gave");
        }
    }

    @Override
    public void close() {
        over = true;
    }
}
