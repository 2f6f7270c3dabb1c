package org.thetisdb.engine.group;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.engine.operator.Downstream;
import org.thetisdb.engine.operator.ExpressionText;
import org.thetisdb.engine.operator.Operator;
import org.thetisdb.engine.operator.PatternText;
import org.thetisdb.engine.operator.PipelineBuilder;
import org.thetisdb.engine.operator.SlotSets;
import org.thetisdb.engine.operator.Unary;

/**
 * Groups rows; afterwards only keys and aggregates are columns.
 *
 * @param multiplicities columns whose product tells how often a row counts
 */
public record Aggregate(
        Operator input,
        List<Step.Item> keys,
        List<Step.Aggregation> aggregations,
        List<Variable> multiplicities,
        double rows)
        implements Unary {
    public Aggregate {
        keys = List.copyOf(keys);
        aggregations = List.copyOf(aggregations);
        multiplicities = List.copyOf(multiplicities);
    }

    @Override
    public Aggregate withInput(Operator other) {
        return new Aggregate(other, keys, aggregations, multiplicities, rows);
    }

    /** The same without a sort of all rows before it, if it is enough to sort the lists of groups. */
    public Aggregate sortingLists() {
        return OrderedLists.of(this);
    }

    @Override
    public Set<Variable> binds() {
        Set<Variable> bound = new HashSet<>();
        keys.forEach(key -> bound.add(key.variable()));
        aggregations.forEach(each -> bound.add(each.variable()));
        return bound;
    }

    @Override
    public Set<Variable> columns() {
        return binds();
    }

    @Override
    public String details() {
        List<String> parts = new ArrayList<>();
        aggregations.forEach(each -> parts.add(text(each)));
        String times = multiplicities.isEmpty() ? "" : ", each row times " + ExpressionText.variables(multiplicities);
        String by = keys.isEmpty() ? "" : " by " + PatternText.items(keys);
        return (String.join(", ", parts) + by + times).strip();
    }

    private static String text(Step.Aggregation aggregation) {
        String function = aggregation
                .extension()
                .map(extension -> extension.signature().displayName())
                .orElseGet(() ->
                        aggregation.function().name().toLowerCase(Locale.ROOT).replace("_", ""));
        String arguments = ExpressionText.list(aggregation.arguments());
        String order = aggregation
                .order()
                .map(each -> " ORDER BY " + arguments + (each == Step.ListOrder.ASCENDING ? "" : " DESC"))
                .orElse("");
        String call = aggregation.function() == Step.AggregateFunction.COUNT_ROWS
                ? "count(*)"
                : function + "(" + (aggregation.distinct() ? "DISTINCT " : "") + arguments + order + ")";
        return call + " AS " + ExpressionText.of(aggregation.variable());
    }

    @Override
    public List<Expression> expressions() {
        List<Expression> inputs = new ArrayList<>();
        keys.forEach(key -> inputs.add(key.expression()));
        aggregations.forEach(each -> inputs.addAll(each.arguments()));
        return inputs;
    }

    @Override
    public void buildPipelines(PipelineBuilder builder, Set<Integer> read, Downstream next) {
        List<Step.Aggregation> wanted = aggregations.stream()
                .filter(each -> read.contains(SlotSets.slot(each.variable())))
                .toList();
        new GroupBuilding(builder, this, keys, wanted, multiplicities).build(next);
    }
}
