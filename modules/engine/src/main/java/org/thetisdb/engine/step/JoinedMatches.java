package org.thetisdb.engine.step;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Expressions;

/**
 * Brings matches together that only a projection parts, or a condition of the first: they are one pattern then, which
 * may be found from any of its ends.
 *
 * <pre>
 *   MATCH (m:Message) WITH m WHERE m.length > 9 MATCH (m)-[:HAS_CREATOR]->(p)
 *
 *   Match {m:Message} · Filter {m.length > 9} · Project {m} · Match {(m)-->(p)}
 *     becomes   Match {m:Message, m.length > 9} · Match {(m)-->(p)} · Project {m, p, …}
 * </pre>
 *
 * <p>Not where a shortest path is searched, since what its own match demands of it is not what others do. No state.
 */
public final class JoinedMatches {
    private JoinedMatches() {}

    /** The steps with matches following one another where they may. */
    public static List<Step> of(List<Step> steps) {
        List<Step> joined = new ArrayList<>();
        for (Step step : steps) {
            boolean isJoined = step instanceof Step.Match match && isPlain(match) && isWithBefore(joined, match);
            if (!isJoined) {
                joined.add(step);
            }
        }
        return joined;
    }

    private static boolean isPlain(Step.Match match) {
        return !match.optional() && match.pattern().shortestPaths().isEmpty();
    }

    /** Adds a match behind the one before, if only what may follow both is between them. */
    private static boolean isWithBefore(List<Step> before, Step.Match next) {
        int from = before.size();
        while (from > 0 && mayFollow(before.get(from - 1))) {
            from--;
        }
        boolean isBetween = from > 0 && from < before.size();
        if (!isBetween || !(before.get(from - 1) instanceof Step.Match first) || !isPlain(first)) {
            return false;
        }
        List<Step> between = List.copyOf(before.subList(from, before.size()));
        before.subList(from - 1, before.size()).clear();
        before.add(new Step.Match(false, first.pattern(), predicates(first, between)));
        before.add(next);
        kept(between).ifPresent(columns -> {
            Set<Variable> all = new LinkedHashSet<>(columns);
            all.addAll(variables(next.pattern()));
            before.add(new Step.Project(List.copyOf(all)));
        });
        return true;
    }

    private static boolean mayFollow(Step step) {
        return switch (step) {
            case Step.Project ignored -> true;
            case Step.Filter filter -> Expressions.isDeterministic(filter.predicate());
            default -> false;
        };
    }

    private static List<Expression> predicates(Step.Match first, List<Step> between) {
        List<Expression> all = new ArrayList<>(first.predicates());
        for (Step step : between) {
            if (step instanceof Step.Filter(Expression predicate)) {
                all.addAll(predicate.conjuncts());
            }
        }
        return all;
    }

    /** The columns that are left of those before the second match; empty if all are. */
    private static Optional<List<Variable>> kept(List<Step> between) {
        return between.reversed().stream()
                .filter(Step.Project.class::isInstance)
                .map(step -> ((Step.Project) step).variables())
                .findFirst();
    }

    private static Set<Variable> variables(GraphPattern pattern) {
        Set<Variable> all = new LinkedHashSet<>(pattern.nodes());
        pattern.relationships().forEach(hop -> all.add(hop.relationship()));
        pattern.paths().forEach(path -> all.add(path.path()));
        return all;
    }
}
