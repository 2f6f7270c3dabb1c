package org.thetisdb.engine.group;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.kernel.ColumnProperty;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.storage.ColumnCodes;
import org.thetisdb.storage.packing.PackedPairs;
import org.thetisdb.value.vector.Vector;

/**
 * Groups by two properties whose rows are counted, if at all: the codes of both columns are counted together, without
 * looking at what they mean. Belongs to one worker.
 */
final class ColumnPairs implements ColumnAnswers {
    private final ColumnProperty[] keys;
    private final int aggregationCount;
    private final ColumnCodes[] codes = {new ColumnCodes(), new ColumnCodes()};
    private final Vector[] found = {new Vector(), new Vector()};
    private final int[][] foundCodes = new int[2][];
    private int[] pairCounts = {};
    private long[] counts = {};
    private int count;
    private int[] groups = {};

    ColumnPairs(ColumnProperty first, ColumnProperty second, int aggregationCount) {
        keys = new ColumnProperty[] {first, second};
        this.aggregationCount = aggregationCount;
    }

    @Override
    public boolean ask(EvaluationContext context, Batch rows, long @Nullable [] chosen) {
        for (int key = 0; key < keys.length; key++) {
            codes[key].begin(chosen);
            if (!keys[key].ask(context, rows, codes[key])) {
                return false;
            }
        }
        int bits = codes[0].packed().bits() + codes[1].packed().bits();
        if (bits > PackedPairs.BITS_MAX) {
            return false;
        }
        reserve(1 << bits);
        PackedPairs.count(codes[0].packed(), codes[1].packed(), rows.count(), chosen, pairCounts);
        count = PackedPairs.order(codes[0].packed(), codes[1].packed(), chosen, pairCounts, foundCodes, counts);
        return true;
    }

    private void reserve(int pairs) {
        if (counts.length < pairs) {
            pairCounts = new int[pairs];
            counts = new long[pairs];
            Arrays.setAll(foundCodes, _ -> new int[pairs]);
        }
    }

    @Override
    public int groupCount() {
        return count;
    }

    @Override
    public void addTo(GroupTable table) {
        if (count == 0) {
            return;
        }
        for (int key = 0; key < keys.length; key++) {
            codes[key].decode(foundCodes[key], count, found[key]);
        }
        groups = Vectors.room(groups, count);
        table.findOrAdd(found, count, groups);
        for (int item = 0; item < aggregationCount; item++) {
            table.addTotals(item, groups, counts, found[0], count);
        }
    }
}
