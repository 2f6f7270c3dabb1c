package org.thetisdb.engine.function;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.engine.evaluation.BoxedEvaluator;

/** Gathers what each family of functions defines, while the table of functions is built. */
final class FunctionDefinitions {
    /**
     * A function of boxed values.
     *
     * @param nullForNull whether any null argument makes the result null
     */
    record Definition(boolean nullForNull, BoxedEvaluator.Function function) {}

    private final Map<String, Definition> definitions = new HashMap<>();

    /** A function that gives null for null. */
    void add(String name, BoxedEvaluator.Function function) {
        definitions.put(name, new Definition(true, function));
    }

    /** A function that sees nulls. */
    void addForNulls(String name, BoxedEvaluator.Function function) {
        definitions.put(name, new Definition(false, function));
    }

    Map<String, Definition> all() {
        return Map.copyOf(definitions);
    }
}
