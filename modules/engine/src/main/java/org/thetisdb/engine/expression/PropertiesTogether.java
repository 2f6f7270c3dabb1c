package org.thetisdb.engine.expression;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;

/**
 * Which properties of the same variable some expressions read that are evaluated for the same rows: what storage is
 * told so that it reads their pages together. Only those that are read for all rows; of a CASE, an AND or a coalesce,
 * who knows. Immutable.
 */
final class PropertiesTogether {
    /** Nothing is known. */
    static final PropertiesTogether NONE = new PropertiesTogether(Map.of());

    private final Map<Variable, Set<String>> keys;

    private PropertiesTogether(Map<Variable, Set<String>> keys) {
        this.keys = keys;
    }

    static PropertiesTogether of(List<Expression> expressions) {
        Map<Variable, Set<String>> found = new LinkedHashMap<>();
        expressions.forEach(each -> find(each, found));
        found.values().removeIf(ofOne -> ofOne.size() < 2);
        return found.isEmpty() ? NONE : new PropertiesTogether(found);
    }

    private static void find(Expression expression, Map<Variable, Set<String>> found) {
        if (expression instanceof Expression.Property property
                && property.target() instanceof Expression.Reference reference) {
            found.computeIfAbsent(reference.variable(), _ -> new LinkedHashSet<>())
                    .add(property.key());
            return;
        }
        surely(expression).forEach(child -> find(child, found));
    }

    /** The parts that are evaluated for each row for which the expression is. */
    private static List<Expression> surely(Expression expression) {
        return switch (expression) {
            case Expression.Case choice -> choice.operand().stream().toList();
            case Expression.And and -> and.operands().subList(0, 1);
            case Expression.Or or -> or.operands().subList(0, 1);
            case Expression.MapProjection projection -> List.of(projection.target());
            case Expression.ListComprehension comprehension -> List.of(comprehension.list());
            case Expression.Quantifier quantifier -> List.of(quantifier.list());
            case Expression.Reduce reduce -> List.of(reduce.initial(), reduce.list());
            case Expression.Call call ->
                call.arguments().isEmpty() ? List.of() : call.arguments().subList(0, 1);
            case Expression.ExtensionCall call -> call.arguments();
            default -> Foldability.children(expression).toList();
        };
    }

    /** The properties that are read with one of the target's; none if it is read alone. */
    List<String> keys(Expression target) {
        return target instanceof Expression.Reference reference
                ? List.copyOf(keys.getOrDefault(reference.variable(), Set.of()))
                : List.of();
    }
}
