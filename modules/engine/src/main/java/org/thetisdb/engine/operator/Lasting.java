package org.thetisdb.engine.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.thetisdb.cypher.bound.Expression;

/**
 * What subplans make once for all their runs if there is memory for it, and again for each run if there is not: build
 * sides that read nothing of the outer rows. In each case those of subplans within the subplans are among them.
 *
 * @param sinks where it ends
 * @param rowBytes what the subplans keep for each outer row, about
 */
public record Lasting(List<SinkSpec> sinks, int rowBytes) {
    private static final int PASSED_ROW_BYTES = 16;

    /** A list with an element or two. */
    private static final int COLLECTED_ROW_BYTES = 64;

    /** The group, the sorted row or the like of a breaker. */
    private static final int BREAKER_ROW_BYTES = 256;

    public Lasting {
        sinks = List.copyOf(sinks);
    }

    static Lasting of(
            List<Expression> expressions,
            List<PhysicalSubplan> subplans,
            Function<Expression.Subquery, Optional<PhysicalSubquery>> subqueries) {
        Search search = new Search(subqueries);
        expressions.forEach(search::expression);
        subplans.forEach(search::subplan);
        return new Lasting(search.sinks, search.rowBytes);
    }

    /** Whether there is such a thing at all. */
    public boolean isPresent() {
        return !sinks.isEmpty();
    }

    /** Whether something was found to be too large for memory, so that each further run makes it again. */
    public boolean isMadeAgain(Assembly assembly) {
        for (int index = 0; index < sinks.size(); index++) {
            if (sinks.get(index).isMadeAgain(assembly)) {
                return true;
            }
        }
        return false;
    }

    /** Goes through subplans. */
    private static final class Search {
        private final Function<Expression.Subquery, Optional<PhysicalSubquery>> subqueries;
        private final List<SinkSpec> sinks = new ArrayList<>();
        private int rowBytes = PASSED_ROW_BYTES;

        private Search(Function<Expression.Subquery, Optional<PhysicalSubquery>> subqueries) {
            this.subqueries = subqueries;
        }

        private void expression(Expression expression) {
            Expressions.walk(expression, each -> {
                if (each instanceof Expression.Subquery subquery) {
                    if (subquery.kind() == Expression.Subquery.Kind.COLLECT) {
                        rowBytes = Math.max(rowBytes, COLLECTED_ROW_BYTES);
                    }
                    subqueries.apply(subquery).ifPresent(plan -> subplan(plan.subplan()));
                }
            });
        }

        private void subplan(PhysicalSubplan plan) {
            for (Pipeline pipeline : plan.pipelines()) {
                pipeline.links().forEach(this::link);
                sink(pipeline.sink());
            }
        }

        private void link(Link link) {
            switch (link) {
                case StageSpec stage -> stage.subplans().forEach(this::subplan);
                case Output output -> output.operator().expressions().forEach(this::expression);
            }
        }

        private void sink(SinkSpec sink) {
            if (sink.lasts()) {
                sinks.add(sink);
            }
            if (sink instanceof BreakerSpec<?>) {
                rowBytes = Math.max(rowBytes, BREAKER_ROW_BYTES);
            }
            sink.subplans().forEach(this::subplan);
        }
    }
}
