package org.thetisdb.engine.pipeline;

import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationTrace;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.VectorFullException;

/**
 * Gives a stage the rows of a batch, all together, or in parts where what the stage computes of them is long: a batch
 * of a thousand texts of a megabyte has no place in memory.
 *
 * <pre>
 *   1,024 rows ──► prepare ──strings of a column beyond 2 MiB──► 256 rows ──► prepare ──► process
 *                     │      or lists beyond 8 MiB               768 rows ──► …
 *                     └────fit───► process
 * </pre>
 *
 * <p>How long values are is found out by making them, so a stage first prepares, which must change nothing that cannot
 * be done again, and then processes. There are too many rows as well if the run has no memory left for their values.
 * One row is prepared however much it takes, if it can be. What was found is the size to begin with in the next batch.
 * Belongs to one worker.
 */
public final class BatchParts {
    private static final int SHRINKING = 4;

    /** So many parts have to fit before twice as many rows are tried: what does not fit is made in vain. */
    private static final int FITTING_PARTS = 8;

    /** What a stage does with rows. */
    public interface Work {
        /** Evaluates what is needed; may be called again with fewer of the rows, when it has not returned. */
        void prepare(Batch rows);

        /** Uses what was prepared of the same rows. */
        void process(Batch rows);

        /** Whether no further row can change the result: what is left of a batch is not even prepared then. */
        default boolean isSatisfied() {
            return false;
        }
    }

    private final Worker worker;
    private final Work work;
    private int rowsMax = Integer.MAX_VALUE;
    private int fittingRows = 1;
    private int fittingParts;
    private @Nullable Batch part;
    private int[] selection = {};

    public BatchParts(Worker worker, Work work) {
        this.worker = worker;
        this.work = work;
    }

    /** Has all rows of a batch prepared and processed, in their order, until that is enough. */
    public void push(Batch rows) {
        int count = rows.count();
        if (count <= rowsMax && isPrepared(rows)) {
            work.process(rows);
            return;
        }
        int done = 0;
        while (done < count && !work.isSatisfied()) {
            int some = Math.min(rowsMax, count - done);
            Batch next = part(rows, done, some);
            if (isPrepared(next)) {
                work.process(next);
                done += some;
                // So that the pages of all parts are not held together.
                worker.betweenBatches();
                growAfter(some);
            }
        }
    }

    private void growAfter(int fitting) {
        if (fitting == rowsMax && ++fittingParts == FITTING_PARTS) {
            fittingRows = rowsMax;
            rowsMax = (int) Math.min(Integer.MAX_VALUE, 2L * rowsMax);
            fittingParts = 0;
        }
    }

    private boolean isPrepared(Batch rows) {
        int count = rows.count();
        EvaluationTrace trace = worker.evaluation().trace();
        if (count > 1) {
            trace.limit();
            rows.limitStringBytes(EvaluationTrace.STRING_BYTES_MAX);
        }
        try {
            work.prepare(rows);
            return true;
        } catch (VectorFullException tooMany) {
            shrinkBelow(count);
            return false;
        } catch (ThetisException problem) {
            if (count == 1 || problem.code() != ErrorCode.MEMORY_EXHAUSTED) {
                throw problem;
            }
            shrinkBelow(count);
            return false;
        } finally {
            trace.liftLimits();
            rows.limitStringBytes(Integer.MAX_VALUE);
        }
    }

    private void shrinkBelow(int tooMany) {
        rowsMax = Math.max(fittingRows < tooMany ? fittingRows : 1, tooMany / SHRINKING);
        fittingRows = 1;
        fittingParts = 0;
    }

    private Batch part(Batch rows, int from, int count) {
        Batch made = part == null ? worker.newBatch() : part;
        part = made;
        if (selection.length < count) {
            selection = new int[Math.max(count, worker.batchRows())];
        }
        for (int index = 0; index < count; index++) {
            selection[index] = from + index;
        }
        made.fillFromPart(rows, selection, count);
        return made;
    }
}
