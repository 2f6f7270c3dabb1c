package org.thetisdb.reference.function;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;

/** Values of constant expressions: literals, lists, maps, calls, components, arithmetic. */
final class ExpressionText {
    private final FunctionLibrary library;

    ExpressionText(FunctionLibrary library) {
        this.library = library;
    }

    Object value(String text) {
        Query.Single query = (Query.Single) Cypher.bind("RETURN " + text).query();
        for (Step step : query.steps()) {
            if (step instanceof Step.Compute compute) {
                return value(compute.items().getFirst().expression());
            }
        }
        throw new IllegalArgumentException("no expression: text=" + text);
    }

    private Object value(Expression expression) {
        return switch (expression) {
            case Expression.Literal literal -> literal.value().orElse(null);
            case Expression.ListOf list -> values(list.elements());
            case Expression.MapOf map -> {
                Map<String, Object> entries = new LinkedHashMap<>();
                map.entries().forEach(entry -> entries.put(entry.key(), value(entry.value())));
                yield entries;
            }
            case Expression.Call call -> library.call(call.name(), values(call.arguments()));
            case Expression.Property property ->
                library.component(value(property.target()), property.key()).orElse(null);
            case Expression.Arithmetic arithmetic -> arithmetic(arithmetic);
            case Expression.Negate negate when value(negate.operand()) instanceof Long number -> -number;
            case Expression.Negate negate when value(negate.operand()) instanceof Double number -> -number;
            default -> throw new IllegalArgumentException("not in these tests: expression=" + expression);
        };
    }

    private List<Object> values(List<Expression> expressions) {
        List<Object> values = new ArrayList<>();
        expressions.forEach(expression -> values.add(value(expression)));
        return values;
    }

    private Object arithmetic(Expression.Arithmetic arithmetic) {
        Object left = value(arithmetic.left());
        Object right = value(arithmetic.right());
        if (left instanceof Double dividend && right instanceof Double divisor) {
            return dividend / divisor;
        }
        return library.arithmetic(arithmetic.operator(), left, right).orElseThrow();
    }
}
