package org.thetisdb.reference.pattern;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.reference.expression.Evaluator;
import org.thetisdb.reference.expression.Row;

/**
 * Predicates that can be tested as soon as a node or relationship is found, not only on the complete match: they
 * read nothing else and cannot fail. Labels, and properties that equal a literal or a parameter.
 */
final class QuickTests {
    private final Map<Variable, List<Expression>> predicates = new HashMap<>();
    private final Evaluator evaluator;

    QuickTests(List<Expression> predicates, Evaluator evaluator) {
        for (Expression each : predicates) {
            Variable subject = subject(each);
            if (subject != null) {
                this.predicates
                        .computeIfAbsent(subject, key -> new ArrayList<>())
                        .add(each);
            }
        }
        this.evaluator = evaluator;
    }

    /** Whether none of these predicates on a variable rules its value out. */
    boolean allow(Variable variable, @Nullable Object entity) {
        List<Expression> about = predicates.getOrDefault(variable, List.of());
        if (about.isEmpty()) {
            return true;
        }
        Row row = Row.EMPTY.with(variable, entity);
        return about.stream().allMatch(each -> evaluator.isTrue(each, row));
    }

    /** The variable that such a predicate is about; null for all others. */
    private static @Nullable Variable subject(Expression predicate) {
        if (predicate instanceof Expression.HasLabels test && test.target() instanceof Expression.Reference reference) {
            return reference.variable();
        }
        boolean isEquality = predicate instanceof Expression.Comparison comparison
                && comparison.operator() == Expression.Comparison.Operator.EQUAL
                && comparison.left() instanceof Expression.Property property
                && property.target() instanceof Expression.Reference
                && (comparison.right() instanceof Expression.Literal
                        || comparison.right() instanceof Expression.Parameter);
        if (!isEquality) {
            return null;
        }
        Expression.Property property = (Expression.Property) ((Expression.Comparison) predicate).left();
        return ((Expression.Reference) property.target()).variable();
    }
}
