package org.thetisdb.storage.checkpoint;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.adjacency.AdjacencyRewriter;
import org.thetisdb.storage.adjacency.ChangeWindow;
import org.thetisdb.storage.base.BaseReader;
import org.thetisdb.storage.column.BlockedColumnRewriter;
import org.thetisdb.storage.column.ColumnEncoder;
import org.thetisdb.storage.column.LongColumnWriter;

/**
 * What one part of a checkpoint is made with: readers of both graphs, encoders, memory. What was made stays until
 * {@link #clear}.
 *
 * <p>One thread at a time; it may change hands.
 */
final class Workbench implements AutoCloseable {
    final BaseReader before;
    final GraphReader after;
    final ColumnEncoder encoder = new ColumnEncoder();
    final AdjacencyRewriter listRewriter;
    final BlockedColumnRewriter columnRewriter;
    final ChangeWindow changes;

    private final CheckpointRun run;
    private final List<Runnable> closers = new ArrayList<>();
    private boolean isShared;

    Workbench(CheckpointRun run) {
        this.run = run;
        before = run.base.newReader();
        after = run.snapshot.reader();
        changes = new ChangeWindow(this::refresh);
        listRewriter = new AdjacencyRewriter(before.adjacency(), before::refresh);
        columnRewriter = new BlockedColumnRewriter(this::refresh, run.space);
    }

    /** Whether what is made next may be written by another thread than the one that makes it. */
    void share(boolean shared) {
        isShared = shared;
    }

    /** Memory for segments. */
    LargeSegments segments() {
        Arena arena = isShared ? Arena.ofShared() : Arena.ofConfined();
        LargeSegments segments = new LargeSegments(run.space, run.memoryBytes, arena);
        closers.add(segments::close);
        return segments;
    }

    /** A writer of a column that is too long for memory. */
    LongColumnWriter longColumn() {
        LongColumnWriter column = new LongColumnWriter(run.space);
        closers.add(column::close);
        return column;
    }

    /** Drops all pages. */
    void refresh() {
        before.refresh();
        after.refresh();
    }

    /** Frees what was made. */
    void clear() {
        closers.forEach(Runnable::run);
        closers.clear();
        columnRewriter.close();
    }

    @Override
    public void close() {
        clear();
        before.close();
        after.close();
    }
}
