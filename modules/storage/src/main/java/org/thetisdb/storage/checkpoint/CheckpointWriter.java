package org.thetisdb.storage.checkpoint;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.base.RunReader;
import org.thetisdb.storage.file.DataFile;
import org.thetisdb.storage.file.DataFileIdentity;
import org.thetisdb.storage.file.DataFileWriter;
import org.thetisdb.storage.file.RootBuilder;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.file.Superblock;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.index.KeyFilterWriter;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;

/**
 * Makes a new root of a base and its changes, in one new data file; and lets runs of indexes be compacted in between,
 * which the next new root adopts.
 *
 * <p>Used again for each checkpoint of a database, never by two threads at once, and by nobody but the one process that
 * writes. Readers of the base continue all the while, and also afterwards: a file that was deleted stays readable to
 * those who have it open.
 */
public final class CheckpointWriter {
    private final FileSystem fileSystem;
    private final Path directory;
    private final Superblocks superblocks;
    private final long memoryBytes;
    private final long rootDistanceBytes;
    private final RandomGenerator random;
    private final TemporarySpace space;
    private final CompactionPolicy policy;
    private final EncodingThreads threads;

    /** Runs, or is complete and not adopted yet. */
    private Optional<IndexCompaction> compaction = Optional.empty();

    /**
     * @param memoryBytes what building an index may take before it spills
     * @param rootDistanceBytes how many bytes of changes are worth a root of the past: between two that are retained
     *     there are no more, unless they came in one checkpoint; so 0 keeps each root
     * @param smallRunBytes runs of an index that are no longer are merged by checkpoints
     * @param random gives new files their ids
     * @param space where parts go while they are made that are too large for memory
     * @param threads that encode what is written
     */
    public CheckpointWriter(
            FileSystem fileSystem,
            Path directory,
            Superblocks superblocks,
            long memoryBytes,
            long rootDistanceBytes,
            long smallRunBytes,
            RandomGenerator random,
            TemporarySpace space,
            EncodingThreads threads) {
        this.space = space;
        this.threads = threads;
        this.fileSystem = fileSystem;
        this.directory = directory;
        this.superblocks = superblocks;
        this.memoryBytes = memoryBytes;
        this.rootDistanceBytes = rootDistanceBytes;
        this.random = random;
        this.policy = new CompactionPolicy(smallRunBytes);
    }

    /**
     * Writes and publishes the new root. When the call returns it is on the device, and holds.
     *
     * @param base what the superblock names now
     * @param oldestRevision the oldest revision that must remain readable; roots that no revision from it on needs are
     *     let go, and files that only they need are deleted
     * @throws ThetisException from reading, from writing ({@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED}) or
     *     from the throttle: the base holds on, and the new file is removed. Only if writing the superblock itself
     *     failed may either root be found after a crash; the new file remains then
     */
    public CheckpointResult write(BaseSnapshot base, CheckpointSource source, long oldestRevision, Throttle throttle) {
        Superblock former = superblocks.current();
        if (former.rootNumber() != base.root().number()) {
            throw new ThetisException(
                    ErrorCode.INTERNAL,
                    "the base of a checkpoint is not what the superblock names: base="
                            + base.root().number() + ", superblock=" + former.rootNumber());
        }
        compaction = compaction.filter(each -> !each.hasFailed());
        boolean complete = false;
        DataFileWriter file = newFile(former);
        try (file;
                CheckpointRun run = new CheckpointRun(base, source, file, throttle, space, memoryBytes, threads)) {
            IndexRuns indexes = new IndexRuns(run, policy, fileSystem, directory, compaction);
            writeAll(run, indexes, oldestRevision);
            Superblock next = file.finish(run.root, source.logMark());
            fileSystem.forceDirectory(directory);
            complete = true;
            // What was complete is adopted, or its index has gone. Even if publishing fails, a root may need it now.
            compaction = compaction.filter(each -> !indexes.hasSeenResult());
            superblocks.publish(next);
            Set<Integer> known = new TreeSet<>(run.root.dataFileNumbers());
            compaction.ifPresent(each -> known.add(each.fileNumber()));
            return result(next, next.geometry().endOffset(), known, indexes.failures());
        } finally {
            if (!complete) {
                removeIncomplete(fileSystem, file.path());
            }
        }
    }

    private DataFileWriter newFile(Superblock former) {
        int number = StoreFiles.nextDataFileNumber(fileSystem, directory);
        DataFileIdentity identity = DataFileIdentity.draw(former.databaseId(), number, random);
        boolean created = false;
        try {
            DataFileWriter file = DataFileWriter.create(
                    fileSystem, directory, identity, former.geometry().pageBytes());
            created = true;
            return file;
        } finally {
            if (!created) {
                removeIncomplete(fileSystem, StoreFiles.dataFile(directory, number));
            }
        }
    }

    /**
     * A compaction of runs of some index of the base; empty if none is worth it, or if the last one runs still or is
     * not adopted yet. To be run, beside checkpoints or before the next, or abandoned.
     *
     * @param base what the superblock names now
     * @throws ThetisException if there can be no file for it; nothing of it is left
     */
    public Optional<IndexCompaction> beginCompaction(BaseSnapshot base) {
        compaction = compaction.filter(each -> !each.hasFailed());
        if (compaction.isPresent()) {
            return Optional.empty();
        }
        compaction = CompactionPolicy.choose(base).map(runs -> newCompaction(base, runs));
        return compaction;
    }

    private IndexCompaction newCompaction(BaseSnapshot base, IndexCompaction.Runs runs) {
        RunReader reader = base.runReader(runs.fileNumbers());
        boolean begun = false;
        try {
            DataFileWriter file = newFile(superblocks.current());
            begun = true;
            return new IndexCompaction(fileSystem, runs, reader, file, new KeyFilterWriter.Room(memoryBytes, space));
        } finally {
            if (!begun) {
                reader.close();
            }
        }
    }

    /** Removes what a compaction has made and no root has adopted. None may run. */
    public void dropCompaction() {
        // One that has failed has removed its file itself, and a checkpoint may have a file of that number since.
        compaction
                .filter(each -> !each.hasFailed())
                .ifPresent(each -> removeIncomplete(fileSystem, StoreFiles.dataFile(directory, each.fileNumber())));
        compaction = Optional.empty();
    }

    /** Whether a root that came after a base counts. */
    public boolean hasPublishedAfter(BaseSnapshot base) {
        return superblocks.current().rootNumber() != base.root().number();
    }

    private void writeAll(CheckpointRun run, IndexRuns indexes, long oldestRevision) {
        RootBuilder root = run.root;
        root.names(run.snapshot.catalog());
        root.revision(run.snapshot.revision(), run.source.timeMillis());
        root.retainFrom(oldestRevision);
        root.changedSinceFormer(run.source.changedBytes(), rootDistanceBytes);
        new NodeChunks(run).write();
        new RelationshipLists(run).write();
        indexes.write();
        run.statistics.requireCounts(root.liveCount(), root.relationshipCount(true), root.relationshipCount(false));
        root.statistics(run.append(run.statistics.encode()));
        Set<Integer> emptied = filesToEmpty(run);
        if (!emptied.isEmpty()) {
            indexes.moveFrom(emptied);
            root.moveAll(emptied::contains, extent -> {
                var moved = run.append(run.before.extent(extent));
                run.pause();
                return moved;
            });
        }
    }

    /**
     * Files that are worth copying what still lives in them: less than half of the file, or not more than this
     * checkpoint writes anyway, so that small files do not heap up. Where an earlier root that is kept needs the file,
     * nothing would be won; what is being compacted leaves its file soon.
     */
    private Set<Integer> filesToEmpty(CheckpointRun run) {
        Map<Integer, Long> live = run.root.liveBytes();
        Set<Integer> needed = run.root.filesOfEarlierRoots();
        Set<Integer> emptied = new TreeSet<>();
        for (DataFile file : run.former.dataFiles()) {
            long liveBytes = live.getOrDefault(file.number(), 0L);
            boolean worth = liveBytes * 2 < file.geometry().dataBytes() || liveBytes <= run.writtenBytes();
            boolean leaving = compaction.isPresent() && compaction.get().reads(file.number());
            if (liveBytes > 0 && worth && !leaving && !needed.contains(file.number())) {
                emptied.add(file.number());
            }
        }
        return emptied;
    }

    private CheckpointResult result(
            Superblock superblock, long writtenBytes, Set<Integer> known, Map<String, ThetisException> failed) {
        List<String> removed = List.of();
        Optional<ThetisException> problem = Optional.empty();
        try {
            Invariant.check(
                    known.contains(superblock.root().file()),
                    "the file of the root that counts stays",
                    "file",
                    superblock.root().file());
            removed = StoreFiles.removeOthers(fileSystem, directory, known).stream()
                    .map(path -> path.getFileName().toString())
                    .toList();
        } catch (ThetisException e) {
            // The root holds; what could not be deleted is room lost until the next checkpoint tries again.
            problem = Optional.of(e);
        }
        return new CheckpointResult(superblock, writtenBytes, removed, failed, problem);
    }

    /** Whatever the reason was, the file is of no use; if it cannot be deleted, the next opening does it. */
    static void removeIncomplete(FileSystem fileSystem, Path path) {
        try {
            if (fileSystem.exists(path)) {
                fileSystem.delete(path);
            }
        } catch (ThetisException ignored) {
            // The error that ended the work is the one to tell.
        }
    }
}
