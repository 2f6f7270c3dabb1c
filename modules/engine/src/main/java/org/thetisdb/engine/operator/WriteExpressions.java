package org.thetisdb.engine.operator;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Write;

/** The expressions in a query's writes. */
public final class WriteExpressions {
    private WriteExpressions() {}

    public static List<Expression> of(List<Write.Assignment> assignments) {
        List<Expression> expressions = new ArrayList<>();
        for (Write.Assignment assignment : assignments) {
            expressions.add(assignment.target());
            switch (assignment) {
                case Write.Assignment.OfProperty property -> {
                    expressions.add(property.key());
                    expressions.add(property.value());
                }
                case Write.Assignment.OfProperties properties -> expressions.add(properties.value());
                case Write.Assignment.OfLabels ignored -> {}
            }
        }
        return expressions;
    }

    public static List<Expression> of(List<Write.NewNode> nodes, List<Write.NewRelationship> relationships) {
        List<Expression> expressions = new ArrayList<>();
        nodes.forEach(node -> add(node.properties(), expressions));
        relationships.forEach(relationship -> add(relationship.properties(), expressions));
        return expressions;
    }

    private static void add(Write.Properties properties, List<Expression> expressions) {
        properties.entries().forEach(entry -> expressions.add(entry.value()));
        properties.map().ifPresent(expressions::add);
    }
}
