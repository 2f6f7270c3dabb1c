package org.thetisdb.storage.delta;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.index.IndexKey;
import org.thetisdb.storage.log.Changes;
import org.thetisdb.storage.log.SchemaChange;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.storage.statistics.CountChanges;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.HeapSize;
import org.thetisdb.value.ThetisException;

/**
 * Puts one transaction's changes into a delta: those of a transaction that runs, or those that are read from the log.
 *
 * <p>Two transactions that change the same thing. Whoever comes second finds the first one's version at the head, with
 * a stamp that its snapshot does not see, and gives up at once. Things are: a node's labels and properties together, a
 * relationship's properties, its existence, the labels of both its ends. A relationship that is made or deleted also
 * depends on the labels and the existence of its ends, but only on these, so that many can add relationships to one
 * node at the same time. For that, whoever makes a relationship first enters it into the lists and then looks at the
 * heads of both ends; whoever deletes or relabels a node first changes the head and then looks at the lists. At least
 * one of them sees the other.
 *
 * <p>This is snapshot isolation (H. Berenson et al.: A Critique of ANSI SQL Isolation Levels, SIGMOD 1995) with the
 * first updater winning where the paper lets the first committer win: the loser knows at once, and no commit looks for
 * conflicts of writes. Changed against databases that do so by locks: the second never waits for the first's end, it
 * fails even if the first is rolled back afterwards; so there are no deadlocks and no lock table.
 *
 * <p>Not thread safe.
 */
public final class DeltaWriter implements Changes {
    private static final int[] ALL_KEYS = {};

    /** What a property takes of a version besides its value, which versions share until it is changed. */
    private static final long REFERENCES_BYTES = 8;

    private final Delta delta;
    private final DeltaReader view;
    private final Stamp stamp;
    private final long snapshotRevision;
    private final CountChanges counts = new CountChanges();
    private final WriteSet writeSet = new WriteSet();
    private List<Runnable> undo = new ArrayList<>();

    /** What the delta has grown by, and would shrink by if all were taken back. */
    private long grownBytes;

    /**
     * @param view sees what the transaction sees, with its own changes
     * @param stamp the transaction's
     * @param snapshotRevision changes by others after this revision are conflicts; the greatest number for a replay
     */
    public DeltaWriter(Delta delta, DeltaReader view, Stamp stamp, long snapshotRevision) {
        this.delta = delta;
        this.view = view;
        this.stamp = stamp;
        this.snapshotRevision = snapshotRevision;
    }

    /** How the numbers of nodes and relationships have changed so far. */
    public CountChanges counts() {
        return counts;
    }

    /** What was written so far. */
    public WriteSet writeSet() {
        return writeSet;
    }

    /** Whether this transaction has deleted the relationship. */
    public boolean hasDeletedRelationship(long relationship) {
        Link link = delta.link(relationship);
        return link != null && link.deleted() == stamp;
    }

    /**
     * Takes everything back, as far as that is possible: an error in one place keeps nothing else from that.
     *
     * @throws RuntimeException or an error if something could not be taken back; it blocks others from then on
     */
    public void rollback() {
        Throwable problem = null;
        for (int index = undo.size() - 1; index >= 0; index--) {
            try {
                delta.faultPoints().pass(Point.ROLLBACK);
                undo.get(index).run();
            } catch (RuntimeException | Error e) {
                problem = e;
            }
        }
        grow(-grownBytes);
        keepAll();
        switch (problem) {
            case null -> {}
            case RuntimeException exception -> throw exception;
            case Error error -> throw error;
            default -> throw new IllegalStateException(problem);
        }
    }

    /**
     * Makes a change that can be taken back. How to do so is noted first: whatever happens in between, taking back what
     * was not changed changes nothing.
     *
     * @return what the change returned
     */
    private boolean change(Runnable takeBack, BooleanSupplier change) {
        undo.add(takeBack);
        delta.faultPoints().pass(Point.CHANGE);
        boolean changed = change.getAsBoolean();
        delta.faultPoints().pass(Point.CHANGE);
        return changed;
    }

    private void grow(long byBytes) {
        grownBytes += byBytes;
        delta.grow(byBytes);
    }

    /** Nothing is to be taken back any more, and what was written for that is dropped. */
    public void keepAll() {
        undo = new ArrayList<>(0);
    }

    // ---------------------------------------------------------------- nodes

    @Override
    public void createNode(long node, int labelSetId, int[] keys, Object[] values) {
        int chunk = NodeIdLayout.chunk(node);
        assert view.labelSet(node) == GraphReader.NO_NODE : "a new node's id is in use: node=" + node;
        Properties properties = new Properties(delta.shared(keys), values.clone());
        NodeVersion older = delta.head(node);
        install(node, older, new NodeVersion(stamp, older, labelSetId, labelSetId, true, properties));
        delta.makeNodeChunk(chunk).touch(keys);
        delta.countRow(chunk, NodeIdLayout.row(node), labelSetId);
        grow(HeapSize.ofAll(values));
        enter(node, labelSetId, keys);
        counts.node(labelSetId, 1);
        writeSet.cameOrWent(node);
    }

    @Override
    public void setLabels(long node, int labelSetId) {
        NodeVersion head = headToReplace(node);
        int former = head == null ? view.labelSet(node) : head.labelSet();
        Properties properties = head == null ? Properties.NONE : head.properties();
        boolean fresh = head != null && head.fresh();
        if (former == labelSetId) {
            // A version all the same: the log tells of this write, which must not come after the node's deletion.
            install(node, head, new NodeVersion(stamp, olderOf(head), former, former, fresh, properties));
            writeSet.node(node);
            return;
        }
        enter(node, former, ALL_KEYS);
        install(node, head, new NodeVersion(stamp, olderOf(head), labelSetId, labelSetId, fresh, properties));
        delta.mix(NodeIdLayout.chunk(node));
        requireQuietLists(node);
        moveCounts(node, former, labelSetId);
        counts.node(former, -1);
        counts.node(labelSetId, 1);
        enter(node, labelSetId, ALL_KEYS);
        writeSet.relabelled(node);
    }

    @Override
    public void setNodeProperties(long node, int[] keys, @Nullable Object[] values) {
        NodeVersion head = headToReplace(node);
        int labelSet = head == null ? view.labelSet(node) : head.labelSet();
        boolean fresh = head != null && head.fresh();
        Properties former = head == null ? Properties.NONE : head.properties();
        enter(node, labelSet, keys);
        install(
                node,
                head,
                new NodeVersion(stamp, olderOf(head), labelSet, labelSet, fresh, former.with(keys, values, !fresh)));
        grow(HeapSize.ofAll(values));
        delta.makeNodeChunk(NodeIdLayout.chunk(node)).touch(keys);
        enter(node, labelSet, keys);
        writeSet.properties(node, keys);
    }

    @Override
    public void deleteNode(long node) {
        NodeVersion head = headToReplace(node);
        int former = head == null ? view.labelSet(node) : head.labelSet();
        boolean fresh = head != null && head.fresh();
        enter(node, former, ALL_KEYS);
        install(node, head, new NodeVersion(stamp, olderOf(head), GraphReader.NO_NODE, former, fresh, Properties.NONE));
        delta.open(NodeIdLayout.chunk(node));
        requireQuietLists(node);
        counts.node(former, -1);
        writeSet.cameOrWent(node);
    }

    /** The head, which this transaction may replace. */
    private @Nullable NodeVersion headToReplace(long node) {
        NodeVersion head = delta.head(node);
        if (head != null && isForeign(head.stamp())) {
            throw conflict("node", node);
        }
        return head;
    }

    private @Nullable NodeVersion olderOf(@Nullable NodeVersion head) {
        return head != null && head.stamp() == stamp ? head.older() : head;
    }

    private void install(long node, @Nullable NodeVersion head, NodeVersion version) {
        DeltaChunk<NodeVersion> chunk = delta.makeNodeChunk(NodeIdLayout.chunk(node));
        Slots<NodeVersion> versions = chunk.entries();
        int row = NodeIdLayout.row(node);
        boolean changed = change(
                () -> versions.compareAndSet(row, version, head), () -> versions.compareAndSet(row, head, version));
        if (!changed) {
            throw conflict("node", node);
        }
        if (head != null) {
            chunk.forgetValues(row);
        }
        grow(96 + REFERENCES_BYTES * version.properties().keys().length);
    }

    /** Whether a concurrent transaction has made or deleted a relationship at the node. */
    private void requireQuietLists(long node) {
        delta.forEachListOf(node, list -> requireQuietList(node, list));
    }

    private void requireQuietList(long node, ListDelta list) {
        list.forEach(link -> {
            Stamp deleted = link.deleted();
            if (isForeign(link.created()) || deleted != null && isForeign(deleted)) {
                throw conflict("node", node);
            }
        });
    }

    // ---------------------------------------------------------------- relationships

    @Override
    public void createRelationship(long relationship, long start, long end, int[] keys, Object[] values) {
        int type = RelationshipIdLayout.type(relationship);
        assert RelationshipIdLayout.chunk(relationship) == NodeIdLayout.chunk(start)
                : "a relationship is counted with its start: relationship=" + relationship + ", start=" + start;
        DeltaChunk<Link> chunk = delta.makeLinkChunk(type, RelationshipIdLayout.chunk(relationship));
        Link link = new Link(relationship, start, end, stamp);
        if (keys.length > 0) {
            link.replaceHead(
                    null, new RelationshipVersion(stamp, null, new Properties(delta.shared(keys), values.clone())));
            chunk.touch(keys);
        }
        Slots<Link> slots = chunk.entries();
        int slot = RelationshipIdLayout.slot(relationship);
        Link former = slots.get(slot);
        change(() -> slots.compareAndSet(slot, link, former), () -> slots.compareAndSet(slot, former, link));
        if (former != null) {
            chunk.forgetValues(slot);
        }
        enter(link, type);
        requireStableEnds(link);
        assert view.labelSet(start) != GraphReader.NO_NODE && view.labelSet(end) != GraphReader.NO_NODE
                : "a relationship's ends exist: relationship=" + relationship + ", start=" + start + ", end=" + end;
        counts.relationship(labelSet(start), type, labelSet(end), 1);
        writeSet.link(type, relationship, start, end);
        grow(280 + REFERENCES_BYTES * keys.length + HeapSize.ofAll(values));
    }

    @Override
    public void setRelationshipProperties(long relationship, int[] keys, @Nullable Object[] values) {
        Link link = link(relationship, view.startNode(relationship), view.endNode(relationship));
        RelationshipVersion head = link.head();
        if (head != null && isForeign(head.stamp())) {
            throw conflict("relationship", relationship);
        }
        Properties former = head == null ? Properties.NONE : head.properties();
        RelationshipVersion older = head != null && head.stamp() == stamp ? head.older() : head;
        RelationshipVersion version = new RelationshipVersion(stamp, older, former.with(keys, values, link.isOfBase()));
        if (!change(() -> link.replaceHead(version, head), () -> link.replaceHead(head, version))) {
            throw conflict("relationship", relationship);
        }
        DeltaChunk<Link> chunk = linkChunk(relationship);
        chunk.forgetValues(RelationshipIdLayout.slot(relationship));
        chunk.touch(keys);
        Stamp deleted = link.deleted();
        if (deleted != null && isForeign(deleted)) {
            throw conflict("relationship", relationship);
        }
        writeSet.relationship(relationship);
        grow(80 + REFERENCES_BYTES * version.properties().keys().length + HeapSize.ofAll(values));
    }

    @Override
    public void deleteRelationship(long relationship, long start, long end) {
        int type = RelationshipIdLayout.type(relationship);
        Link link = link(relationship, start, end);
        if (!change(() -> link.undelete(stamp), () -> link.delete(stamp))) {
            throw conflict("relationship", relationship);
        }
        RelationshipVersion head = link.head();
        if (head != null && isForeign(head.stamp())) {
            throw conflict("relationship", relationship);
        }
        if (link.isOfBase()) {
            boolean entered = link.enterInto(delta.makeList(type, true, start), delta.makeList(type, false, end));
            delta.grow(entered ? 144 : 0);
        } else if (!link.isOfBase()) {
            delta.makeList(type, true, start).noteDeleted(link);
            delta.makeList(type, false, end).noteDeleted(link);
        }
        requireStableEnds(link);
        counts.relationship(labelSet(start), type, labelSet(end), -1);
        writeSet.link(type, relationship, start, end);
    }

    /** The link of a relationship that exists; made for a clean one of the base. */
    private Link link(long relationship, long start, long end) {
        return linkChunk(relationship)
                .entries()
                .getOrMake(
                        RelationshipIdLayout.slot(relationship), () -> new Link(relationship, start, end, Stamp.BASE));
    }

    private DeltaChunk<Link> linkChunk(long relationship) {
        return delta.makeLinkChunk(RelationshipIdLayout.type(relationship), RelationshipIdLayout.chunk(relationship));
    }

    private void enter(Link link, int type) {
        ListDelta forward = delta.makeList(type, true, link.start());
        ListDelta backward = delta.makeList(type, false, link.end());
        change(() -> forward.remove(link), () -> forward.add(link));
        change(() -> backward.remove(link), () -> backward.add(link));
    }

    private void requireStableEnds(Link link) {
        requireStable(link.start());
        requireStable(link.end());
    }

    /** Whether a concurrent transaction has deleted or relabelled the node. */
    private void requireStable(long node) {
        NodeVersion head = delta.head(node);
        if (head == null || !isForeign(head.stamp())) {
            return;
        }
        NodeVersion seen = head;
        while (seen != null && isForeign(seen.stamp())) {
            seen = seen.older();
        }
        int labelSet = seen == null ? view.base().labelSet(node) : seen.labelSet();
        if (labelSet != head.labelSet()) {
            throw conflict("node", node);
        }
    }

    // ---------------------------------------------------------------- counts

    /** A node's labels as its relationships are counted by: those it had, if this transaction has deleted it. */
    private int labelSet(long node) {
        NodeVersion head = delta.head(node);
        return head != null && head.stamp() == stamp ? head.formerLabelSet() : view.labelSet(node);
    }

    /**
     * Counts a node's relationships with its new labels. If a concurrent transaction has relabelled the other end of
     * one of them, neither knows under which labels the other counts it: whoever is second gives up.
     */
    private void moveCounts(long node, int former, int labelSet) {
        view.forEachRelationship(node, (relationship, start, end) -> {
            requireStable(start == node ? end : start);
            int type = RelationshipIdLayout.type(relationship);
            int startSet = start == node ? former : labelSet(start);
            int endSet = end == node ? former : labelSet(end);
            counts.relationship(startSet, type, endSet, -1);
            counts.relationship(start == node ? labelSet : startSet, type, end == node ? labelSet : endSet, 1);
        });
    }

    // ---------------------------------------------------------------- indexes

    /**
     * Enters what a node has in the indexes over some property keys, before a change and after it: what ends there is
     * an entry of the base that readers have to doubt.
     *
     * @param labelSetId the labels before the change or after it
     * @param keys empty for all
     */
    private void enter(long node, int labelSetId, int[] keys) {
        if (labelSetId == GraphReader.NO_NODE) {
            return;
        }
        Catalog catalog = view.snapshot().catalog();
        for (Catalog.IndexDescriptor index : catalog.indexes()) {
            if (catalog.hasLabel(labelSetId, index.labelId()) && concerns(keys, index.propertyKeyIds())) {
                view.indexKey(index.propertyKeyIds(), node).ifPresent(key -> {
                    writeSet.indexKey(index, key);
                    if (delta.makeIndex(index).add(key, node)) {
                        delta.grow(120 + key.tailBytes());
                    }
                });
            }
        }
    }

    /** That no concurrent transaction has made or taken a pair of this key, but for the node's own. */
    public void requireUncontested(Catalog.IndexDescriptor index, IndexKey key, long node) {
        IndexDelta changed = delta.index(index);
        if (changed == null) {
            return;
        }
        changed.forEachNode(key, other -> {
            NodeVersion head = other == node ? null : delta.head(other);
            if (head != null && isForeign(head.stamp())) {
                throw conflict("node", other);
            }
        });
    }

    private static boolean concerns(int[] keys, List<Integer> propertyKeyIds) {
        return keys.length == 0 || propertyKeyIds.stream().anyMatch(key -> has(keys, key));
    }

    private static boolean has(int[] ids, int id) {
        for (int each : ids) {
            if (each == id) {
                return true;
            }
        }
        return false;
    }

    // ---------------------------------------------------------------- schema

    /** Names and indexes are not versioned: the store sees to them when the transaction commits. */
    @Override
    public void schemaChange(SchemaChange change) {}

    // ---------------------------------------------------------------- conflicts

    /** Whether this transaction must not build on what carries the stamp. */
    private boolean isForeign(Stamp other) {
        return other != stamp && other.revision() > snapshotRevision;
    }

    private static ThetisException conflict(String what, long id) {
        return new ThetisException(
                ErrorCode.TRANSACTION_CONFLICT,
                "a concurrent transaction has changed the same " + what + ": id=" + id
                        + "; roll back and run the transaction again, or let executeWrite do so");
    }
}
