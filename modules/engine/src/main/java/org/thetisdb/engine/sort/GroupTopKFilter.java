package org.thetisdb.engine.sort;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.operator.Assembly;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PatternText;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.StageSpec;
import org.thetisdb.engine.operator.Unary;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.transform.Project;

/**
 * The rows that may still be among the first of their group, by the first key of the sort that follows: for the others
 * nothing more need be computed. It may let pass more than that.
 *
 * @param groups the keys of the groups
 * @param key the first key of the sort
 * @param wanted how many rows of a group are wanted at most: the greatest of these constants
 * @param counted a row counts as one of its group only if this is not null
 */
public record GroupTopKFilter(
        Operator input,
        List<Expression> groups,
        Step.SortKey key,
        List<Expression> wanted,
        Expression counted,
        double rows)
        implements Unary {
    public GroupTopKFilter {
        groups = List.copyOf(groups);
        wanted = List.copyOf(wanted);
    }

    /** A filter of rows that come, if they can, chunk by chunk in the order of the key. */
    public static GroupTopKFilter inOrder(
            Operator input, List<Expression> groups, Step.SortKey key, List<Expression> wanted, Expression counted) {
        Operator ordered = BoundBelow.inOrder(input, below(input, key.expression()), key.ascending());
        return new GroupTopKFilter(ordered, groups, key, wanted, counted, input.rows());
    }

    /** What a key is below a projection, if it is one of its columns. */
    private static Expression below(Operator input, Expression key) {
        return input instanceof Project project
                ? project.items().stream()
                        .filter(item -> key.equals(new Expression.Reference(item.variable())))
                        .map(Step.Item::expression)
                        .findFirst()
                        .orElse(key)
                : key;
    }

    @Override
    public GroupTopKFilter withInput(Operator other) {
        return new GroupTopKFilter(other, groups, key, wanted, counted, rows);
    }

    @Override
    public Set<Variable> binds() {
        return Set.of();
    }

    @Override
    public String details() {
        return PatternText.keys(List.of(key)) + " LIMIT "
                + wanted.stream().map(ExpressionText::of).collect(Collectors.joining(", ")) + " by "
                + ExpressionText.all(groups);
    }

    @Override
    public List<Expression> expressions() {
        List<Expression> all = new ArrayList<>(groups);
        all.add(key.expression());
        all.add(counted);
        all.addAll(wanted);
        return all;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        Set<Integer> below = SlotSets.needed(read, List.of(), expressions());
        if (builder.outerRowSlot().isPresent()) {
            // There are few rows for each outer row, and groups of each would be groups of their own.
            builder.into(input, read, next);
        } else {
            builder.into(input, below, new Physical(this).then(next));
        }
    }

    private record Physical(GroupTopKFilter filter) implements StageSpec {
        @Override
        public String text() {
            return "GroupTopKFilter";
        }

        @Override
        public Stage create(Assembly assembly, Worker worker, Stage next) {
            int groupCount = filter.groups.size();
            Evaluator[] all = assembly.evaluators(worker, filter.expressions());
            GroupTopKStage.Work work = new GroupTopKStage.Work(
                    Arrays.copyOf(all, groupCount),
                    all[groupCount],
                    filter.key.ascending(),
                    all[groupCount + 1],
                    Arrays.copyOfRange(all, groupCount + 2, all.length));
            return new GroupTopKStage(worker, work, next);
        }
    }
}
