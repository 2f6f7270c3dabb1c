package org.thetisdb.reference.step;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.reference.expression.Evaluator;
import org.thetisdb.reference.expression.Row;
import org.thetisdb.reference.value.GroupKey;
import org.thetisdb.value.ThetisException;

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
        Map<GroupKey, Row> keys = new LinkedHashMap<>();
        if (step.keys().isEmpty()) {
            groups.put(GroupKey.of(List.of()), new ArrayList<>());
            keys.put(GroupKey.of(List.of()), imports);
        }
        for (Row row : rows) {
            List<Object> values = new ArrayList<>();
            Row keyed = keyed(row, imports, values);
            GroupKey key = GroupKey.of(values);
            groups.computeIfAbsent(key, each -> new ArrayList<>()).add(row);
            keys.putIfAbsent(key, keyed);
        }
        List<Row> result = new ArrayList<>();
        groups.forEach((key, members) -> result.add(aggregated(Objects.requireNonNull(keys.get(key)), members)));
        return result;
    }

    /** The imports and a row's keys. A key that follows from others may be an error that nobody reads. */
    private Row keyed(Row row, Row imports, List<Object> values) {
        Row keyed = imports;
        for (Step.Item key : step.keys()) {
            try {
                Object value = evaluator.value(key.expression(), row);
                values.add(value);
                keyed = keyed.with(key.variable(), value);
            } catch (ThetisException error) {
                if (!followsFromOthers(key, row)) {
                    throw error;
                }
                keyed = evaluator.with(keyed, key.variable(), () -> {
                    throw error;
                });
            }
        }
        return keyed;
    }

    /** Whether a key that is an error is one if nothing is known of a row but the columns that are keys themselves. */
    private boolean followsFromOthers(Step.Item key, Row row) {
        List<Variable> columns = new ArrayList<>();
        for (Step.Item other : step.keys()) {
            if (!other.equals(key) && other.expression() instanceof Expression.Reference column) {
                columns.add(column.variable());
            }
        }
        return !columns.isEmpty() && evaluator.isError(key.expression(), row.only(columns));
    }

    private Row aggregated(Row keyed, List<Row> members) {
        Row row = keyed;
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
