package org.thetisdb.engine.function;

import java.util.Map;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.evaluation.BoxedEvaluator;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.kernel.CoalesceEvaluator;
import org.thetisdb.engine.kernel.DateEvaluator;
import org.thetisdb.engine.kernel.EntityEvaluator;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Finds the evaluator of a function by its canonical name in {@code FunctionCatalog}. */
public final class FunctionTable {
    private static final Map<String, FunctionDefinitions.Definition> DEFINITIONS = definitions();

    private FunctionTable() {}

    private static Map<String, FunctionDefinitions.Definition> definitions() {
        FunctionDefinitions found = new FunctionDefinitions();
        ScalarFunctions.register(found);
        ConversionFunctions.register(found);
        StringFunctions.register(found);
        MathFunctions.register(found);
        TemporalFunctions.register(found);
        SpatialFunctions.register(found);
        VectorFunctions.register(found);
        return found.all();
    }

    /** Whether there is such a function here. */
    static boolean knows(String name) {
        return name.equals("coalesce") || DEFINITIONS.containsKey(name);
    }

    public static Evaluator compile(Expression.Call call, Evaluator[] arguments) {
        if (call.name().equals("coalesce") && arguments.length > 0) {
            return new CoalesceEvaluator(arguments);
        }
        FunctionDefinitions.Definition definition = DEFINITIONS.get(call.name());
        if (definition == null) {
            throw new ThetisException(
                    ErrorCode.UNKNOWN_FUNCTION,
                    "unknown function: name=" + call.name() + "; see the list of functions in the manual");
        }
        Evaluator general = new BoxedEvaluator(arguments, definition.nullForNull(), definition.function());
        return switch (call.name()) {
            case "id" -> new EntityEvaluator(EntityEvaluator.Part.ID, arguments[0], general);
            case "startnode" -> new EntityEvaluator(EntityEvaluator.Part.START_NODE, arguments[0], general);
            case "endnode" -> new EntityEvaluator(EntityEvaluator.Part.END_NODE, arguments[0], general);
            case "date" -> arguments.length == 1 ? new DateEvaluator(arguments[0], general) : general;
            default -> general;
        };
    }
}
