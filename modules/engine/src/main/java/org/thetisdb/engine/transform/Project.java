package org.thetisdb.engine.transform;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.Fusable;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PatternText;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.operator.Waiting;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;

/** Adds columns; the expressions see only the input's columns. */
public record Project(Operator input, List<Step.Item> items, double rows) implements Unary {
    public Project {
        items = List.copyOf(items);
    }

    @Override
    public Operator withInput(Operator other) {
        return new Project(other, items, rows);
    }

    @Override
    public Set<Variable> binds() {
        return items.stream().map(Step.Item::variable).collect(Collectors.toSet());
    }

    @Override
    public String details() {
        return PatternText.items(items);
    }

    @Override
    public List<Expression> expressions() {
        return items.stream().map(Step.Item::expression).toList();
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        List<Step.Item> wanted = items.stream()
                .filter(item -> read.contains(SlotSets.slot(item.variable())))
                .toList();
        Set<Integer> below = SlotSets.needed(
                read, binds(), wanted.stream().map(Step.Item::expression).toList());
        builder.into(input, below, computed(wanted, builder, input, below, next));
    }

    /**
     * Columns that are computed of an operator's rows, and then what follows; that alone if there are none.
     *
     * @param below the slots that are read of the rows
     */
    public static Downstream computed(
            List<Step.Item> items, PipelineBuilder builder, Operator input, Set<Integer> below, Downstream next) {
        List<Expression> expressions = items.stream().map(Step.Item::expression).toList();
        return items.isEmpty() ? next : Waiting.before(new Physical(items), builder, input, below, expressions, next);
    }

    /** Columns that are other names of columns, and then what follows; that alone if there are none. */
    public static Downstream renamed(List<Step.Item> items, Downstream next) {
        return items.isEmpty() ? next : new Physical(items).then(next);
    }

    private record Physical(List<Step.Item> items) implements StageSpec {
        @Override
        public String text() {
            return "Project";
        }

        @Override
        public Optional<Fusable> fusable() {
            return Optional.of(new Fusable.Columns(items));
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            int[] slots = items.stream()
                    .mapToInt(item -> SlotSets.slot(item.variable()))
                    .toArray();
            Evaluator[] evaluators = assembly.evaluators(
                    worker, items.stream().map(Step.Item::expression).toList());
            return new ProjectStage(worker, slots, evaluators, names(), next);
        }

        /** The slots that are other names; empty if something is computed that may fail. */
        private Optional<Set<Integer>> names() {
            boolean canFail = items.stream()
                    .map(Step.Item::expression)
                    .anyMatch(each -> !(each instanceof Expression.Reference) && !isProperty(each));
            return canFail
                    ? Optional.empty()
                    : Optional.of(items.stream()
                            .filter(item -> item.expression() instanceof Expression.Reference)
                            .map(item -> SlotSets.slot(item.variable()))
                            .collect(Collectors.toSet()));
        }

        private static boolean isProperty(Expression expression) {
            return expression instanceof Expression.Property property
                    && property.target() instanceof Expression.Reference;
        }
    }
}
