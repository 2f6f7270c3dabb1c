package org.thetisdb.engine.expression;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Finds the evaluator of a function by its canonical name in {@code FunctionCatalog}. */
final class FunctionTable {
    private static final Map<String, Definition> DEFINITIONS = definitions();

    /**
     * A function of boxed values.
     *
     * @param nullForNull whether any null argument makes the result null
     */
    record Definition(boolean nullForNull, BoxedEvaluator.Function function) {}

    /** Collects definitions while the table is built. */
    static final class Builder {
        private final Map<String, Definition> definitions = new HashMap<>();

        /** A function that gives null for null. */
        void add(String name, BoxedEvaluator.Function function) {
            definitions.put(name, new Definition(true, function));
        }

        /** A function that sees nulls. */
        void addForNulls(String name, BoxedEvaluator.Function function) {
            definitions.put(name, new Definition(false, function));
        }
    }

    private FunctionTable() {}

    private static Map<String, Definition> definitions() {
        Builder builder = new Builder();
        ScalarFunctions.register(builder);
        ConversionFunctions.register(builder);
        StringFunctions.register(builder);
        MathFunctions.register(builder);
        TemporalFunctions.register(builder);
        SpatialFunctions.register(builder);
        return Map.copyOf(builder.definitions);
    }

    /** Whether there is such a function here. */
    static boolean knows(String name) {
        return name.equals("coalesce") || DEFINITIONS.containsKey(name);
    }

    static Evaluator compile(Expression.Call call, Evaluator[] arguments) {
        if (call.name().equals("coalesce") && arguments.length > 0) {
            return new CoalesceEvaluator(arguments);
        }
        Definition definition = DEFINITIONS.get(call.name());
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
