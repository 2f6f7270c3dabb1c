package org.thetisdb.engine;

import java.util.Map;
import java.util.Optional;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;

/** Runs statements that belong to one that runs: those of a procedure. Thread safe. */
@FunctionalInterface
public interface InnerStatements {
    /** For what runs by itself, without an engine. */
    InnerStatements NONE = (text, parameters, mayWrite, outer) -> {
        throw new IllegalStateException("there is no engine here that could run a statement");
    };

    /**
     * What a statement runs within.
     *
     * @param options of the outer statement, with the time that it sees
     * @param snapshot that it sees
     * @param transaction that it writes into, if there is one
     * @param stop ends with the outer one
     */
    record Outer(RunOptions options, Snapshot snapshot, Optional<GraphTransaction> transaction, StopSignal stop) {}

    /**
     * A statement that has begun.
     *
     * @param rows to be closed
     * @param writes whether the first call of {@code next} runs all of it, and changes the graph
     */
    record Inner(ResultCursor rows, boolean writes) {}

    /**
     * Begins a statement, which sees what the outer one sees.
     *
     * @param parameters boxed as {@code org.thetisdb.value} lists them
     * @param mayWrite whether it may change the graph; there must be a transaction then
     * @throws org.thetisdb.value.ThetisException for what is wrong with the text; {@code READ_ONLY_TRANSACTION}; {@code
     *     USAGE} if it asks for a state of its own; {@code LIMIT_EXCEEDED} if it is within too many others
     */
    Inner begin(String text, Map<String, Object> parameters, boolean mayWrite, Outer outer);
}
