package org.thetisdb.engine.scan;

import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.expression.Foldability;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.OperatorTrees;
import org.thetisdb.engine.operator.Unit;
import org.thetisdb.engine.sort.TopK;
import org.thetisdb.engine.sort.TopKFilter;
import org.thetisdb.engine.transform.Filter;
import org.thetisdb.engine.transform.Project;

/**
 * Tells a scan that its node's property is the first key of the {@link TopK} above it, where nothing is between them
 * that might fail for the rows of a chunk that is not read.
 *
 * <pre>
 *   TopK m.creationDate DESC LIMIT 20                   TopK m.creationDate DESC LIMIT 20
 *     Filter m.length &gt; 100                  becomes      Filter m.length &gt; 100
 *       NodeScan m:Message                                  NodeScan m:Message, first chunks by m.creationDate DESC
 * </pre>
 */
public final class FirstChunksFirst {
    private FirstChunksFirst() {}

    /** The tree with such scans; subplans are left alone, and so are queries that write. */
    public static Operator rewrite(Operator root) {
        return OperatorTrees.writes(root)
                ? root
                : OperatorTrees.map(root, each -> each instanceof TopK topK ? below(topK) : each);
    }

    private static Operator below(TopK topK) {
        return topK.withInput(toScan(topK.input(), topK.keys().getFirst()));
    }

    private static Operator toScan(Operator operator, Step.SortKey key) {
        return switch (operator) {
            case TopKFilter filter -> filter.withInput(toScan(filter.input(), key));
            case Filter filter
            when filter.predicates().stream().allMatch(Foldability::isConditionThatCannotFail) ->
                filter.withInput(toScan(filter.input(), key));
            case Project project
            when project.expressions().stream().allMatch(Foldability::cannotFail) ->
                project.withInput(toScan(project.input(), below(project, key)));
            case NodeScan scan
            when scan.input() instanceof Unit && isProperty(scan, key.expression()) -> scan.inOrder(key);
            default -> operator;
        };
    }

    /** The key as it is below a projection. */
    private static Step.SortKey below(Project project, Step.SortKey key) {
        return project.items().stream()
                .filter(item -> key.expression() instanceof Expression.Reference reference
                        && reference.variable().equals(item.variable()))
                .map(item -> new Step.SortKey(item.expression(), key.ascending()))
                .findFirst()
                .orElse(key);
    }

    private static boolean isProperty(NodeScan scan, Expression expression) {
        return expression instanceof Expression.Property property
                && property.target() instanceof Expression.Reference reference
                && reference.variable().equals(scan.node());
    }
}
