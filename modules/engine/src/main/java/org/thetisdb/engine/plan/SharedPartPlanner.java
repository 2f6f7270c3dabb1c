package org.thetisdb.engine.plan;

import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Argument;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.subquery.Apply;

/**
 * Finds a part of a pattern that is attached to one bound node of which there are few, while there are many rows: that
 * part is found once for each such node instead of once for each row.
 *
 * <pre>
 *   rows: (topic, forum, author)  14,000 of them, one topic
 *   pattern: (topic)&lt;--(message)--&gt;(reader),  (forum)--&gt;(reader)
 *            '------- shared -------'
 * </pre>
 */
final class SharedPartPlanner {
    /** Rows for each different node from which on sharing pays for keeping the part's rows. */
    private static final double ROWS_PER_NODE_MIN = 16;

    private static final int HOPS_MIN = 2;

    private final PlanningContext context;
    private final QueryGraph graph;
    private final PatternUse use;

    SharedPartPlanner(PlanningContext context, QueryGraph graph, PatternUse use) {
        this.context = context;
        this.graph = graph;
        this.use = use;
    }

    /** The plan with the shared part found, or as it was. */
    PartialPlan plan(PartialPlan start) {
        if (!graph.shortestPaths().isEmpty() || !graph.paths().isEmpty()) {
            return start;
        }
        return anchor(start).flatMap(anchor -> shared(start, anchor)).orElse(start);
    }

    private Optional<Variable> anchor(PartialPlan start) {
        return graph.nodes().stream()
                .filter(start.bound()::contains)
                .filter(node -> context.choice()
                        .either(start.rows()
                                >= ROWS_PER_NODE_MIN * start.labels().distinctNodes(node)))
                .findFirst();
    }

    private Optional<PartialPlan> shared(PartialPlan start, Variable anchor) {
        Set<Variable> nodes = new LinkedHashSet<>(Set.of(anchor));
        Set<Integer> hops = reach(start, nodes);
        if (hops.size() < HOPS_MIN || hops.stream().anyMatch(index -> hasRivalOutside(index, hops))) {
            return Optional.empty();
        }
        QueryGraph.Part part = graph.part(nodes, hops, condition -> true);
        Operator argument = new Argument(List.of(anchor), false, 1);
        PartialPlan found = new MatchPlanner(context, part.graph(), use.ofPart(Set.of()))
                .plan(argument, Set.of(anchor), start.labels());
        return Optional.of(joined(start, anchor, found, hops, part.conditions()));
    }

    /** All hops that can be reached from the anchor without passing another bound node; adds their nodes. */
    private Set<Integer> reach(PartialPlan start, Set<Variable> nodes) {
        Set<Integer> hops = new LinkedHashSet<>();
        boolean grows = true;
        while (grows) {
            grows = false;
            for (int index = 0; index < graph.hops().size(); index++) {
                GraphPattern.Hop hop = graph.hops().get(index).hop();
                boolean touches = nodes.contains(hop.left()) || nodes.contains(hop.right());
                if (touches
                        && !hops.contains(index)
                        && isOpen(start, nodes, hop.left())
                        && isOpen(start, nodes, hop.right())
                        && readsNothingElse(start, nodes, hop)) {
                    hops.add(index);
                    nodes.add(hop.left());
                    nodes.add(hop.right());
                    grows = true;
                }
            }
        }
        return hops;
    }

    private static boolean isOpen(PartialPlan start, Set<Variable> nodes, Variable node) {
        return nodes.contains(node) || !start.bound().contains(node);
    }

    private static boolean readsNothingElse(PartialPlan start, Set<Variable> nodes, GraphPattern.Hop hop) {
        return !start.bound().contains(hop.relationship()) && QueryGraph.readsOnly(hop, nodes);
    }

    private boolean hasRivalOutside(int index, Set<Integer> inside) {
        GraphPattern.Hop hop = graph.hops().get(index).hop();
        List<String> types = context.typeNames(hop.types());
        for (int place = 0; place < graph.hops().size(); place++) {
            QueryGraph.GroupedHop other = graph.hops().get(place);
            List<String> otherTypes = context.typeNames(other.hop().types());
            boolean sameGroup = other.group() == graph.hops().get(index).group();
            boolean overlap =
                    types.isEmpty() || otherTypes.isEmpty() || types.stream().anyMatch(otherTypes::contains);
            if (!inside.contains(place) && sameGroup && overlap) {
                return true;
            }
        }
        return false;
    }

    private PartialPlan joined(
            PartialPlan start, Variable anchor, PartialPlan found, Set<Integer> hops, BitSet conditions) {
        List<Variable> outputs =
                found.bound().stream().filter(each -> !each.equals(anchor)).toList();
        OptionalInt closing = closing(start, hops, Set.copyOf(outputs));
        Optional<Apply.Along> along = closing.stream()
                .mapToObj(index -> along(graph.hops().get(index).hop(), outputs))
                .findFirst();
        double rows = start.rows() * found.rows();
        double relationships = along.isPresent() ? start.rows() * degree(start, found, along.get()) : rows;
        double left = rows * along.map(each -> share(start, found, each)).orElse(1.0);
        Operator apply = new Apply(start.operator(), found.operator(), false, List.of(anchor), along, outputs, left);
        Set<Variable> bound = new HashSet<>(start.bound());
        bound.addAll(found.bound());
        PartialPlan plan = new PartialPlan(
                apply,
                bound,
                start.solvedHops(),
                start.applied(),
                found.labels(),
                start.cost() + found.cost() + relationships + left,
                0);
        for (int hop : hops) {
            plan = plan.solving(hop);
        }
        for (int hop : closing.stream().toArray()) {
            plan = plan.solving(hop);
        }
        for (int condition : conditions.stream().toArray()) {
            plan = plan.applying(condition);
        }
        return plan;
    }

    /** A hop outside of the part, between a node of the rows and one of it, whose relationship nobody asks for. */
    private OptionalInt closing(PartialPlan start, Set<Integer> hops, Set<Variable> outputs) {
        return IntStream.range(0, graph.hops().size())
                .filter(index -> !hops.contains(index))
                .filter(index -> isClosing(graph.hops().get(index).hop(), start, outputs))
                .filter(index -> !hasRivalOutside(index, Set.of(index)))
                .filter(index -> context.choice().either(true))
                .findFirst();
    }

    private boolean isClosing(GraphPattern.Hop hop, PartialPlan start, Set<Variable> outputs) {
        return hop.length().isEmpty()
                && !context.isRead(hop.relationship())
                && !start.bound().contains(hop.relationship())
                && (start.bound().contains(hop.left()) && outputs.contains(hop.right())
                        || start.bound().contains(hop.right()) && outputs.contains(hop.left()));
    }

    private Apply.Along along(GraphPattern.Hop hop, List<Variable> outputs) {
        List<String> types = context.typeNames(hop.types());
        return outputs.contains(hop.right())
                ? new Apply.Along(hop.left(), hop.direction(), types, hop.right())
                : new Apply.Along(hop.right(), hop.direction().reversed(), types, hop.left());
    }

    private double degree(PartialPlan start, PartialPlan found, Apply.Along along) {
        return context.cardinality()
                .degree(
                        start.labels().likely(along.outer()),
                        along.types(),
                        along.direction(),
                        found.labels().likely(along.inner()));
    }

    /** How many of all pairs of their nodes are joined by the relationships. */
    private double share(PartialPlan start, PartialPlan found, Apply.Along along) {
        double targets = context.cardinality().nodes(found.labels().likely(along.inner()));
        return Math.min(1, degree(start, found, along) / Math.max(1, targets));
    }
}
