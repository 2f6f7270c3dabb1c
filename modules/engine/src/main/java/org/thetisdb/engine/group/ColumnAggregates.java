package org.thetisdb.engine.group;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.kernel.ColumnProperty;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.storage.ColumnCodes;
import org.thetisdb.storage.ColumnQuestion;
import org.thetisdb.storage.ColumnTotals;
import org.thetisdb.storage.ColumnValues;
import org.thetisdb.storage.RangeQuestion;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Aggregates without keys as far as columns answer them: each is of rows, or of a variable's property. Belongs to one
 * worker.
 */
final class ColumnAggregates implements ColumnAnswers {
    private static final int OF_ROWS = -1;

    /** What is asked about once for all aggregates that need it. */
    private record Topic(Expression.Property property, boolean isDistinct) {}

    private record Asked(ColumnProperty property, ColumnQuestion question) {}

    private final List<Step.Aggregation> aggregations;
    private final List<Asked> asked;

    /** By aggregation, which question it is answered by. */
    private final int[] questions;

    private final boolean hasDistinct;
    private final Vector total = new Vector();
    private final Vector[] distinct = new Vector[1];

    /** The group of each value: 0. */
    private int[] onlyGroup = {};

    private long rowCount;

    private ColumnAggregates(List<Step.Aggregation> aggregations, List<Asked> asked, int[] questions) {
        this.aggregations = aggregations;
        this.asked = asked;
        this.questions = questions;
        hasDistinct = asked.stream().anyMatch(each -> each.question instanceof ColumnValues);
    }

    /** Empty if there is an aggregate that no column answers. */
    static Optional<ColumnAnswers> of(List<Step.Aggregation> aggregations, ExpressionCompiler compiler) {
        Map<Topic, List<Step.Aggregation>> byTopic = new LinkedHashMap<>();
        for (Step.Aggregation each : aggregations) {
            Optional<Topic> topic = topic(each);
            if (topic.isPresent()) {
                byTopic.computeIfAbsent(topic.get(), _ -> new ArrayList<>()).add(each);
            } else if (each.function() != Step.AggregateFunction.COUNT_ROWS) {
                return Optional.empty();
            }
        }
        List<Topic> topics = List.copyOf(byTopic.keySet());
        int[] questions = aggregations.stream()
                .mapToInt(each -> topic(each).map(topics::indexOf).orElse(OF_ROWS))
                .toArray();
        List<Asked> asked = byTopic.entrySet().stream()
                .map(each -> new Asked(
                        compiler.column(each.getKey().property),
                        each.getKey().isDistinct ? new ColumnValues(false, false) : totals(each.getValue())))
                .toList();
        return Optional.of(new ColumnAggregates(aggregations, asked, questions));
    }

    /** Empty if no column answers it. */
    private static Optional<Topic> topic(Step.Aggregation aggregation) {
        boolean isDistinct = aggregation.distinct() && !isBound(aggregation);
        return switch (aggregation.function()) {
            case MIN, MAX, COUNT, SUM, AVG ->
                aggregation.arguments().getFirst() instanceof Expression.Property property
                                && property.target() instanceof Expression.Reference
                        ? Optional.of(new Topic(property, isDistinct))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static ColumnTotals totals(List<Step.Aggregation> aggregations) {
        return new ColumnTotals(
                aggregations.stream().anyMatch(ColumnAggregates::isSum),
                aggregations.stream().anyMatch(ColumnAggregates::isBound));
    }

    private static boolean isSum(Step.Aggregation aggregation) {
        return aggregation.function() == Step.AggregateFunction.SUM
                || aggregation.function() == Step.AggregateFunction.AVG;
    }

    private static boolean isBound(Step.Aggregation aggregation) {
        return aggregation.function() == Step.AggregateFunction.MIN
                || aggregation.function() == Step.AggregateFunction.MAX;
    }

    @Override
    public boolean ask(EvaluationContext context, Batch rows, long @Nullable [] chosen) {
        rowCount = rows.chosenCount(chosen);
        for (Asked each : asked) {
            switch (each.question) {
                case ColumnTotals totals -> totals.begin(chosen);
                case ColumnValues values -> values.begin(chosen);
                case ColumnCodes _, RangeQuestion _ -> throw new IllegalStateException("nobody asks for rows");
            }
            if (!each.property.ask(context, rows, each.question)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int groupCount() {
        return 1;
    }

    @Override
    public boolean grows() {
        return hasDistinct;
    }

    @Override
    public void addTo(GroupTable table) {
        for (int item = 0; item < questions.length; item++) {
            if (questions[item] == OF_ROWS) {
                add(table, item, rowCount, VectorKind.INTEGER, 0);
            } else {
                addTo(table, item, asked.get(questions[item]).question);
            }
        }
    }

    private void addTo(GroupTable table, int item, ColumnQuestion question) {
        if (question instanceof ColumnValues values && values.values().count() > 0) {
            int count = values.values().count();
            onlyGroup = Vectors.room(onlyGroup, count);
            distinct[0] = values.values();
            table.add(item, onlyGroup, distinct, null, count);
        } else if (question instanceof ColumnTotals totals) {
            switch (aggregations.get(item).function()) {
                case SUM, AVG -> add(table, item, totals.count(), VectorKind.INTEGER, totals.sum());
                case MIN -> add(table, item, totals.count(), totals.kind(), totals.least());
                case MAX -> add(table, item, totals.count(), totals.kind(), totals.greatest());
                default -> add(table, item, totals.count(), VectorKind.INTEGER, 0);
            }
        }
    }

    private void add(GroupTable table, int item, long count, VectorKind kind, long value) {
        if (count > 0) {
            if (total.kind() != kind || total.count() == 0) {
                total.reset(kind, 1);
            }
            total.longs()[0] = value;
            table.addTotal(item, count, total);
        }
    }
}
