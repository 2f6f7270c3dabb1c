package org.thetisdb.engine.pipeline;

import java.util.Optional;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.semantics.ShownValue;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;
import org.thetisdb.value.vector.Vector;

/** The number of rows in a SKIP or LIMIT: an expression that is the same for a whole run. */
public final class Constant {
    private final String clause;
    private final Evaluator evaluator;
    private final Optional<Position> position;

    /** @param position the expression's place in the query's text; empty if nobody wrote it */
    public Constant(String clause, Evaluator evaluator, Optional<Position> position) {
        this.clause = clause;
        this.evaluator = evaluator;
        this.position = position;
    }

    /** The value in the worker's current run; not negative. */
    public synchronized long value(Worker worker) {
        Batch one = worker.newBatch();
        one.fill(1);
        Vector result = evaluator.evaluate(worker.evaluation(), one);
        Object value = result.valueAt(0);
        if (value instanceof Long number && number >= 0) {
            return number;
        }
        ThetisException failure = new ThetisException(
                ErrorCode.INVALID_ARGUMENT,
                clause + " takes an integer that is not negative: value=" + ShownValue.of(value));
        throw position.isPresent() ? failure.at(position.get()) : failure;
    }
}
