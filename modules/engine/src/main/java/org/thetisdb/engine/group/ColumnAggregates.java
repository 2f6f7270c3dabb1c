package org.thetisdb.engine.group;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.kernel.ColumnProperty;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.storage.ColumnCodes;
import org.thetisdb.storage.ColumnQuestion;
import org.thetisdb.storage.ColumnTotals;
import org.thetisdb.storage.RangeQuestion;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Aggregates without keys as far as columns answer them: each is of rows, or of a variable's property. Belongs to one
 * worker.
 */
final class ColumnAggregates implements ColumnAnswers {
    /**
     * What is asked about a property.
     *
     * @param met of its different values, if these are wanted, the codes; {@code values} are what they mean
     */
    private record Asked(ColumnProperty property, ColumnQuestion question, CodeCounts met, Vector values) {
        Asked(ColumnTopics.Topic topic, ExpressionCompiler compiler) {
            this(
                    compiler.column(topic.property()),
                    topic.isDistinct()
                            ? new ColumnCodes(ColumnCodes.Use.DIFFERENT)
                            : new ColumnTotals(topic.hasSum(), topic.hasBounds()),
                    new CodeCounts(),
                    new Vector());
        }

        private boolean ask(EvaluationContext context, Batch rows, long @Nullable [] chosen) {
            switch (question) {
                case ColumnTotals totals -> totals.begin(chosen);
                case ColumnCodes codes -> codes.begin(chosen);
                case RangeQuestion _ -> throw new IllegalStateException("nobody asks for rows");
            }
            boolean isAnswered = property.ask(context, rows, question);
            if (isAnswered && question instanceof ColumnCodes codes) {
                list(codes, rows.count());
            }
            return isAnswered;
        }

        private void list(ColumnCodes codes, int rowCount) {
            if (codes.isAllMet()) {
                met.setAll(codes.codeCount());
            } else {
                met.find(codes.ofRows(rowCount), rowCount, codes.chosenPresent(rowCount));
            }
            codes.decode(met.codes(), met.count(), values);
        }
    }

    private final List<Step.Aggregation> aggregations;
    private final List<Asked> asked;

    /** By aggregation, which question it is answered by, or {@link ColumnTopics#OF_ROWS}. */
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
        hasDistinct = asked.stream().anyMatch(each -> each.question instanceof ColumnCodes);
    }

    /** Empty if there is an aggregate that no column answers. */
    static Optional<ColumnAnswers> of(List<Step.Aggregation> aggregations, ExpressionCompiler compiler) {
        return ColumnTopics.of(aggregations)
                .map(topics -> new ColumnAggregates(
                        aggregations,
                        topics.topics().stream()
                                .map(topic -> new Asked(topic, compiler))
                                .toList(),
                        topics.ofAggregation()));
    }

    @Override
    public boolean ask(EvaluationContext context, Batch rows, long @Nullable [] chosen) {
        rowCount = rows.chosenCount(chosen);
        for (Asked each : asked) {
            if (!each.ask(context, rows, chosen)) {
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
            if (questions[item] == ColumnTopics.OF_ROWS) {
                add(table, item, rowCount, VectorKind.INTEGER, 0);
            } else {
                addTo(table, item, asked.get(questions[item]));
            }
        }
    }

    private void addTo(GroupTable table, int item, Asked of) {
        if (of.question instanceof ColumnCodes && of.met.count() > 0) {
            int count = of.met.count();
            onlyGroup = Vectors.room(onlyGroup, count);
            distinct[0] = of.values;
            table.add(item, onlyGroup, true, distinct, null, count);
        } else if (of.question instanceof ColumnTotals totals) {
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
