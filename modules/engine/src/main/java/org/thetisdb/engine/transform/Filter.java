package org.thetisdb.engine.transform;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.expression.Foldability;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Expressions;
import org.thetisdb.engine.operator.Fusable;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.operator.Waiting;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Rows for which all predicates are true; the runtime may reorder them by cost and selectivity. */
public record Filter(Operator input, List<Expression> predicates, double rows) implements Unary {
    public Filter {
        predicates = List.copyOf(predicates);
    }

    /**
     * Rows of the input for which these predicates are true too. Where the first of them may overtake the last one of
     * the input, both are one operator, which is where they can change places; elsewhere nothing would be won, and a
     * loop of those that can be one would be lost.
     */
    public static Filter after(Operator input, List<Expression> predicates, double rows) {
        if (input instanceof Filter before && before.isOvertakenBy(predicates.getFirst())) {
            return new Filter(
                    before.input,
                    Stream.concat(before.predicates.stream(), predicates.stream())
                            .toList(),
                    rows);
        }
        return new Filter(input, predicates, rows);
    }

    private boolean isOvertakenBy(Expression predicate) {
        return Foldability.failsByExtensionsAlone(predicates.getLast())
                && Foldability.isConditionThatCannotFail(predicate);
    }

    @Override
    public Operator withInput(Operator other) {
        return new Filter(other, predicates, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public String details() {
        return ExpressionText.all(predicates);
    }

    @Override
    public List<Expression> expressions() {
        return predicates;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.needed(read, List.of(), predicates);
        boolean mayWait = builder.lasting(predicates, List.of()).isPresent();
        builder.into(input, below, mayWait ? inTwo(builder, below, next) : new Physical(predicates).then(next));
    }

    /** Rows that are to wait for subqueries first pass what can be tested without. */
    private Downstream inTwo(PipelineBuilder builder, Set<Integer> below, Downstream next) {
        List<Expression> first = new ArrayList<>();
        List<Expression> waiting = new ArrayList<>();
        for (Expression each : predicates) {
            boolean comesFirst = !Expressions.hasSubquery(each)
                    && (waiting.isEmpty() || Foldability.isConditionThatCannotFail(each));
            (comesFirst ? first : waiting).add(each);
        }
        Downstream then = Waiting.before(new Physical(waiting), builder, input, below, waiting, next);
        return first.isEmpty() ? then : new Physical(first).then(then);
    }

    private record Physical(List<Expression> predicates) implements StageSpec {
        @Override
        public String text() {
            return "Filter";
        }

        @Override
        public Optional<Fusable> fusable() {
            return Optional.of(new Fusable.Conditions(predicates));
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            return new FilterStage(worker, assembly.expressions(worker).predicate(predicates), next);
        }
    }
}
