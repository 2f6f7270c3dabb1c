package org.thetisdb.engine.sort;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.RowFeed;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorMerge;

/**
 * The rows of several sorted runs in their order; of equal rows those of the earlier run come first, so that sorting is
 * stable.
 *
 * <p>A tree of losers (D. E. Knuth, The Art of Computer Programming, volume 3, 5.4.1) says which run has the next row:
 * an inner node holds the loser of the comparison of its two subtrees, and node 0 the winner of all. When the winner
 * advances, only the comparisons on its way to the root are made again.
 *
 * <pre>
 *              0: winner
 *              1: loser of the final
 *            2           3
 *          4   5       6   7         leaves n … 2n-1 are the runs, not stored
 * </pre>
 *
 * <p>A batch ends where a run's block does, because its rows are gathered when all are known. Used by one thread.
 */
final class MergedRuns implements RowFeed {
    private static final int NONE = -1;

    private final int[] slots;
    private final RunCursor[] cursors;
    private final long[] heads;
    private final int[] losers;
    private final Batch merged = new Batch(0);
    private final Vector[][] sources;
    private final boolean[] plain;
    private final int[] from;
    private final int[] rows;
    private long skipCount;
    private long leftCount;
    private int exhausted = NONE;
    private boolean isPrefixed;
    private boolean isDecided;

    /**
     * @param first rows that are left out at the begin
     * @param count how many follow at most
     * @param batchRows rows of a batch at most
     */
    MergedRuns(int[] slots, List<RunCursor> runs, long first, long count, int batchRows) {
        this.slots = slots;
        this.cursors = runs.toArray(RunCursor[]::new);
        this.heads = new long[cursors.length];
        this.losers = new int[Math.max(1, cursors.length)];
        this.sources = new Vector[slots.length][cursors.length];
        this.plain = new boolean[slots.length];
        this.from = new int[batchRows];
        this.rows = new int[batchRows];
        this.skipCount = first;
        this.leftCount = count;
        for (int run = 0; run < cursors.length; run++) {
            takeHead(run);
        }
        compareBlocks();
        losers[0] = cursors.length == 1 ? 0 : play(1);
    }

    /** Notes the prefix of a run's row: one array of all is what most comparisons read. */
    private void takeHead(int run) {
        heads[run] = cursors[run].isDone() ? Long.MAX_VALUE : cursors[run].prefix();
    }

    /** Finds out how the rows of the present blocks are compared and gathered. */
    private void compareBlocks() {
        isPrefixed = true;
        isDecided = true;
        RunCursor first = null;
        for (RunCursor cursor : cursors) {
            if (!cursor.isDone()) {
                first = first == null ? cursor : first;
                isPrefixed &= cursor.isComparable(first);
                isDecided &= cursor.isDecidedByPrefix();
            }
        }
        for (int column = 0; column < slots.length; column++) {
            for (int run = 0; run < cursors.length; run++) {
                sources[column][run] = cursors[run].block().column(slots[column]);
            }
            plain[column] = VectorMerge.arePlain(sources[column]);
        }
    }

    /** The winner of a subtree, whose losers are noted. */
    private int play(int node) {
        if (node >= cursors.length) {
            return node - cursors.length;
        }
        int left = play(2 * node);
        int right = play(2 * node + 1);
        boolean isLeft = comesBefore(left, right);
        losers[node] = isLeft ? right : left;
        return isLeft ? left : right;
    }

    /** Of equal rows that of the earlier run comes first; a run that is done comes last. */
    private boolean comesBefore(int left, int right) {
        if (isPrefixed && heads[left] != heads[right]) {
            return heads[left] < heads[right];
        }
        boolean leftDone = cursors[left].isDone();
        if (leftDone || cursors[right].isDone()) {
            return !leftDone;
        }
        int compared = isPrefixed && isDecided ? 0 : cursors[left].compare(cursors[right]);
        return compared != 0 ? compared < 0 : left < right;
    }

    /** Plays the comparisons again that the former winner took part in. */
    private void replay() {
        int winner = losers[0];
        if (!isPrefixed) {
            replayByRows(winner);
            return;
        }
        long head = heads[winner];
        for (int node = (winner + heads.length) / 2; node > 0; node /= 2) {
            int loser = losers[node];
            long loserHead = heads[loser];
            boolean isBefore = loserHead < head;
            if (loserHead == head) {
                isBefore = comesBefore(loser, winner);
            }
            // Which of both is less cannot be foretold, so that moving costs less than branching.
            int swapped = isBefore ? loser ^ winner : 0;
            winner ^= swapped;
            losers[node] = loser ^ swapped;
            head = Math.min(head, loserHead);
        }
        losers[0] = winner;
    }

    private void replayByRows(int former) {
        int winner = former;
        for (int node = (winner + cursors.length) / 2; node > 0; node /= 2) {
            if (comesBefore(losers[node], winner)) {
                int loser = winner;
                winner = losers[node];
                losers[node] = loser;
            }
        }
        losers[0] = winner;
    }

    @Override
    public @Nullable Batch next() {
        int count = 0;
        while (count < rows.length && leftCount > 0) {
            if (exhausted != NONE) {
                cursors[exhausted].nextBlock();
                takeHead(exhausted);
                exhausted = NONE;
                compareBlocks();
                replay();
            }
            RunCursor winner = cursors[losers[0]];
            if (winner.isDone()) {
                break;
            }
            if (skipCount > 0) {
                skipCount--;
            } else {
                from[count] = losers[0];
                rows[count] = winner.row();
                count++;
                leftCount--;
            }
            if (winner.advance()) {
                takeHead(losers[0]);
                replay();
            } else {
                exhausted = losers[0];
                if (count > 0) {
                    break;
                }
            }
        }
        return count == 0 ? null : gathered(count);
    }

    private Batch gathered(int count) {
        for (int column = 0; column < slots.length; column++) {
            if (plain[column]) {
                VectorMerge.gatherLongs(merged.own(slots[column]), sources[column], from, rows, count);
            } else {
                VectorMerge.gather(merged.own(slots[column]), sources[column], from, rows, count);
            }
        }
        merged.fill(count);
        return merged;
    }
}
