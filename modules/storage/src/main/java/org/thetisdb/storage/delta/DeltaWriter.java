package org.thetisdb.storage.delta;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.arena.HandleTable;
import org.thetisdb.storage.arena.PropertyDraft;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.index.IndexKey;
import org.thetisdb.storage.log.Changes;
import org.thetisdb.storage.log.SchemaChange;
import org.thetisdb.storage.runs.TransactionRuns;
import org.thetisdb.storage.statistics.CountChanges;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
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

    private static final int NONE = RecordArena.NONE;

    private final Delta delta;
    private final DeltaReader view;
    private final long snapshotRevision;
    private final CountChanges counts = new CountChanges();
    private final WriteSet writeSet = new WriteSet();
    private final Versions versions;
    private final Links links;
    private final LinkCursor listCursor;
    private final PropertyDraft draft = new PropertyDraft();

    private final WrittenEntities written;

    /**
     * @param view sees what the transaction sees, with its own changes
     * @param stamp the transaction's
     * @param snapshotRevision changes by others after this revision are conflicts; the greatest number for a replay
     */
    public DeltaWriter(Delta delta, DeltaReader view, Stamp stamp, long snapshotRevision) {
        this.delta = delta;
        this.versions = delta.versions();
        this.links = delta.links();
        this.listCursor = new LinkCursor(delta);
        this.written = new WrittenEntities(delta, stamp);
        this.view = view;
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

    /** Takes what others have written elsewhere, and fails if this transaction has written the same; see there. */
    public Changes comparison() {
        return new WriteComparison(delta, view, written);
    }

    /** Whether this transaction has deleted the relationship. */
    public boolean hasDeletedRelationship(long relationship) {
        int link = delta.link(relationship);
        return link != NONE && written.isOwn(links.deleted(link));
    }

    /**
     * Takes everything back, as far as that is possible: an error in one place keeps nothing else from that.
     *
     * @throws RuntimeException or an error if something could not be taken back; it blocks others from then on
     */
    public void rollback() {
        written.takeBack();
    }

    /**
     * Instead of taking back: the delta is no longer the newest, so what was written there goes with it. Until then
     * nobody sees it, but whoever writes the same there meets a conflict. Takes no longer for a large transaction.
     */
    public void leave() {
        written.leave();
    }

    /** Nothing more will be written, though the transaction has not ended: what is still to be done is done now. */
    public void seal() {
        written.seal();
    }

    /** The transaction has ended: nothing is to be taken back any more, and what was noted for that is dropped. */
    public void end() {
        written.end();
        draft.clear();
    }

    // ---------------------------------------------------------------- nodes

    @Override
    public void createNode(long node, int labelSetId, int[] keys, Object[] values) {
        assert view.labelSet(node) == GraphReader.NO_NODE : "a new node's id is in use: node=" + node;
        int head = delta.head(node);
        versions.draft(NONE, keys, values, true, draft);
        install(node, head, head, labelSetId, VersionLayout.FRESH);
        delta.makeNodeChunk(NodeIdLayout.chunk(node)).touch(keys);
        delta.countRow(NodeIdLayout.chunk(node), NodeIdLayout.row(node), labelSetId);
        enter(node, labelSetId, keys);
        counts.node(labelSetId, 1);
        writeSet.cameOrWent(node);
    }

    @Override
    public void setLabels(long node, int labelSetId) {
        int head = headToReplace(node);
        int former = head == NONE ? view.labelSet(node) : versions.labelSet(head);
        if (former == labelSetId) {
            // A version all the same: the log tells of this write, which must not come after the node's deletion.
            versions.draft(head, draft);
            install(node, head, olderOf(head), former, freshOf(head));
            writeSet.node(node);
            return;
        }
        enterMoved(node, former, labelSetId);
        versions.draft(head, draft);
        install(node, head, olderOf(head), labelSetId, freshOf(head));
        delta.mix(NodeIdLayout.chunk(node));
        requireQuietLists(node);
        moveCounts(node, former, labelSetId);
        counts.node(former, -1);
        counts.node(labelSetId, 1);
        writeSet.relabelled(node);
    }

    @Override
    public void setNodeProperties(long node, int[] keys, @Nullable Object[] values) {
        int head = headToReplace(node);
        int labelSet = head == NONE ? view.labelSet(node) : versions.labelSet(head);
        int fresh = freshOf(head);
        enter(node, labelSet, keys);
        versions.draft(head, keys, values, fresh == 0, draft);
        install(node, head, olderOf(head), labelSet, fresh);
        delta.makeNodeChunk(NodeIdLayout.chunk(node)).touch(keys);
        enter(node, labelSet, keys);
        writeSet.properties(node, keys);
    }

    @Override
    public void deleteNode(long node) {
        int head = headToReplace(node);
        int former = head == NONE ? view.labelSet(node) : versions.labelSet(head);
        enter(node, former, ALL_KEYS);
        draft.clear();
        install(node, head, olderOf(head), former, freshOf(head) | VersionLayout.DELETED);
        delta.open(NodeIdLayout.chunk(node));
        requireQuietLists(node);
        counts.node(former, -1);
        writeSet.cameOrWent(node);
    }

    /** The head, which this transaction may replace. */
    private int headToReplace(long node) {
        int head = delta.head(node);
        if (head != NONE && isForeign(versions.stamp(head))) {
            throw conflict("node", node);
        }
        return head;
    }

    private boolean isOwn(int version) {
        return version != NONE && written.isOwn(versions.stamp(version));
    }

    private int olderOf(int head) {
        return isOwn(head) ? versions.older(head) : head;
    }

    private int freshOf(int head) {
        return head != NONE && versions.isFresh(head) ? VersionLayout.FRESH : 0;
    }

    /** Puts a version with the properties of the draft in the head's place. */
    private void install(long node, int head, int older, int labelSet, int flags) {
        written.noteNode(node);
        DeltaChunk nodeChunk = delta.makeNodeChunk(NodeIdLayout.chunk(node));
        int version = versions.make(nodeChunk.records(), written.mark(), older, labelSet, flags, draft);
        boolean changed = nodeChunk.entries().compareAndSet(NodeIdLayout.row(node), head, version);
        written.noteChanged();
        if (!changed) {
            throw conflict("node", node);
        }
    }

    /** Whether a concurrent transaction has made or deleted a relationship at the node. */
    private void requireQuietLists(long node) {
        delta.lists().forEachOf(node, (type, forward, head) -> requireQuiet(node, type, forward, head));
        delta.runs()
                .forEachPlaceOf(
                        NodeIdLayout.chunk(node),
                        (type, forward, chunk) ->
                                requireQuiet(node, type, forward, delta.lists().head(type, forward, node)));
    }

    private void requireQuiet(long node, int type, boolean forward, int head) {
        listCursor.start(type, forward, node, head);
        while (listCursor.next()) {
            if (listCursor.mark() == ListLayout.LOOK
                    ? isForeignLink(listCursor.link())
                    : isForeign(listCursor.mark())) {
                throw conflict("node", node);
            }
        }
    }

    private boolean isForeignLink(int link) {
        if (link == NONE) {
            return false;
        }
        int deleted = links.deleted(link);
        return isForeign(links.created(link)) || deleted != 0 && isForeign(deleted);
    }

    // ---------------------------------------------------------------- relationships

    @Override
    public void createRelationship(long relationship, long start, long end, int[] keys, Object[] values) {
        int type = RelationshipIdLayout.type(relationship);
        assert RelationshipIdLayout.chunk(relationship) == NodeIdLayout.chunk(start)
                : "a relationship is counted with its start: relationship=" + relationship + ", start=" + start;
        TransactionRuns runs = written.runs();
        if (runs == null) {
            written.noteRelationship(relationship);
        } else {
            written.noteChanged();
        }
        DeltaChunk chunk = linkChunk(relationship);
        int link = links.make(chunk.records(), relationship, start, end, written.mark());
        if (keys.length > 0) {
            versions.draft(NONE, keys, values, true, draft);
            links.replaceVersion(link, NONE, versions.make(chunk.records(), written.mark(), NONE, draft));
            chunk.touch(keys);
        }
        int slot = RelationshipIdLayout.slot(relationship);
        boolean isNew = chunk.entries().compareAndSet(slot, NONE, link);
        written.noteChanged();
        Invariant.check(isNew, "a relationship's slot is given out once", "relationship", relationship);
        if (runs == null) {
            delta.lists().add(link, true);
            written.noteChanged();
            delta.lists().add(link, false);
        } else {
            enter(runs, relationship, start, end);
        }
        written.noteChanged();
        requireStable(start);
        requireStable(end);
        assert view.labelSet(start) != GraphReader.NO_NODE && view.labelSet(end) != GraphReader.NO_NODE
                : "a relationship's ends exist: relationship=" + relationship + ", start=" + start + ", end=" + end;
        counts.relationship(labelSet(start), type, labelSet(end), 1);
        writeSet.link(type, relationship, start, end);
    }

    @Override
    public void setRelationshipProperties(long relationship, int[] keys, @Nullable Object[] values) {
        int link = link(relationship, view.startNode(relationship), view.endNode(relationship));
        int head = links.version(link);
        if (head != NONE && isForeign(versions.stamp(head))) {
            throw conflict("relationship", relationship);
        }
        versions.draft(head, keys, values, links.isOfBase(link), draft);
        written.noteRelationship(relationship);
        DeltaChunk chunk = linkChunk(relationship);
        int version = versions.make(chunk.records(), written.mark(), olderOf(head), draft);
        boolean changed = links.replaceVersion(link, head, version);
        written.noteChanged();
        if (!changed) {
            throw conflict("relationship", relationship);
        }
        chunk.touch(keys);
        int deleted = links.deleted(link);
        if (deleted != 0 && isForeign(deleted)) {
            throw conflict("relationship", relationship);
        }
        writeSet.relationship(relationship);
    }

    @Override
    public void deleteRelationship(long relationship, long start, long end) {
        int type = RelationshipIdLayout.type(relationship);
        int link = link(relationship, start, end);
        written.noteRelationship(relationship);
        boolean changed = links.delete(link, written.mark());
        written.noteChanged();
        if (!changed) {
            throw conflict("relationship", relationship);
        }
        int head = links.version(link);
        if (head != NONE && isForeign(versions.stamp(head))) {
            throw conflict("relationship", relationship);
        }
        noteDeletedInLists(link, relationship, start, end);
        requireStable(start);
        requireStable(end);
        counts.relationship(labelSet(start), type, labelSet(end), -1);
        writeSet.link(type, relationship, start, end);
    }

    private void noteDeletedInLists(int link, long relationship, long start, long end) {
        TransactionRuns runs = links.isOfBase(link) ? written.deletions() : null;
        if (runs != null) {
            enter(runs, relationship, start, end);
            written.noteChanged();
        } else if (links.isOfBase(link)) {
            links.enterInto(link, delta.lists());
        } else {
            delta.lists().noteDeleted(link, true);
            delta.lists().noteDeleted(link, false);
        }
    }

    /** Enters a relationship into the lists of both its ends, in runs. */
    private void enter(TransactionRuns runs, long relationship, long start, long end) {
        int type = RelationshipIdLayout.type(relationship);
        int slot = RelationshipIdLayout.slot(relationship);
        runs.add(type, true, start, end, slot);
        written.noteChanged();
        runs.add(type, false, end, start, slot);
    }

    /** The link of a relationship that exists; made for a clean one of the base. */
    private int link(long relationship, long start, long end) {
        DeltaChunk chunk = linkChunk(relationship);
        HandleTable slots = chunk.entries();
        int slot = RelationshipIdLayout.slot(relationship);
        int link = slots.get(slot);
        return link != NONE
                ? link
                : slots.putIfAbsent(slot, links.make(chunk.records(), relationship, start, end, StampTable.BASE));
    }

    private DeltaChunk linkChunk(long relationship) {
        return delta.makeLinkChunk(RelationshipIdLayout.type(relationship), RelationshipIdLayout.chunk(relationship));
    }

    /** Whether a concurrent transaction has deleted or relabelled the node. */
    private void requireStable(long node) {
        int head = delta.head(node);
        if (head == NONE || !isForeign(versions.stamp(head))) {
            return;
        }
        int seen = head;
        while (seen != NONE && isForeign(versions.stamp(seen))) {
            seen = versions.older(seen);
        }
        int labelSet = seen == NONE ? view.base().labelSet(node) : versions.labelSet(seen);
        if (labelSet != versions.labelSet(head)) {
            throw conflict("node", node);
        }
    }

    // ---------------------------------------------------------------- counts

    /** A node's labels as its relationships are counted by: those it had, if this transaction has deleted it. */
    private int labelSet(long node) {
        int head = delta.head(node);
        return isOwn(head) ? versions.formerLabelSet(head) : view.labelSet(node);
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
                enter(node, index);
            }
        }
    }

    /** Enters what a node has in the indexes that it comes into or leaves with its labels; it stays in others. */
    private void enterMoved(long node, int former, int labelSetId) {
        Catalog catalog = view.snapshot().catalog();
        for (Catalog.IndexDescriptor index : catalog.indexes()) {
            if (catalog.hasLabel(former, index.labelId()) != catalog.hasLabel(labelSetId, index.labelId())) {
                enter(node, index);
            }
        }
    }

    private void enter(long node, Catalog.IndexDescriptor index) {
        view.indexKey(index.propertyKeyIds(), node).ifPresent(key -> {
            writeSet.indexKey(index, key);
            delta.makeIndex(index).add(key, node);
        });
    }

    /** Whether a pair of this key may have been made or ended since the base. */
    public boolean mayHaveChanged(Catalog.IndexDescriptor index, IndexKey key) {
        IndexDelta changed = delta.index(index);
        return changed != null && changed.mayHave(key.hash64());
    }

    /**
     * That no concurrent transaction has made or taken a pair of this key, but for the node's own.
     *
     * @return whether there is a pair of this key and another node at all: if not, the base knows all others
     */
    public boolean requireUncontested(Catalog.IndexDescriptor index, IndexKey key, long node) {
        IndexDelta changed = delta.index(index);
        return changed != null && changed.anyOther(key, node, this::requireOwn);
    }

    private void requireOwn(long node) {
        int head = delta.head(node);
        if (head != NONE && isForeign(versions.stamp(head))) {
            throw conflict("node", node);
        }
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
    private boolean isForeign(int other) {
        return !written.isOwn(other) && delta.stamps().revision(other) > snapshotRevision;
    }

    static ThetisException conflict(String what, long id) {
        return new ThetisException(
                ErrorCode.TRANSACTION_CONFLICT,
                "a concurrent transaction has changed the same " + what + ": id=" + id
                        + "; roll back and run the transaction again, or let executeWrite do so");
    }
}
