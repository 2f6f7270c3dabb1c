package org.thetisdb.engine.group;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.kernel.ColumnProperty;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.storage.ColumnValues;
import org.thetisdb.value.vector.Vector;

/**
 * Groups by one property whose rows are counted, if at all: a column says which values it has, and how often. Belongs
 * to one worker.
 */
final class ColumnGroups implements ColumnAnswers {
    private final ColumnProperty key;
    private final int aggregationCount;
    private final ColumnValues values;
    private final Vector[] keyColumns = new Vector[1];
    private int[] groups = {};

    private ColumnGroups(ColumnProperty key, int aggregationCount) {
        this.key = key;
        this.aggregationCount = aggregationCount;
        values = new ColumnValues(aggregationCount > 0, true);
    }

    /** Empty if keys are not one or two properties, or if there is an aggregate that is not of rows. */
    static Optional<ColumnAnswers> of(
            List<Expression> keys, List<Step.Aggregation> aggregations, ExpressionCompiler compiler) {
        boolean isOfRows = aggregations.stream().allMatch(each -> each.function() == Step.AggregateFunction.COUNT_ROWS);
        List<ColumnProperty> columns = isOfRows && keys.size() <= 2
                ? keys.stream().flatMap(key -> column(key, compiler).stream()).toList()
                : List.of();
        if (columns.isEmpty() || columns.size() < keys.size()) {
            return Optional.empty();
        }
        int count = aggregations.size();
        return Optional.of(
                columns.size() == 1
                        ? new ColumnGroups(columns.getFirst(), count)
                        : new ColumnPairs(columns.getFirst(), columns.getLast(), count));
    }

    private static Optional<ColumnProperty> column(Expression key, ExpressionCompiler compiler) {
        return key instanceof Expression.Property property && property.target() instanceof Expression.Reference
                ? Optional.of(compiler.column(property))
                : Optional.empty();
    }

    @Override
    public boolean ask(EvaluationContext context, Batch rows, long @Nullable [] chosen) {
        values.begin(chosen);
        return key.ask(context, rows, values);
    }

    @Override
    public int groupCount() {
        return values.values().count();
    }

    @Override
    public void addTo(GroupTable table) {
        Vector found = values.values();
        int count = found.count();
        groups = Vectors.room(groups, count);
        keyColumns[0] = found;
        table.findOrAdd(keyColumns, count, groups);
        for (int item = 0; item < aggregationCount; item++) {
            table.addTotals(item, groups, values.counts(count), found, count);
        }
    }
}
