package org.thetisdb.engine.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;

/**
 * The patterns of one or more MATCHes that follow one another, as one graph: inner joins may be made in any order.
 *
 * @param nodes all node variables
 * @param hops all relationships, each with the number of the MATCH it stems from: only within one must they differ
 * @param shortestPaths to be found when both their ends are bound
 * @param paths to be built at the end
 * @param conditions conjuncts, each with the columns it needs
 */
record QueryGraph(
        Set<Variable> nodes,
        List<GroupedHop> hops,
        List<GraphPattern.ShortestPath> shortestPaths,
        List<GraphPattern.NamedPath> paths,
        List<Condition> conditions) {

    record GroupedHop(GraphPattern.Hop hop, int group) {}

    record Condition(Expression expression, Set<Variable> dependencies) {
        static Condition of(Expression expression) {
            return new Condition(expression, Expressions.dependencies(expression));
        }
    }

    static QueryGraph of(List<Step.Match> matches) {
        Set<Variable> nodes = new LinkedHashSet<>();
        List<GroupedHop> hops = new ArrayList<>();
        List<GraphPattern.ShortestPath> shortestPaths = new ArrayList<>();
        List<GraphPattern.NamedPath> paths = new ArrayList<>();
        List<Condition> conditions = new ArrayList<>();
        for (int group = 0; group < matches.size(); group++) {
            GraphPattern pattern = matches.get(group).pattern();
            nodes.addAll(pattern.nodes());
            for (GraphPattern.Hop hop : pattern.relationships()) {
                nodes.add(hop.left());
                nodes.add(hop.right());
                hops.add(new GroupedHop(hop, group));
            }
            for (GraphPattern.ShortestPath shortest : pattern.shortestPaths()) {
                nodes.add(shortest.hop().left());
                nodes.add(shortest.hop().right());
            }
            shortestPaths.addAll(pattern.shortestPaths());
            paths.addAll(pattern.paths());
            matches.get(group).predicates().forEach(each -> conditions.add(Condition.of(each)));
        }
        return new QueryGraph(nodes, hops, shortestPaths, paths, conditions);
    }
}
