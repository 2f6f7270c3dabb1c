package org.thetisdb.engine.group;

import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.expression.ExpressionCompiler;
import org.thetisdb.engine.kernel.ColumnProperty;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.storage.ColumnCodes;
import org.thetisdb.storage.packing.PackedCodes;
import org.thetisdb.storage.packing.PackedGroups;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * The totals by group of one property, from its codes: how many values, their sum, the least and the greatest of them.
 * Belongs to one worker.
 */
final class ColumnMeasure {
    private final ColumnProperty property;
    private final boolean hasSum;
    private final boolean hasBounds;
    private final ColumnCodes codes;

    /** By place, what {@link PackedGroups#add} and {@link PackedGroups#bounds} give. */
    private long[] added = {};

    private int[] least = {};
    private int[] greatest = {};

    private long[] counts = {};
    private final Vector totals = new Vector();

    ColumnMeasure(ColumnTopics.Topic topic, ExpressionCompiler compiler) {
        property = compiler.column(topic.property());
        hasSum = topic.hasSum();
        hasBounds = topic.hasBounds();
        codes = new ColumnCodes(hasSum || hasBounds ? ColumnCodes.Use.NUMBERS : ColumnCodes.Use.PRESENCE);
    }

    /**
     * Asks the column, and finds the totals.
     *
     * @param places by row the place of its group
     * @return whether it has answered
     */
    boolean ask(EvaluationContext context, Batch rows, long @Nullable [] chosen, PackedCodes places) {
        codes.begin(chosen);
        if (!property.ask(context, rows, codes) || hasSum && !codes.canAdd()) {
            return false;
        }
        int count = rows.count();
        int placeCount = 1 << places.bits();
        long[] meant = codes.chosenPresent(count);
        PackedCodes values = codes.ofRows(count);
        if (hasSum || codes.hasNulls()) {
            added = added.length < placeCount ? new long[placeCount] : added;
            PackedGroups.add(places, values, count, meant, added);
        }
        if (hasBounds) {
            least = Vectors.room(least, placeCount);
            greatest = Vectors.room(greatest, placeCount);
            PackedGroups.bounds(places, values, count, meant, least, greatest);
        }
        return true;
    }

    /**
     * Adds what was found to an aggregate.
     *
     * @param met the groups' places, and how many rows they have
     * @param groups their numbers
     */
    void addTo(GroupTable table, int item, Step.AggregateFunction function, CodeCounts met, int[] groups) {
        int count = met.count();
        counts = counts.length < count ? new long[count] : counts;
        boolean isBound = function == Step.AggregateFunction.MIN || function == Step.AggregateFunction.MAX;
        totals.reset(isBound && codes.kind() != VectorKind.NULL ? codes.kind() : VectorKind.INTEGER, count);
        for (int index = 0; index < count; index++) {
            int place = met.codes()[index];
            counts[index] = codes.hasNulls() ? PackedGroups.count(added[place]) : met.counts()[index];
            totals.longs()[index] = total(function, place, counts[index]);
        }
        table.addTotals(item, groups, counts, totals, count);
    }

    private long total(Step.AggregateFunction function, int place, long count) {
        return switch (function) {
            case SUM, AVG -> codes.sumOf(count, PackedGroups.sum(added[place]));
            case MIN -> codes.valueOf(least[place]);
            case MAX -> codes.valueOf(greatest[place]);
            default -> 0;
        };
    }
}
