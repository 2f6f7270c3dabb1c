package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Expressions;

/**
 * The patterns of one or more MATCHes that follow one another, as one graph: inner joins may be made in any order.
 *
 * @param nodes all node variables
 * @param hops all relationships, each with the number of its MATCH: only within one MATCH must they differ
 * @param shortestPaths to be found when both their ends are bound
 * @param paths to be built at the end
 * @param conditions conjuncts, each with the columns it needs
 */
record QueryGraph(
        Set<Variable> nodes,
        List<GroupedHop> hops,
        List<GroupedShortestPath> shortestPaths,
        List<GraphPattern.NamedPath> paths,
        List<Condition> conditions) {

    record GroupedHop(GraphPattern.Hop hop, int group) {}

    record GroupedShortestPath(GraphPattern.ShortestPath path, int group) {}

    /** A conjunct, and the number of its MATCH. */
    record Condition(Expression expression, int group, Set<Variable> dependencies) {
        static Condition of(Expression expression, int group) {
            return new Condition(expression, group, Expressions.dependencies(expression));
        }
    }

    static QueryGraph of(List<Step.Match> matches) {
        Set<Variable> nodes = new LinkedHashSet<>();
        List<GroupedHop> hops = new ArrayList<>();
        List<GroupedShortestPath> shortestPaths = new ArrayList<>();
        List<GraphPattern.NamedPath> paths = new ArrayList<>();
        List<Condition> conditions = new ArrayList<>();
        for (int index = 0; index < matches.size(); index++) {
            int group = index;
            GraphPattern pattern = matches.get(group).pattern();
            Set<Variable> relationships = new HashSet<>();
            pattern.relationships().forEach(hop -> relationships.add(hop.relationship()));
            nodes.addAll(pattern.nodes());
            for (GraphPattern.Hop hop : pattern.relationships()) {
                nodes.add(hop.left());
                nodes.add(hop.right());
                hops.add(new GroupedHop(withoutLate(hop, relationships), group));
                late(hop, relationships).forEach(each -> conditions.add(Condition.of(each, group)));
            }
            for (GraphPattern.ShortestPath shortest : pattern.shortestPaths()) {
                nodes.add(shortest.hop().left());
                nodes.add(shortest.hop().right());
                shortestPaths.add(new GroupedShortestPath(shortest, group));
            }
            paths.addAll(pattern.paths());
            matches.get(group).predicates().forEach(each -> conditions.add(Condition.of(each, group)));
        }
        return new QueryGraph(nodes, hops, shortestPaths, paths, conditions);
    }

    /**
     * What a variable-length relationship demands of each of its hops, as far as it reads relationships of the same
     * pattern, even its own list: those may be found later, so that it is a condition on the whole list.
     */
    private static List<Expression> late(GraphPattern.Hop hop, Set<Variable> relationships) {
        return hop.length().stream()
                .flatMap(length -> length.predicates().stream()
                        .filter(each -> readsAny(each, relationships))
                        .map(each -> (Expression) new Expression.Quantifier(
                                Expression.Quantifier.Kind.ALL,
                                length.hop(),
                                new Expression.Reference(hop.relationship()),
                                each)))
                .toList();
    }

    private static GraphPattern.Hop withoutLate(GraphPattern.Hop hop, Set<Variable> relationships) {
        if (hop.length().isEmpty() || late(hop, relationships).isEmpty()) {
            return hop;
        }
        GraphPattern.VariableLength length = hop.length().get();
        List<Expression> early = length.predicates().stream()
                .filter(each -> !readsAny(each, relationships))
                .toList();
        return hop.ofLength(length.demanding(length.end(), early));
    }

    private static boolean readsAny(Expression predicate, Set<Variable> variables) {
        return Expressions.dependencies(predicate).stream().anyMatch(variables::contains);
    }

    /**
     * The same graph with a condition for each node that is bound already and that no hop begins or ends at: null, and
     * what is not a node, match no node of a pattern, which a hop would find out.
     */
    QueryGraph testing(Set<Variable> bound) {
        Set<Variable> alone = new LinkedHashSet<>(nodes);
        alone.retainAll(bound);
        hops.forEach(hop -> alone.removeAll(List.of(hop.hop().left(), hop.hop().right())));
        if (alone.isEmpty()) {
            return this;
        }
        List<Condition> more = new ArrayList<>(conditions);
        for (Variable node : alone) {
            Expression reference = new Expression.Reference(node);
            boolean isNode = node.type().equals(CypherType.NODE);
            Expression test = isNode
                    ? new Expression.IsNotNull(reference)
                    : new Expression.TypeTest(reference, CypherType.NODE, true);
            more.add(Condition.of(test, 0));
        }
        return new QueryGraph(nodes, hops, shortestPaths, paths, more);
    }

    /**
     * A part of a graph.
     *
     * @param conditions of the whole graph that are conditions of the part, by index
     */
    record Part(QueryGraph graph, BitSet conditions) {}

    /**
     * The part of some hops, with those conditions that read nothing else.
     *
     * @param ends of these hops
     * @param isWanted whether it takes such a condition
     */
    Part part(Set<Variable> ends, Collection<Integer> someHops, Predicate<Expression> isWanted) {
        List<GroupedHop> inside = someHops.stream().map(hops::get).toList();
        Set<Variable> readable = new HashSet<>(ends);
        inside.forEach(each -> readable.add(each.hop().relationship()));
        BitSet chosen = new BitSet();
        for (int index = 0; index < conditions.size(); index++) {
            Condition condition = conditions.get(index);
            if (!condition.dependencies().isEmpty()
                    && readable.containsAll(condition.dependencies())
                    && isWanted.test(condition.expression())) {
                chosen.set(index);
            }
        }
        List<Condition> ofPart = chosen.stream().mapToObj(conditions::get).toList();
        return new Part(new QueryGraph(ends, inside, List.of(), List.of(), ofPart), chosen);
    }

    /** Whether what a hop demands of each of its relationships reads no other variables than these nodes. */
    static boolean readsOnly(GraphPattern.Hop hop, Set<Variable> nodes) {
        return hop.length().stream()
                .flatMap(length -> length.predicates().stream())
                .flatMap(predicate -> Expressions.dependencies(predicate).stream())
                .allMatch(variable ->
                        nodes.contains(variable) || hop.length().orElseThrow().isLocal(variable));
    }

    /** The pairs of nodes of which a condition says that they are not the same. */
    Apart apart() {
        Set<Set<Variable>> pairs = new HashSet<>();
        for (Condition condition : conditions) {
            if (condition.expression() instanceof Expression.Comparison comparison
                    && comparison.operator() == Expression.Comparison.Operator.NOT_EQUAL
                    && comparison.left() instanceof Expression.Reference left
                    && comparison.right() instanceof Expression.Reference right
                    && !left.equals(right)) {
                pairs.add(Set.of(left.variable(), right.variable()));
            }
        }
        return new Apart(pairs);
    }

    /** @param pairs each of two nodes that are not the same */
    record Apart(Set<Set<Variable>> pairs) {
        boolean contains(Variable node, Variable other) {
            return !node.equals(other) && pairs.contains(Set.of(node, other));
        }

        /**
         * Whether two hops cannot be one relationship, because then nodes would be the same that are not.
         *
         * <pre>
         *   (a)-[r]-(b)-[s]-(c)  a &lt;&gt; c      were r and s the same, so would be a and c
         * </pre>
         */
        boolean separate(GraphPattern.Hop one, GraphPattern.Hop other) {
            if (pairs.isEmpty() || one.length().isPresent() || other.length().isPresent()) {
                return false;
            }
            boolean isDirected = one.direction() != Direction.BOTH && other.direction() != Direction.BOTH;
            boolean isParallel = one.direction() == other.direction();
            return (isDirected && !isParallel || refute(one.left(), other.left(), one.right(), other.right()))
                    && (isDirected && isParallel || refute(one.left(), other.right(), one.right(), other.left()));
        }

        /** Whether nodes are apart that would be the same, two by two, and all four if the pairs have one in common. */
        private boolean refute(Variable first, Variable same, Variable second, Variable sameAsSecond) {
            boolean isOne = first.equals(second)
                    || first.equals(sameAsSecond)
                    || same.equals(second)
                    || same.equals(sameAsSecond);
            return contains(first, same)
                    || contains(second, sameAsSecond)
                    || isOne
                            && (contains(first, second)
                                    || contains(first, sameAsSecond)
                                    || contains(same, second)
                                    || contains(same, sameAsSecond));
        }
    }

    /** The lists of relationships that conditions read beyond what the query's expressions do. */
    Set<Variable> lists() {
        Set<Variable> lists = new HashSet<>();
        for (GroupedHop hop : hops) {
            if (hop.hop().length().isPresent()
                    && conditions.stream()
                            .anyMatch(each ->
                                    each.dependencies().contains(hop.hop().relationship()))) {
                lists.add(hop.hop().relationship());
            }
        }
        return lists;
    }
}
