package org.thetisdb.engine.expression;

import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Finds the evaluator of a function by its canonical name. */
final class FunctionTable {
    private FunctionTable() {}

    static Evaluator compile(Expression.Call call, Evaluator[] arguments) {
        if (call.name().equals("coalesce") && arguments.length > 0) {
            return new CoalesceEvaluator(arguments);
        }
        throw new ThetisException(
                ErrorCode.UNKNOWN_FUNCTION,
                "unknown function: name=" + call.name() + "; see the list of functions in the manual");
    }
}
