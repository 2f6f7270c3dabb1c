package org.thetisdb.storage.transaction;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.ChangedGraph;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.change.IdSet;
import org.thetisdb.storage.change.RecordedChanges;
import org.thetisdb.storage.delta.DeltaReader;
import org.thetisdb.storage.delta.DeltaSnapshot;
import org.thetisdb.storage.delta.DeltaWriter;
import org.thetisdb.storage.delta.ReadTracker;
import org.thetisdb.storage.delta.Stamp;
import org.thetisdb.storage.log.OperationSpool;
import org.thetisdb.storage.log.Operations;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A transaction of a {@link TransactionManager}: writes into the delta of the era in which it began, and gives the same
 * changes to a spool for the log.
 *
 * <p>Not thread safe.
 */
final class StoreTransaction implements GraphTransaction {
    private static final int[] ALL_TYPES = {};

    /** So many bytes of operations are written before it is asked again whether to wait. */
    private static final long BYTES_PER_ADMISSION = 16 << 10;

    private final TransactionManager manager;
    private final Era era;
    private final Optional<ReadTracker> tracker;
    private final Stamp stamp = new Stamp();
    private final DeltaSnapshot snapshot;
    private final DeltaReader reader;
    private final DeltaWriter writer;
    private final OperationSpool redo;
    private final IdSet deletedNodes = new IdSet();

    /** How many operations there were at the last {@link #mark()}. */
    private long operationsAtMark;

    /** Of the deleted nodes, those since then; empty if there was none. */
    private Optional<IdSet> deletedSinceMark = Optional.empty();

    private Optional<Transferred> transferred = Optional.empty();
    private boolean carried;
    private long comparedRevision;
    private final int schemaVersion;
    private int checkedTransfers;
    private long admittedBytes;
    private Runnable stillWanted = () -> {};
    private boolean failed;
    private long writeCount;
    private boolean ended;
    private boolean settled;

    /** Of its operations, those that its era counts as of one who runs. */
    private long runningBytes;

    /** Who writes its changes into another era, and how many bytes of operations that are. */
    record Transferred(Era era, DeltaWriter writer, long bytes) {}

    /** @param era is taken to be written; given back at the end */
    StoreTransaction(TransactionManager manager, Era era, long revision, Isolation isolation) {
        this.manager = manager;
        this.redo = manager.newSpool();
        this.era = era;
        this.schemaVersion = manager.names().schemaVersion();
        DeltaWriter[] made = new DeltaWriter[1];
        tracker = isolation == Isolation.SERIALIZABLE ? Optional.of(new ReadTracker()) : Optional.empty();
        snapshot =
                era.snapshot(revision, stamp, era.catalog(manager.names().catalog()), () -> made[0].counts(), tracker);
        reader = tracker.isEmpty() ? era.readers().take(snapshot) : snapshot.untrackedReader();
        writer = new DeltaWriter(era.delta(), reader, stamp, revision);
        made[0] = writer;
    }

    /** The era that it began in. */
    Era era() {
        return era;
    }

    Stamp stamp() {
        return stamp;
    }

    /** What it has read, if it is serializable. */
    Optional<ReadTracker> tracker() {
        return tracker;
    }

    DeltaWriter writer() {
        return writer;
    }

    /**
     * Its changes are also put into a later era, and are to be taken back there as well if it fails.
     *
     * @param later its era is taken to be written; given back at the end
     */
    void transferredTo(Transferred later) {
        transferred = Optional.of(later);
        later.era().written().addRunning(later.bytes());
    }

    /** All of its changes are there. */
    void carriedWholly() {
        carried = true;
    }

    /** Who has written all of its changes into a later era, the last that it was carried to. */
    Optional<Transferred> carried() {
        return carried ? transferred : Optional.empty();
    }

    /** The later era is no longer the newest, so nothing that was written there needs to be taken back. */
    void leaveTransferred() {
        carried = false;
        Optional<Transferred> left = transferred;
        left.ifPresent(each -> {
            each.writer().leave();
            each.era().written().addRunning(-each.bytes());
            transferred = Optional.empty();
            each.era().giveBackWritten();
        });
    }

    /** Up to which commit of later eras it was compared with what others have written; 0 for none. */
    long comparedRevision() {
        return comparedRevision;
    }

    void comparedTo(long revision) {
        comparedRevision = revision;
    }

    DeltaReader reader() {
        return reader;
    }

    /** Which schema its writes have followed. */
    int schemaVersion() {
        return schemaVersion;
    }

    /** The {@link TransactionManager#transferCount} at which its constraints were checked. */
    int checkedTransfers() {
        return checkedTransfers;
    }

    /**
     * That all it has changed keeps to the constraints.
     *
     * @param operations all that it has changed
     */
    void checkConstraints(Operations operations) {
        checkedTransfers = manager.transferCount();
        Catalog catalog = snapshot.catalog();
        new ConstraintCheck(catalog, catalog.constraints(), reader, Optional.of(writer)).check(operations);
    }

    @Override
    public Snapshot snapshot() {
        return snapshot;
    }

    // ---------------------------------------------------------------- names

    @Override
    public int label(String name) {
        requireOpen();
        return named(manager.names().label(name));
    }

    @Override
    public int type(String name) {
        requireOpen();
        return named(manager.names().type(name));
    }

    @Override
    public int propertyKey(String name) {
        requireOpen();
        return named(manager.names().propertyKey(name));
    }

    @Override
    public int labelSet(int... labelIds) {
        requireOpen();
        return named(manager.names()
                .labelSet(Arrays.stream(labelIds).sorted().distinct().toArray()));
    }

    private int named(int id) {
        if (snapshot.catalog() != era.catalog(manager.names().catalog())) {
            snapshot.wrote(era.catalog(manager.names().catalog()));
        }
        return id;
    }

    // ---------------------------------------------------------------- changes

    @Override
    public void whileWaiting(Runnable check) {
        stillWanted = check;
    }

    @Override
    public long createNode(int labelSetId, int[] propertyKeyIds, Object[] values) {
        requireOpen();
        long node = manager.ids().node(labelSetId, values);
        write(() -> {
            writer.createNode(node, labelSetId, propertyKeyIds, values);
            redo.next().createNode(node, labelSetId, propertyKeyIds, values);
        });
        return node;
    }

    @Override
    public void setLabels(long node, int labelSetId) {
        write(() -> {
            writer.setLabels(node, labelSetId);
            redo.next().setLabels(node, labelSetId);
        });
    }

    @Override
    public void setNodeProperties(long node, int[] propertyKeyIds, @Nullable Object[] values) {
        write(() -> {
            writer.setNodeProperties(node, propertyKeyIds, values);
            redo.next().setNodeProperties(node, propertyKeyIds, values);
        });
        manager.ids().changed(node, values);
    }

    @Override
    public long deleteNode(long node, boolean detach) {
        requireOpen();
        long[] deleted = {0};
        if (detach) {
            reader.forEachRelationship(node, (relationship, start, end) -> {
                deleteRelationship(relationship, start, end);
                deleted[0]++;
            });
        }
        write(() -> {
            writer.deleteNode(node);
            deletedNodes.add(node);
            deletedSinceMark.ifPresent(nodes -> nodes.add(node));
        });
        return deleted[0];
    }

    @Override
    public long createRelationship(long start, int typeId, long end, int[] propertyKeyIds, Object[] values) {
        requireOpen();
        requireNode(start);
        requireNode(end);
        int chunk = NodeIdLayout.chunk(start);
        long relationship =
                manager.ids().relationship(typeId, chunk, () -> reader.base().slotCount(typeId, chunk));
        write(() -> {
            writer.createRelationship(relationship, start, end, propertyKeyIds, values);
            redo.next().createRelationship(relationship, start, end, propertyKeyIds, values);
        });
        return relationship;
    }

    private void requireNode(long node) {
        if (!reader.nodeExists(node)) {
            throw new ThetisException(
                    ErrorCode.ENTITY_DELETED,
                    "a relationship needs a node at each end, and one does not exist or has been deleted: id=" + node
                            + "; nothing was made of it; give the ids of nodes that this transaction sees");
        }
    }

    @Override
    public void setRelationshipProperties(long relationship, int[] propertyKeyIds, @Nullable Object[] values) {
        write(() -> {
            writer.setRelationshipProperties(relationship, propertyKeyIds, values);
            redo.next().setRelationshipProperties(relationship, propertyKeyIds, values);
        });
    }

    @Override
    public void deleteRelationship(long relationship) {
        requireOpen();
        deleteRelationship(relationship, reader.startNode(relationship), reader.endNode(relationship));
    }

    private void deleteRelationship(long relationship, long start, long end) {
        write(() -> {
            writer.deleteRelationship(relationship, start, end);
            redo.next().deleteRelationship(relationship, start, end);
        });
    }

    @Override
    public boolean isDeletedHere(long entity, boolean relationship) {
        return relationship ? writer.hasDeletedRelationship(entity) : deletedNodes.contains(entity);
    }

    @Override
    public boolean hasWrites() {
        return !redo.isEmpty() || !deletedNodes.isEmpty();
    }

    @Override
    public void mark() {
        operationsAtMark = redo.count();
        deletedSinceMark = Optional.of(new IdSet());
    }

    @Override
    public ChangedGraph changesSinceMark() {
        return changes(operationsAtMark, deletedSinceMark.orElse(deletedNodes));
    }

    @Override
    public ChangedGraph changes() {
        return changes(0, deletedNodes);
    }

    private ChangedGraph changes(long since, IdSet deleted) {
        requireOpen();
        if (!era.take()) {
            throw new IllegalStateException("a transaction's era is open as long as it runs");
        }
        try {
            return new RecordedChanges(
                    redo.soFar(),
                    since,
                    deleted,
                    era.snapshot(snapshot.revision(), snapshot.catalog()).untrackedReader(),
                    snapshot.untrackedReader(),
                    era::giveBack);
        } catch (RuntimeException | Error e) {
            era.giveBack();
            throw e;
        }
    }

    @Override
    public long writeCount() {
        return writeCount;
    }

    private void write(Runnable change) {
        requireOpen();
        manager.requireWritable();
        if (redo.bytes() >= admittedBytes) {
            noteRunning();
            manager.pressure().admit(redo.bytes(), stillWanted);
            admittedBytes = redo.bytes() + BYTES_PER_ADMISSION;
        }
        boolean done = false;
        writeCount++;
        try {
            change.run();
            done = true;
        } finally {
            failed |= !done;
            reader.refresh();
            snapshot.wrote(era.catalog(manager.names().catalog()));
        }
    }

    private void noteRunning() {
        era.written().addRunning(redo.bytes() - runningBytes);
        runningBytes = redo.bytes();
    }

    // ---------------------------------------------------------------- end

    @Override
    public long commit(Optional<String> message) {
        requireOpen();
        boolean committed = false;
        try {
            long revision = snapshot.revision();
            if (hasWrites()) {
                requireDisconnected();
                // After all that was said of their relationships, so that a replay finds them without any.
                deletedNodes.forEach(node -> redo.next().deleteNode(node));
                Operations operations = redo.finish();
                checkConstraints(operations);
                writer.seal();
                revision = manager.commit(this, operations, message);
            }
            committed = true;
            return revision;
        } finally {
            end(committed);
        }
    }

    /** Nodes that were deleted must have no relationships left. */
    private void requireDisconnected() {
        deletedNodes.forEach(node -> {
            long degree = reader.degree(node, ALL_TYPES, Side.BOTH);
            reader.refresh();
            if (degree > 0) {
                throw new ThetisException(
                        ErrorCode.NODE_STILL_CONNECTED,
                        "a node cannot be deleted while it has relationships: id=" + node + ", relationships=" + degree
                                + "; delete them first, or use DETACH DELETE");
            }
        });
    }

    @Override
    public void rollback() {
        if (!ended) {
            end(false);
        }
    }

    @Override
    public void close() {
        rollback();
    }

    /** It runs no more: what it has written, a checkpoint can take away. */
    void settle() {
        era.written().addRunning(-runningBytes);
        if (!stamp.isCommitted()) {
            era.written().addSettled(runningBytes, manager.pressure().limits().slows(runningBytes));
        }
        runningBytes = 0;
        if (!settled) {
            settled = true;
            transferred.ifPresent(each -> each.era().written().addRunning(-each.bytes()));
        }
    }

    private void end(boolean committed) {
        ended = true;
        try {
            if (!committed && !stamp.isCommitted()) {
                transferred.ifPresent(each -> takeBack(each.era(), each.writer()));
                takeBack(era, writer);
            }
        } catch (RuntimeException | Error problem) {
            // What could not be taken back is seen by nobody, but would be in everybody's way for ever.
            throw manager.fail(problem);
        } finally {
            settle();
            // Whoever still has the snapshot must not keep what a rollback would have needed.
            transferred.ifPresent(each -> each.writer().end());
            writer.end();
            redo.close();
            manager.ended(this);
            if (tracker.isEmpty()) {
                era.readers().giveBack(reader);
            } else {
                reader.close();
            }
            transferred.ifPresent(each -> each.era().giveBackWritten());
            transferred = Optional.empty();
            era.giveBackWritten();
        }
    }

    /** What is in nobody's way for long need not be taken back, if that would take long. */
    private void takeBack(Era from, DeltaWriter changes) {
        if (manager.isLarge(redo.bytes()) && !manager.isNewest(from.delta().name())) {
            changes.leave();
        } else {
            changes.rollback();
        }
    }

    private void requireOpen() {
        if (ended) {
            throw new ThetisException(
                    ErrorCode.TRANSACTION_ENDED, "the transaction has ended; begin another for further work");
        }
        if (failed) {
            throw new ThetisException(
                    ErrorCode.TRANSACTION_ENDED,
                    "a statement of the transaction has failed; roll it back and run it again");
        }
    }
}
