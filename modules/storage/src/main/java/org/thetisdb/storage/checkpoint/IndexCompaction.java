package org.thetisdb.storage.checkpoint;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.base.RunReader;
import org.thetisdb.storage.file.CountingExtents;
import org.thetisdb.storage.file.DataFileWriter;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.FinishedFile;
import org.thetisdb.storage.file.IndexExtent;
import org.thetisdb.storage.index.IndexCursor;
import org.thetisdb.storage.index.IndexEntries;
import org.thetisdb.storage.index.IndexMerger;
import org.thetisdb.storage.index.KeyFilterWriter;

/**
 * Writes some neighbouring runs of an index as one, into a data file of its own, while checkpoints go on.
 *
 * <pre>
 *   begins                      runs                        adopted by the next checkpoint
 *   root 7: [a][b][c][d]        root 8: [x][a][b][c][d]     root 9: [y][x][a][bcd]      b, c, d are live no more
 *                └─────┘                     └─────┘
 *                 data-12 is made             nobody touches these
 * </pre>
 *
 * <p>Until a root names it, the file counts for nothing: what a crash leaves of it is removed when the database is
 * opened again. If the runs have gone meanwhile, because their index was dropped, it is removed, too.
 *
 * <p>Thread safe: it is begun and asked for its result by those who make checkpoints, and run by one thread.
 */
public final class IndexCompaction {
    /**
     * Neighbouring runs of one index.
     *
     * @param extents newest first
     * @param withOldest whether the oldest of the index is among them
     */
    record Runs(List<IndexExtent> extents, boolean withOldest) {
        Runs {
            extents = List.copyOf(extents);
        }

        /** The data files in which they lie. */
        Set<Integer> fileNumbers() {
            return extents.stream().map(run -> run.root().file()).collect(Collectors.toSet());
        }
    }

    /**
     * @param file that no root names yet
     * @param run that takes the place of those that were compacted
     */
    record Result(FinishedFile file, IndexExtent run) {}

    /** Commits that sync their log wait for what a device has to take in before. */
    private static final long FORCE_BYTES = 8 << 20;

    private final FileSystem fileSystem;
    private final List<IndexExtent> replaced;
    private final boolean withOldest;
    private final RunReader reader;
    private final DataFileWriter file;
    private final KeyFilterWriter.Room filterRoom;
    private long forcedBytes;
    private volatile Optional<Result> result = Optional.empty();
    private volatile boolean failed;

    /**
     * @param runs of an index
     * @param reader of their files; closed when it has run, as the file is
     * @param file that nobody else writes to
     */
    IndexCompaction(
            FileSystem fileSystem, Runs runs, RunReader reader, DataFileWriter file, KeyFilterWriter.Room filterRoom) {
        this.fileSystem = fileSystem;
        this.replaced = runs.extents();
        this.withOldest = runs.withOldest();
        this.file = file;
        this.filterRoom = filterRoom;
        this.reader = reader;
    }

    /**
     * Does the work. When the call returns, the file is on the device. If it fails, the file is removed.
     *
     * @param throttle told after each block; what it throws ends the work and is thrown on
     */
    public void run(Throttle throttle) {
        try {
            result = Optional.of(writeAndClose(throttle));
        } finally {
            if (result.isEmpty()) {
                fail();
            }
        }
    }

    private Result writeAndClose(Throttle throttle) {
        try (reader;
                file) {
            return write(throttle);
        }
    }

    /** Gives up what has not been run. */
    public void abandon() {
        try (reader;
                file) {
            // Nothing was written.
        } finally {
            fail();
        }
    }

    /** Once it is known to have failed, a checkpoint may use the number of its file, which has to be gone by then. */
    private void fail() {
        try {
            CheckpointWriter.removeIncomplete(fileSystem, file.path());
        } finally {
            failed = true;
        }
    }

    private Result write(Throttle throttle) {
        List<IndexEntries> entries = new ArrayList<>();
        long entryCount = 0;
        for (IndexExtent run : replaced) {
            IndexCursor cursor = reader.cursor(run);
            entryCount += cursor.entryCount();
            entries.add(cursor.allEntries());
        }
        CountingExtents counting = new CountingExtents(bytes -> append(bytes, throttle));
        Extent root = IndexMerger.write(entries, withOldest, entryCount, counting, filterRoom);
        return new Result(file.finish(), new IndexExtent(root, counting.bytes()));
    }

    private Extent append(MemorySegment bytes, Throttle throttle) {
        Extent written = file.append(bytes);
        reader.refresh();
        if (written.offset() - forcedBytes >= FORCE_BYTES) {
            file.force();
            forcedBytes = written.offset();
        }
        throttle.wrote(bytes.byteSize());
        return written;
    }

    /** What it has made; empty as long as it is not complete. */
    Optional<Result> result() {
        return result;
    }

    boolean hasFailed() {
        return failed;
    }

    /** The number of its file. */
    int fileNumber() {
        return file.number();
    }

    /** Whether a run that is to be replaced lies in a data file. */
    boolean reads(int fileNumber) {
        return replaced.stream().anyMatch(run -> run.root().file() == fileNumber);
    }

    /** Where the runs that are to be replaced begin among those of an index, newest first; -1 if they are not there. */
    int placeIn(List<IndexExtent> runs) {
        return Collections.indexOfSubList(runs, replaced);
    }

    /** The runs of an index with the one instead of those that it replaces, which are among them. */
    List<IndexExtent> replaceIn(List<IndexExtent> runs, Result made) {
        List<IndexExtent> after = new ArrayList<>(runs);
        List<IndexExtent> part = after.subList(placeIn(runs), placeIn(runs) + replaced.size());
        part.clear();
        part.add(made.run());
        return after;
    }
}
