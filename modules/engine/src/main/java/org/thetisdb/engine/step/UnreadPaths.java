package org.thetisdb.engine.step;

import java.util.List;
import java.util.Set;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;

/** Leaves out paths that have a name which nobody reads: their relationships need not be kept for them. No state. */
final class UnreadPaths {
    private UnreadPaths() {}

    static List<Step> dropped(List<Step> steps, List<Variable> outputs) {
        Set<Variable> read = ReadVariables.of(new Query.Single(steps, outputs)).variables();
        return steps.stream()
                .map(step -> step instanceof Step.Match match ? with(match, read) : step)
                .toList();
    }

    private static Step with(Step.Match match, Set<Variable> read) {
        GraphPattern pattern = match.pattern();
        List<GraphPattern.NamedPath> paths = pattern.paths().stream()
                .filter(path -> read.contains(path.path()))
                .toList();
        return paths.size() == pattern.paths().size()
                ? match
                : new Step.Match(
                        match.optional(),
                        new GraphPattern(pattern.nodes(), pattern.relationships(), pattern.shortestPaths(), paths),
                        match.predicates());
    }
}
