package org.thetisdb.engine.operator;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;

/** Writes pieces of operators' lines much as a user would have written them. */
public final class PatternText {
    private PatternText() {}

    /** A variable's name, if there is one. */
    public static String name(Optional<Variable> variable) {
        return variable.map(ExpressionText::of).orElse("");
    }

    /** A node of a pattern. */
    public static String node(Variable variable) {
        return node(variable, Optional.empty());
    }

    /** A node of a pattern, with its labels. */
    public static String node(Variable variable, Optional<LabelExpression> labels) {
        return "(" + ExpressionText.of(variable) + labels(labels) + ")";
    }

    /** Labels with their colon. */
    public static String labels(Optional<LabelExpression> labels) {
        return labels.map(each -> ":" + ExpressionText.of(each)).orElse("");
    }

    /** Relationship types with their colon; nothing for all. */
    public static String types(List<String> types) {
        return types.isEmpty() ? "" : ":" + String.join("|", types);
    }

    /** A relationship of a pattern with what is in its brackets. */
    public static String arrow(Direction direction, String inside) {
        String body = inside.isEmpty() ? "--" : "-[" + inside + "]-";
        return switch (direction) {
            case OUTGOING -> body + ">";
            case INCOMING -> "<" + body;
            case BOTH -> body;
        };
    }

    /** The lengths of a path. */
    public static String length(int minimum, OptionalLong maximum) {
        return "*" + minimum + ".." + (maximum.isPresent() ? Long.toString(maximum.getAsLong()) : "");
    }

    /** A property by whose index nodes are found. */
    public static String indexed(Variable node, String label, String property) {
        return "(" + ExpressionText.of(node) + ":" + label + ")." + property;
    }

    /** Conjuncts, if there are any, with what introduces them. */
    public static String prefixed(String prefix, List<Expression> conjuncts) {
        return conjuncts.isEmpty() ? "" : prefix + ExpressionText.all(conjuncts);
    }

    /** Columns with what they are computed of. */
    public static String items(List<Step.Item> items) {
        return items.stream().map(PatternText::item).collect(Collectors.joining(", "));
    }

    private static String item(Step.Item item) {
        String value = ExpressionText.of(item.expression());
        String name = ExpressionText.of(item.variable());
        return value.equals(name) ? value : value + " AS " + name;
    }

    /** Sort keys with their directions. */
    public static String keys(List<Step.SortKey> keys) {
        return keys.stream()
                .map(key -> ExpressionText.of(key.expression()) + (key.ascending() ? "" : " DESC"))
                .collect(Collectors.joining(", "));
    }

    /** SKIP and LIMIT, each with a blank before it. */
    public static String slice(Optional<Expression> skip, Optional<Expression> limit) {
        return skip.map(each -> " SKIP " + ExpressionText.of(each)).orElse("")
                + limit.map(each -> " LIMIT " + ExpressionText.of(each)).orElse("");
    }
}
