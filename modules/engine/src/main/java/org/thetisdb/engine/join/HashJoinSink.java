package org.thetisdb.engine.join;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.HelperFailure;
import org.thetisdb.engine.pipeline.MemoryShare;
import org.thetisdb.engine.pipeline.RunState;
import org.thetisdb.engine.pipeline.Stage;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.engine.table.JoinTable;

/**
 * The build side of a hash join: keeps rows and their keys. Rows with a null key are dropped, since they match nothing.
 *
 * <p>When a worker has no memory for its rows, all workers' rows go to disk by partitions of their keys, from then on
 * without being kept before: all will be there in the end, and memory that is filled again and again is copied and
 * collected again and again. Of the partitions as many as fit are read again and joined like any other ({@link
 * Built#firstSpilled}); the probe side's rows of the other partitions go to disk, too, and {@link SpilledJoin} joins
 * them afterwards.
 *
 * <p>Threads: each worker collects into a part of its own; {@link #built} merges the parts when it is first called
 * after the build pipeline has ended, and may be called by several workers at once.
 */
public final class HashJoinSink implements RunState {
    /** Makes a worker's evaluators of the build keys. */
    public interface KeyFactory {
        Evaluator[] create(Worker worker);
    }

    /**
     * What a probe needs.
     *
     * @param rows the kept columns; row i of the table is row i here
     * @param firstSpilled from which partition on rows are on disk; {@link JoinSpill#PARTITIONS} if none are
     */
    record Built(JoinTable table, Batch rows, int firstSpilled) {
        Built(JoinTable table, Batch rows) {
            this(table, rows, JoinSpill.PARTITIONS);
        }

        boolean isSpilled() {
            return firstSpilled < JoinSpill.PARTITIONS;
        }
    }

    private static final String OPERATOR = "HashJoin";

    /** Of the memory that could be had, what partitions may take that are read again: others will need some as well. */
    private static final int RESIDENT_DIVISOR = 2;

    private final int keyCount;
    private final int[] keptSlots;
    private final int[] probeSlots;
    private final KeyFactory keys;
    private final Optional<LastingBuild> lasting;
    private final boolean anyPartner;
    private final MemoryShare share = new MemoryShare(OPERATOR);
    private final List<BuildStage> parts = new CopyOnWriteArrayList<>();
    private final List<JoinSpill> probeSide = new CopyOnWriteArrayList<>();
    private final AtomicBoolean isSpilling = new AtomicBoolean();
    private volatile @Nullable Built built;

    /** What has ended the merging of parts, which are half written then: workers that wait for it end so, too. */
    private @Nullable Throwable failure;

    private Optional<BuildRows> resident = Optional.empty();

    /**
     * @param keptSlots columns that the join adds to the probing rows
     * @param probeSlots columns of the probing rows that are read after the join
     * @param keys makes the build keys
     * @param lasting where a build side is that serves further runs
     * @param anyPartner whether of several partners some may be left out
     */
    HashJoinSink(
            int keyCount,
            int[] keptSlots,
            int[] probeSlots,
            KeyFactory keys,
            Optional<LastingBuild> lasting,
            boolean anyPartner) {
        this.keyCount = keyCount;
        this.keptSlots = keptSlots.clone();
        this.probeSlots = probeSlots.clone();
        this.keys = keys;
        this.lasting = lasting;
        this.anyPartner = anyPartner;
    }

    /** Ends a worker's build pipeline. */
    public Stage stage(Worker worker) {
        BuildStage part = new BuildStage(worker, keys.create(worker), keptSlots, share, isSpilling);
        parts.add(part);
        return part;
    }

    /** The merged parts; to be called only after the build pipeline has ended. */
    Built built(Worker worker) {
        Built current = built;
        return current != null ? current : build(worker);
    }

    private synchronized Built build(Worker worker) {
        HelperFailure.rethrow(failure);
        Built current = built;
        if (current == null) {
            try {
                current = lasting.map(LastingBuild::built).orElseGet(() -> merged(worker));
            } catch (RuntimeException | Error thrown) {
                failure = thrown;
                throw thrown;
            }
            built = current;
        }
        return current;
    }

    private Built merged(Worker worker) {
        BuildRows first = parts.isEmpty() ? emptyRows(worker) : parts.getFirst().rows();
        boolean fits = parts.stream().allMatch(part -> part.spilled().isEmpty());
        for (int part = 1; part < parts.size() && fits; part++) {
            if (parts.get(part).rows().count() > 0) {
                first.take(parts.get(part).rows());
                fits = first.tryCharge(first.bytes());
            }
        }
        if (fits && (first.count() == 0 || first.tryCharge(first.bytesWithTable()))) {
            return keptBeyondRun(first, worker);
        }
        if (!worker.query().mayWrite()) {
            lasting.ifPresent(LastingBuild::noteTooLarge);
        }
        parts.forEach(BuildStage::spill);
        parts.forEach(part -> part.spilled().complete());
        return resident(worker);
    }

    /** What was built of some rows, for further runs too if it may serve them: not where something may be written. */
    private Built keptBeyondRun(BuildRows rows, Worker worker) {
        Built made = rows.build(anyPartner);
        boolean serves = lasting.isPresent() && !worker.query().mayWrite();
        if (serves && lasting.get().keep(made, rows) && !parts.isEmpty()) {
            parts.getFirst().giveRowsAway();
        }
        return made;
    }

    private BuildRows emptyRows(Worker worker) {
        return new BuildRows(worker, keyCount, keptSlots, share);
    }

    /** Reads as many partitions as fit, in front of the others. */
    private Built resident(Worker worker) {
        BuildRows rows = emptyRows(worker);
        resident = Optional.of(rows);
        int firstSpilled = partitionsThatFit(worker);
        for (int partition = 0; partition < firstSpilled; partition++) {
            SpilledSide.ofBuild(this, partition, worker).readAll(rows);
        }
        if (firstSpilled > 0 && !rows.tryCharge(rows.bytesWithTable())) {
            rows.clear();
            rows = emptyRows(worker);
            resident = Optional.of(rows);
            firstSpilled = 0;
        }
        Built some = rows.build(anyPartner);
        return new Built(some.table(), some.rows(), firstSpilled);
    }

    private int partitionsThatFit(Worker worker) {
        long rowBytes = 0;
        for (BuildStage part : parts) {
            rowBytes = Math.max(rowBytes, part.rowBytes());
        }
        long room = worker.query().workingBytes(1) / RESIDENT_DIVISOR;
        long rowCount = 0;
        int partition = 0;
        while (partition < JoinSpill.PARTITIONS - 1) {
            for (BuildStage part : parts) {
                rowCount += part.spilled().rowCount(partition);
            }
            if (rowCount > Integer.MAX_VALUE / 2 || rowBytes * rowCount + JoinTable.bytes((int) rowCount) > room) {
                break;
            }
            partition++;
        }
        return partition;
    }

    /** Makes the place where a worker puts rows of the probe side. */
    JoinSpill probeSpill() {
        JoinSpill spill = new JoinSpill(keyCount, probeSlots);
        probeSide.add(spill);
        return spill;
    }

    boolean anyPartner() {
        return anyPartner;
    }

    int keyCount() {
        return keyCount;
    }

    int[] keptSlots() {
        return keptSlots;
    }

    int[] probeSlots() {
        return probeSlots;
    }

    MemoryShare share() {
        return share;
    }

    /** What is on disk of the build side. */
    List<JoinSpill> buildSide() {
        return parts.stream().map(BuildStage::spilled).toList();
    }

    /** What is on disk of the probe side. */
    List<JoinSpill> probeSide() {
        return probeSide;
    }

    /**
     * Ends the probe side; from which partition on rows are on disk. The partitions in memory are released.
     */
    int completeProbe() {
        Built current = built;
        if (current == null || !current.isSpilled()) {
            return JoinSpill.PARTITIONS;
        }
        probeSide.forEach(JoinSpill::complete);
        resident.ifPresent(BuildRows::clear);
        return current.firstSpilled();
    }

    /** Forgets what was collected. */
    @Override
    public void reset() {
        built = null;
        failure = null;
        isSpilling.set(false);
        resident.ifPresent(BuildRows::clear);
        resident = Optional.empty();
        parts.forEach(BuildStage::clear);
        probeSide.forEach(JoinSpill::clear);
    }
}
