package org.thetisdb.engine.pipeline;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.InnerStatements;
import org.thetisdb.engine.WriteCounters;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.EvaluationTrace;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;

/**
 * A worker's own tools: a reader, and the run it is working for. Kept from run to run, because readers and the
 * stages made for a worker are costly to make. Used by one thread at a time.
 */
public final class Worker implements AutoCloseable {
    private static final int INITIAL_SLOTS = 32;

    /** With more, the columns of a batch would not stay in the processor's caches. */
    private static final int LONG_BATCH_FACTOR = 4;

    /** No revision: what was seen must not be recognised. */
    private static final long UNKNOWN = -1;

    private final GraphReader reader;
    private Snapshot snapshot;
    private final Optional<Executor> helpers;

    /** Also of those parts of a breaker that helpers write; most runs have none. */
    private final List<SpillFile> spillFiles = new CopyOnWriteArrayList<>();

    private long view;
    private long viewedRevision = UNKNOWN;
    private @Nullable QueryContext query;
    private @Nullable EvaluationContext evaluation;

    /** In contexts of this run, or the last, that are no longer used. */
    private boolean longValues;

    /** A worker without helpers. */
    public Worker(Snapshot snapshot) {
        this(snapshot, Optional.empty());
    }

    /** @param helpers threads that may do parts of its work, if there are any */
    public Worker(Snapshot snapshot, Optional<Executor> helpers) {
        this.snapshot = snapshot;
        this.helpers = helpers;
        this.reader = snapshot.reader();
    }

    /** Moves to another snapshot if it can; returns whether it did. To be called between runs. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    public boolean move(Snapshot other) {
        if (snapshot == other) {
            return true;
        }
        if (!reader.move(other)) {
            return false;
        }
        snapshot = other;
        return true;
    }

    /** Starts work for a run; does nothing if it has started already. */
    public void begin(QueryContext newQuery) {
        if (query == newQuery) {
            return;
        }
        query = newQuery;
        longValues = false;
        if (newQuery.transaction().isPresent() || viewedRevision != snapshot.revision()) {
            view++;
            viewedRevision = newQuery.transaction().isPresent() ? UNKNOWN : snapshot.revision();
        }
        evaluation = evaluation(newQuery);
    }

    private EvaluationContext evaluation(QueryContext run) {
        GraphReader guarded = run.transaction().isPresent() ? new DeletedEntityGuard(reader, run) : reader;
        return new EvaluationContext(guarded, view, run.hasDeleted(), run, new EvaluationTrace());
    }

    /** To be called when the run itself may have changed the graph: what was cached of it is forgotten. */
    public void changed() {
        view++;
        keepTrace();
        evaluation = evaluation(query());
    }

    /** Threads for what an operator can have done beside this worker: no more than {@link #helperCount} at a time. */
    public Executor helpers() {
        return helpers.orElseThrow(() -> new IllegalStateException("a worker is asked for helpers that has none"));
    }

    /** How many helpers it may have, if no other worker works for the run. */
    public int helperCount() {
        return helpers.isEmpty() ? 0 : query().options().threadCount() - 1;
    }

    public Snapshot snapshot() {
        return snapshot;
    }

    public GraphReader reader() {
        return reader;
    }

    public QueryContext query() {
        return Invariant.present(query, "a worker is asked for its run between begin and end");
    }

    public EvaluationContext evaluation() {
        return Invariant.present(evaluation, "a worker evaluates between begin and end");
    }

    public int batchRows() {
        return query().options().batchRows();
    }

    /** Rows at most of a batch from a source to stages which {@linkplain Stage#takesLongBatches take} long ones. */
    public int longBatchRows() {
        return LONG_BATCH_FACTOR * batchRows();
    }

    public Batch newBatch() {
        return new Batch(INITIAL_SLOTS);
    }

    /**
     * A temporary file that this worker writes, closed with the run at the latest.
     *
     * @throws ThetisException {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED}
     */
    public SpillFile newSpillFile() {
        SpillFile file = query().files().newFile();
        spillFiles.add(file);
        return file;
    }

    /** As {@link #newSpillFile}, for what the run's result may refer to. */
    public SpillFile newLastingFile() {
        SpillFile file = query().files().newLastingFile();
        spillFiles.add(file);
        return file;
    }

    /** What the worker has written to temporary files in this run. */
    public long spilledBytes() {
        long bytes = 0;
        for (int index = 0; index < spillFiles.size(); index++) {
            bytes += spillFiles.get(index).writtenBytes();
        }
        return bytes;
    }

    /** Begins a statement within the run, in this thread; {@link #endInner} is to be called when it is over. */
    public InnerStatements.Inner begin(String text, Map<String, Object> parameters, boolean mayWrite) {
        QueryContext run = query();
        InnerStatements.Outer outer = new InnerStatements.Outer(
                run.options().withClock(run.clock()),
                run.snapshot(),
                run.transaction(),
                run.stop().part());
        return run.inner().begin(text, parameters, mayWrite, outer);
    }

    /** A statement of {@link #begin} is over: what it has written is seen, and counted. */
    public void endInner(InnerStatements.Inner inner) {
        QueryContext run = query();
        run.transaction().ifPresent(each -> each.whileWaiting(run.stop()::checkpoint));
        if (inner.writes()) {
            WriteCounters written = inner.rows().counters();
            run.tally().add(written);
            if (written.nodesDeleted() > 0 || written.relationshipsDeleted() > 0) {
                run.noteDeletion();
            }
            reader.refresh();
            changed();
        }
    }

    /** Between two batches: releases pages, and ends the run if it has to. */
    public void betweenBatches() {
        query().checkpoint();
        reader.refresh();
    }

    private void keepTrace() {
        longValues |= evaluation != null && evaluation.trace().hasLongValues();
    }

    /** After {@link #end}: whether the run had so long values that its vectors are not to be kept for the next one. */
    public boolean hadLongValues() {
        return longValues;
    }

    /** Ends work for a run: no page is held afterwards. */
    public void end() {
        keepTrace();
        query = null;
        evaluation = null;
        if (!spillFiles.isEmpty()) {
            spillFiles.clear();
        }
        reader.refresh();
    }

    @Override
    public void close() {
        reader.close();
    }
}
