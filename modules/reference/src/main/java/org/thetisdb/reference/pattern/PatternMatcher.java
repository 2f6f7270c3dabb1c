package org.thetisdb.reference.pattern;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern.Hop;
import org.thetisdb.cypher.bound.GraphPattern.NamedPath;
import org.thetisdb.cypher.bound.GraphPattern.ShortestPath;
import org.thetisdb.cypher.bound.GraphPattern.VariableLength;
import org.thetisdb.cypher.bound.Step.Match;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.reference.expression.Environment;
import org.thetisdb.reference.expression.Evaluator;
import org.thetisdb.reference.expression.Row;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferenceRelationship;

/**
 * All matches of one MATCH for one row.
 *
 * <p>A variable that the row has already is bound: it matches itself if it is a node of the graph, and nothing if it is
 * null, no node, or was deleted. No relationship is matched twice, but for those of shortest paths.
 *
 * <p>A shortest path is the shortest with which the rest of the pattern and all predicates hold, as in Neo4j, where
 * {@code shortestPath(…) WHERE length(p) > 2} looks for longer ones: its length grows until there is a match.
 */
public final class PatternMatcher {
    private final Match match;
    private final Environment environment;
    private final Evaluator evaluator;
    private final Crossings crossings;
    private final Trails trails;
    private final QuickTests tests;

    public PatternMatcher(Match match, Environment environment, Evaluator evaluator) {
        this.match = match;
        this.environment = environment;
        this.evaluator = evaluator;
        this.crossings = new Crossings(environment);
        this.trails = new Trails(crossings, evaluator);
        this.tests = new QuickTests(match.predicates(), evaluator);
    }

    /** The row with each match; for an optional pattern without a match, the row with nulls. */
    public List<Row> rows(Row row) {
        List<Row> found = new ArrayList<>();
        boolean possible = match.pattern().nodes().stream()
                .allMatch(node -> !row.has(node) || isNode(row.get(node)) && tests.allow(node, row.get(node)));
        if (possible) {
            hops(match.pattern().relationships(), row, Set.of(), found);
        }
        return found.isEmpty() && match.optional() ? List.of(withNulls(row)) : found;
    }

    private static boolean isNode(@Nullable Object value) {
        return value instanceof ReferenceNode node && !node.isDeleted();
    }

    private Row withNulls(Row row) {
        List<Variable> variables = new ArrayList<>(match.pattern().nodes());
        match.pattern().relationships().forEach(hop -> variables.add(hop.relationship()));
        match.pattern().paths().forEach(path -> variables.add(path.path()));
        match.pattern().shortestPaths().forEach(each -> {
            variables.add(each.path());
            variables.add(each.hop().relationship());
        });
        Row longer = row;
        for (Variable variable : variables) {
            longer = longer.has(variable) ? longer : longer.with(variable, null);
        }
        return longer;
    }

    // ---------------------------------------------------------------- hops and nodes

    private void hops(List<Hop> open, Row row, Set<ReferenceRelationship> used, List<Row> found) {
        if (open.isEmpty()) {
            nodes(row, found);
            return;
        }
        Hop hop =
                open.stream().filter(each -> hasBoundEnd(each, row)).findFirst().orElse(open.getFirst());
        if (!hasBoundEnd(hop, row)) {
            bindings(hop.left(), row).forEach(bound -> hops(open, bound, used, found));
            return;
        }
        List<Hop> others = new ArrayList<>(open);
        others.remove(hop);
        boolean backward = !row.has(hop.left());
        Hop forward = backward ? reversed(hop) : hop;
        ReferenceNode start = (ReferenceNode) row.present(forward.left());
        if (hop.length().isPresent()) {
            trails.forEach(
                    forward,
                    start,
                    used,
                    (trail, end) -> follow(forward, backward, trail, end, others, row, used, found));
        } else {
            for (Crossings.Crossing each : crossings.from(start, forward.direction(), forward.types())) {
                if (!used.contains(each.relationship()) && tests.allow(hop.relationship(), each.relationship())) {
                    follow(forward, backward, List.of(each.relationship()), each.to(), others, row, used, found);
                }
            }
        }
    }

    private static boolean hasBoundEnd(Hop hop, Row row) {
        return row.has(hop.left()) || row.has(hop.right());
    }

    private static Hop reversed(Hop hop) {
        return new Hop(
                hop.relationship(), hop.right(), hop.left(), hop.direction().reversed(), hop.types(), hop.length());
    }

    /** Continues after a hop, if its end can be the node that was reached. */
    private void follow(
            Hop hop,
            boolean backward,
            List<ReferenceRelationship> trail,
            ReferenceNode end,
            List<Hop> others,
            Row row,
            Set<ReferenceRelationship> used,
            List<Row> found) {
        boolean fits = row.has(hop.right()) ? row.get(hop.right()) == end : tests.allow(hop.right(), end);
        if (!fits) {
            return;
        }
        environment.budget().take(1);
        Set<ReferenceRelationship> nowUsed = new HashSet<>(used);
        nowUsed.addAll(trail);
        List<ReferenceRelationship> fromLeft = new ArrayList<>(backward ? trail.reversed() : trail);
        Object value = hop.length().isPresent() ? fromLeft : fromLeft.getFirst();
        hops(others, row.with(hop.relationship(), value).with(hop.right(), end), nowUsed, found);
    }

    /** The row with each node that a variable can stand for. */
    private List<Row> bindings(Variable variable, Row row) {
        List<Row> rows = new ArrayList<>();
        for (ReferenceNode node : environment.graph().nodes()) {
            environment.budget().take(1);
            if (tests.allow(variable, node)) {
                rows.add(row.with(variable, node));
            }
        }
        return rows;
    }

    /** Binds the nodes that are in no hop, then continues with shortest paths. */
    private void nodes(Row row, List<Row> found) {
        Optional<Variable> open =
                match.pattern().nodes().stream().filter(node -> !row.has(node)).findFirst();
        if (open.isPresent()) {
            bindings(open.get(), row).forEach(bound -> nodes(bound, found));
        } else {
            found.addAll(shortestPaths(match.pattern().shortestPaths(), row));
        }
    }

    // ---------------------------------------------------------------- shortest paths, paths, predicates

    private List<Row> shortestPaths(List<ShortestPath> open, Row row) {
        if (open.isEmpty()) {
            return complete(row);
        }
        ShortestPath wanted = open.getFirst();
        VariableLength length = wanted.hop().length().orElseThrow();
        ReferenceNode start = (ReferenceNode) row.present(wanted.hop().left());
        // A path to where it began is the one of length 0 or none: as in Neo4j, where it is not forbidden.
        boolean stays = start == row.get(wanted.hop().right());
        long maximum = stays ? 0 : length.maximum().orElse(Long.MAX_VALUE);
        boolean onlyEndsMatter = length.minimum() <= 1 && !anyPredicateMentions(wanted);
        Set<ReferenceNode> reached = new HashSet<>();
        List<Trails.Trail> candidates = List.of(new Trails.Trail(List.of(), start));
        List<Row> found = new ArrayList<>();
        for (long hopCount = 0; found.isEmpty() && !candidates.isEmpty(); hopCount++) {
            if (hopCount >= length.minimum()) {
                candidates.forEach(trail -> addShortest(wanted, trail, open.subList(1, open.size()), row, found));
            }
            candidates.forEach(trail -> reached.add(trail.end()));
            candidates = hopCount < maximum ? trails.longer(wanted.hop(), candidates, Set.of()) : List.of();
            if (onlyEndsMatter) {
                // A trail that comes to a node later than another one is never part of a shortest path.
                candidates = candidates.stream()
                        .filter(trail -> !reached.contains(trail.end()))
                        .toList();
            }
        }
        return found;
    }

    private boolean anyPredicateMentions(ShortestPath path) {
        return match.predicates().stream()
                .anyMatch(each -> Mentions.of(each, path.path())
                        || Mentions.of(each, path.hop().relationship()));
    }

    private void addShortest(
            ShortestPath wanted, Trails.Trail trail, List<ShortestPath> others, Row row, List<Row> found) {
        boolean enough = !wanted.all() && !found.isEmpty();
        if (enough || row.get(wanted.hop().right()) != trail.end()) {
            return;
        }
        ReferenceNode start = (ReferenceNode) row.present(wanted.hop().left());
        Row longer = row.with(wanted.hop().relationship(), trail.relationships())
                .with(wanted.path(), Paths.of(start, trail.relationships()));
        found.addAll(shortestPaths(others, longer));
    }

    /** The row with its paths, if all predicates are true. */
    private List<Row> complete(Row row) {
        environment.budget().take(1);
        Row complete = row;
        for (NamedPath path : match.pattern().paths()) {
            complete = complete.with(path.path(), Paths.of(path, complete));
        }
        Row judged = complete;
        boolean holds = match.pattern().relationships().stream().allMatch(hop -> hopsHold(hop, judged))
                && match.pattern().shortestPaths().stream().allMatch(each -> hopsHold(each.hop(), judged))
                && allTrue(match.predicates(), judged);
        return holds ? List.of(complete) : List.of();
    }

    /** Whether each hop of a variable-length relationship fulfils its conditions. */
    private boolean hopsHold(Hop hop, Row row) {
        if (hop.length().isEmpty()) {
            return true;
        }
        VariableLength length = hop.length().get();
        List<?> relationships = (List<?>) row.present(hop.relationship());
        return relationships.stream().allMatch(each -> allTrue(length.predicates(), row.with(length.hop(), each)));
    }

    private boolean allTrue(List<Expression> predicates, Row row) {
        return predicates.stream().allMatch(each -> evaluator.passes(each, row));
    }
}
