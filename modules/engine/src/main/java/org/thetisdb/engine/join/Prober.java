package org.thetisdb.engine.join;

import java.util.BitSet;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.table.JoinTable;
import org.thetisdb.engine.table.KeyFinder;
import org.thetisdb.engine.table.KeyHashing;
import org.thetisdb.value.vector.Vector;

/**
 * Looks up rows in a table of build rows, and passes on each pair that it finds, and the rows that have no partner
 * where these are kept. Belongs to one worker.
 */
final class Prober {
    private final RowPairs pairs;
    private final boolean optional;
    private final KeyFinder finder = JoinTable.finder(KeyHashing.USUAL);
    private int[] heads = {};

    /**
     * @param buildSlots columns of the build side to add
     * @param optional whether rows without a partner are kept
     */
    Prober(Worker worker, int[] buildSlots, boolean optional, Stage next) {
        this.pairs = new RowPairs(worker, buildSlots, next);
        this.optional = optional;
    }

    /**
     * Looks up rows where all rows of the build side are that may be their partners.
     *
     * @param keys of the input's rows
     */
    void probe(HashJoinSink.Built built, Batch input, Vector[] keys) {
        find(built, input, keys);
        pairs.begin(input, built.rows());
        for (int row = 0; row < input.count() && pairs.isOpen(); row++) {
            if (heads[row] >= 0) {
                add(built.table(), row, heads[row]);
            } else if (optional) {
                pairs.add(row, RowPairs.NOTHING);
            }
        }
        pairs.end();
    }

    /**
     * Looks up rows where some rows of the build side are that may be their partners, one part after another.
     *
     * @param met which rows of the probe side have had a partner
     * @param from the place of the first row in it
     * @param isLast whether rows without a partner are passed on now
     */
    void probePart(HashJoinSink.Built built, Batch input, Vector[] keys, BitSet met, int from, boolean isLast) {
        find(built, input, keys);
        pairs.begin(input, built.rows());
        for (int row = 0; row < input.count() && pairs.isOpen(); row++) {
            if (heads[row] >= 0) {
                met.set(from + row);
                add(built.table(), row, heads[row]);
            } else if (isLast && !met.get(from + row)) {
                pairs.add(row, RowPairs.NOTHING);
            }
        }
        pairs.end();
    }

    /** Passes on rows that can have no partner. */
    void passAlone(HashJoinSink.Built built, Batch input) {
        pairs.begin(input, built.rows());
        for (int row = 0; row < input.count() && pairs.isOpen(); row++) {
            pairs.add(row, RowPairs.NOTHING);
        }
        pairs.end();
    }

    private void find(HashJoinSink.Built built, Batch input, Vector[] keys) {
        int count = input.count();
        if (heads.length < count) {
            heads = new int[count];
        }
        built.table().find(finder, keys, count, heads);
    }

    private void add(JoinTable table, int row, int head) {
        if (table.isUnique()) {
            pairs.add(row, head);
            return;
        }
        int place = table.first(head);
        pairs.add(row, table.row(place));
        while (!table.isLast(place)) {
            place++;
            pairs.add(row, table.row(place));
        }
    }
}
