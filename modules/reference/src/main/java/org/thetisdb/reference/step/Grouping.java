package org.thetisdb.reference.step;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.reference.expression.Evaluator;
import org.thetisdb.reference.expression.Row;
import org.thetisdb.reference.value.GroupKey;

/** Rows with equivalent keys together; of equivalent values the first is kept. */
final class Grouping {
    private final Step.Aggregate step;
    private final Evaluator evaluator;

    Grouping(Step.Aggregate step, Evaluator evaluator) {
        this.step = step;
        this.evaluator = evaluator;
    }

    /** Each combination of the variables' values once, in the first row that has it. */
    static List<Row> distinct(List<Row> rows, List<Variable> variables) {
        Map<GroupKey, Row> first = new LinkedHashMap<>();
        rows.forEach(row -> first.putIfAbsent(GroupKey.of(row.get(variables)), row));
        return new ArrayList<>(first.values());
    }

    /** A row for each group: imports, keys and aggregates. Without keys there is one group, even of no rows. */
    List<Row> rows(List<Row> rows, Row imports) {
        Map<GroupKey, List<Row>> groups = new LinkedHashMap<>();
        Map<GroupKey, List<Object>> keys = new LinkedHashMap<>();
        if (step.keys().isEmpty()) {
            groups.put(GroupKey.of(List.of()), new ArrayList<>());
            keys.put(GroupKey.of(List.of()), List.of());
        }
        for (Row row : rows) {
            List<Object> values = new ArrayList<>();
            step.keys().forEach(key -> values.add(evaluator.value(key.expression(), row)));
            GroupKey key = GroupKey.of(values);
            groups.computeIfAbsent(key, each -> new ArrayList<>()).add(row);
            keys.putIfAbsent(key, values);
        }
        List<Row> result = new ArrayList<>();
        groups.forEach((key, members) -> result.add(row(Objects.requireNonNull(keys.get(key)), members, imports)));
        return result;
    }

    private Row row(List<Object> keys, List<Row> members, Row imports) {
        Row row = imports;
        for (int index = 0; index < keys.size(); index++) {
            row = row.with(step.keys().get(index).variable(), keys.get(index));
        }
        for (Step.Aggregation aggregation : step.aggregations()) {
            row = evaluator.with(row, aggregation.variable(), () -> aggregate(aggregation, members));
        }
        return row;
    }

    /** Nulls do not count, nor, with DISTINCT, a value that is equivalent to an earlier one. */
    private @Nullable Object aggregate(Step.Aggregation aggregation, List<Row> members) {
        if (aggregation.function() == Step.AggregateFunction.COUNT_ROWS) {
            return (long) members.size();
        }
        Set<GroupKey> seen = new HashSet<>();
        List<Object> values = new ArrayList<>();
        Object percentile = null;
        for (Row member : members) {
            Object value = evaluator.value(aggregation.arguments().getFirst(), member);
            if (value == null || aggregation.distinct() && !seen.add(GroupKey.of(List.of(value)))) {
                continue;
            }
            // The percentile is the group's: that of the first value, as in Neo4j.
            if (values.isEmpty() && aggregation.arguments().size() > 1) {
                percentile = evaluator.value(aggregation.arguments().get(1), member);
            }
            values.add(value);
        }
        return Aggregates.of(aggregation.function(), values, percentile);
    }
}
