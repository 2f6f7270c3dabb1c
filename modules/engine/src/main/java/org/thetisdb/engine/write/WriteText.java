package org.thetisdb.engine.write;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.SchemaChange;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Write;
import org.thetisdb.engine.operator.ExpressionText;

/** Describes in one line what an operator writes. */
final class WriteText {
    private WriteText() {}

    static String schema(SchemaChange change) {
        return switch (change) {
            case SchemaChange.CreateIndex index ->
                index.words() + " :" + index.label() + "(" + String.join(", ", index.propertyKeys()) + ")";
            case SchemaChange.CreateConstraint constraint ->
                constraint.words() + " " + constraint.kind() + " :" + constraint.labelOrType() + "("
                        + String.join(", ", constraint.propertyKeys()) + ")";
            case SchemaChange.DropIndex index -> index.words() + " " + index.name();
            case SchemaChange.DropConstraint constraint -> constraint.words() + " " + constraint.name();
            case SchemaChange.CreateExtension extension -> extension.words() + " " + extension.name();
            case SchemaChange.UpdateExtension extension -> extension.words() + " " + extension.name();
            case SchemaChange.DropExtension extension -> extension.words() + " " + extension.name();
        };
    }

    /** Whether all assignments are those of REMOVE rather than SET. */
    static boolean areRemovals(List<Write.Assignment> assignments) {
        return assignments.stream().allMatch(WriteText::isRemoval);
    }

    private static boolean isRemoval(Write.Assignment assignment) {
        return switch (assignment) {
            case Write.Assignment.OfProperty property -> property.value().equals(Expression.Literal.NULL);
            case Write.Assignment.OfProperties ignored -> false;
            case Write.Assignment.OfLabels labels -> labels.remove();
        };
    }

    static String merge(Step.Merge merge) {
        String onCreate = merge.onCreate().isEmpty() ? "" : ", on create " + assignments(merge.onCreate());
        String onMatch = merge.onMatch().isEmpty() ? "" : ", on match " + assignments(merge.onMatch());
        return made(merge.create().nodes(), merge.create().relationships()) + onCreate + onMatch;
    }

    static String made(List<Write.NewNode> nodes, List<Write.NewRelationship> relationships) {
        List<String> parts = new ArrayList<>();
        for (Write.NewNode node : nodes) {
            parts.add("(" + ExpressionText.of(node.variable())
                    + node.labels().stream().map(label -> ":" + label).collect(Collectors.joining())
                    + properties(node.properties()) + ")");
        }
        for (Write.NewRelationship relationship : relationships) {
            parts.add("(" + ExpressionText.of(relationship.start()) + ")-["
                    + ExpressionText.of(relationship.variable()) + ":" + relationship.type()
                    + properties(relationship.properties()) + "]->(" + ExpressionText.of(relationship.end()) + ")");
        }
        return String.join(", ", parts);
    }

    private static String properties(Write.Properties properties) {
        if (properties.map().isPresent()) {
            return " " + ExpressionText.of(properties.map().get());
        }
        return properties.entries().isEmpty()
                ? ""
                : properties.entries().stream()
                        .map(entry -> entry.key() + ": " + ExpressionText.of(entry.value()))
                        .collect(Collectors.joining(", ", " {", "}"));
    }

    static String assignments(List<Write.Assignment> assignments) {
        return assignments.stream().map(WriteText::assignment).collect(Collectors.joining(", "));
    }

    private static String assignment(Write.Assignment assignment) {
        String target = ExpressionText.of(assignment.target());
        return switch (assignment) {
            case Write.Assignment.OfProperty property -> property(target, property);
            case Write.Assignment.OfProperties properties ->
                target + (properties.keep() ? " += " : " = ") + ExpressionText.of(properties.value());
            case Write.Assignment.OfLabels labels ->
                target + labels.labels().stream().map(label -> ":" + label).collect(Collectors.joining());
        };
    }

    private static String property(String target, Write.Assignment.OfProperty property) {
        String key = property.key() instanceof Expression.Literal literal
                ? "." + literal.value().orElseThrow()
                : "[" + ExpressionText.of(property.key()) + "]";
        String value =
                property.value().equals(Expression.Literal.NULL) ? "" : " = " + ExpressionText.of(property.value());
        return target + key + value;
    }
}
