package org.thetisdb.storage.delta;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.ColumnQuestion;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.PageCounts;
import org.thetisdb.storage.SettledNodes;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.base.BaseReader;
import org.thetisdb.storage.base.BaseSnapshot;
import org.thetisdb.storage.index.IndexKey;
import org.thetisdb.value.vector.Vector;

/**
 * Reads the base and lays what a snapshot sees of the delta over it. A clean chunk costs one look into a table; a
 * batch of rows of which none is dirty is the base's matter alone.
 *
 * <p>Not thread safe.
 */
public final class DeltaReader implements GraphReader {
    private static final int NONE = RecordArena.NONE;
    private static final int[] NO_KEYS = {};

    private final BaseReader base;
    private final Delta delta;
    private final Versions versions;
    private final LinkCursor degreeCursor;
    private DeltaSnapshot snapshot;
    private Visibility visibility;
    private int[] allTypes = new int[0];

    /** Where to note what is read; null for readers of which nobody wants to know. */
    private @Nullable ReadSet reads;

    private @Nullable ReadTracker tracker;

    private final DeltaValues nodeValues;
    private final DeltaValues nodePresence;
    private final DeltaValues relationshipValues;
    private final DeltaValues relationshipPresence;
    private final DeltaIndexes indexes = new DeltaIndexes(this);
    private long[] scanned = {};
    private long[] rowsOfRun = {};
    private final Vector single = new Vector();

    /** @param tracked whether what is read is noted, if the snapshot's transaction wants that */
    DeltaReader(DeltaSnapshot snapshot, boolean tracked) {
        this.snapshot = snapshot;
        if (tracked) {
            track(snapshot.tracker().orElse(null));
        }
        this.visibility = snapshot.visibility();
        this.delta = snapshot.delta();
        BaseSnapshot baseSnapshot = snapshot.baseSnapshot();
        this.base = baseSnapshot.newReader();
        Overlay overlay = new Overlay();
        this.versions = delta.versions();
        this.degreeCursor = new LinkCursor(delta);
        NodeValues nodes = new NodeValues(delta, baseSnapshot, overlay);
        this.nodeValues = new DeltaValues(nodes, base::nodeProperty, overlay, versions);
        this.nodePresence = new DeltaValues(nodes, base::nodePropertyPresence, overlay, versions);
        RelationshipValues links = new RelationshipValues(delta, overlay);
        this.relationshipValues = new DeltaValues(links, base::relationshipProperty, overlay, versions);
        this.relationshipPresence = new DeltaValues(links, base::relationshipPropertyPresence, overlay, versions);
    }

    public BaseReader base() {
        return base;
    }

    Delta delta() {
        return delta;
    }

    /** Where to note what is read; null if nobody wants to know. */
    @Nullable
    ReadSet reads() {
        return reads;
    }

    Visibility visibility() {
        return visibility;
    }

    /** The ids of all types; not to be changed. */
    int[] allTypes() {
        int count = snapshot.catalog().typeCount();
        if (allTypes.length != count) {
            allTypes = new int[count];
            Arrays.setAll(allTypes, type -> type);
        }
        return allTypes;
    }

    @Override
    public DeltaSnapshot snapshot() {
        return snapshot;
    }

    @Override
    public boolean move(Snapshot other) {
        if (!other.base().equals(delta.name())) {
            return false;
        }
        snapshot = (DeltaSnapshot) other;
        visibility = snapshot.visibility();
        track(snapshot.tracker().orElse(null));
        return true;
    }

    private void track(@Nullable ReadTracker newTracker) {
        if (newTracker == tracker) {
            return;
        }
        if (tracker != null && reads != null) {
            tracker.giveBack(reads);
        }
        tracker = newTracker;
        reads = newTracker == null ? null : newTracker.readSet();
    }

    @Override
    public void noteScan() {
        if (reads != null) {
            reads.scan();
        }
    }

    @Override
    public void refresh() {
        base.refresh();
    }

    @Override
    public PageCounts pageCounts() {
        return base.pageCounts();
    }

    // ---------------------------------------------------------------- nodes

    /** What this reader sees of a node; 0 if that is the base's. */
    private int version(long node) {
        return versions.newest(delta.head(node), visibility);
    }

    @Override
    public int labelSet(long node) {
        note(node);
        int version = version(node);
        return version == NONE ? base.labelSet(node) : versions.labelSet(version);
    }

    @Override
    public void labelSets(long[] nodes, boolean @Nullable [] nulls, int count, int[] into) {
        if (reads != null) {
            reads.nodes(nodes, nulls, count);
        }
        base.labelSets(nodes, nulls, count, into);
        int number = -1;
        DeltaChunk chunk = null;
        for (int index = 0; index < count; index++) {
            if (nulls != null && nulls[index]) {
                continue;
            }
            if (NodeIdLayout.chunk(nodes[index]) != number) {
                number = NodeIdLayout.chunk(nodes[index]);
                chunk = delta.nodeChunk(number);
            }
            int head = chunk == null ? NONE : chunk.entries().get(NodeIdLayout.row(nodes[index]));
            int version = head == NONE ? NONE : versions.newest(head, visibility);
            if (version != NONE) {
                into[index] = versions.labelSet(version);
            }
        }
    }

    @Override
    public int nodes(int chunk, int firstRow, int count, long[] into) {
        DeltaChunk dirty = delta.nodeChunk(chunk);
        if (dirty == null) {
            return base.nodes(chunk, firstRow, count, into);
        }
        if (scanned.length < count) {
            scanned = new long[Math.max(count, scanned.length * 2)];
        }
        int ofBase = base.nodes(chunk, firstRow, count, scanned);
        return dirty.nodes(chunk, firstRow, count, scanned, ofBase, seen(), into);
    }

    private DeltaChunk.Seen seen() {
        return new DeltaChunk.Seen(versions, visibility);
    }

    /** Whose labels were looked at, nobody could note. */
    @Override
    public boolean settledNodes(int chunk, @Nullable IntPredicate labelSets, SettledNodes into) {
        DeltaChunk dirty = delta.nodeChunk(chunk);
        return (reads == null || labelSets == null)
                && base.settledNodes(chunk, labelSets, into)
                && (dirty == null || dirty.unsettle(chunk, seen(), labelSets, into));
    }

    @Override
    public boolean nodeExists(long node) {
        return NodeIdLayout.isId(node) && labelSet(node) != NO_NODE;
    }

    @Override
    public void scan(int chunk, int nextChunk) {
        base.scan(chunk, nextChunk);
    }

    @Override
    public void readTogether(int[] propertyKeyIds) {
        base.readTogether(propertyKeyIds);
    }

    @Override
    public void nodeProperty(int propertyKeyId, int chunk, int firstRow, int count, Vector into) {
        ReadSet noting = reads;
        if (noting != null && count >= ReadSet.COLUMN_ROWS_MIN) {
            noting.column(chunk, propertyKeyId);
            reads = null;
        }
        try {
            nodePropertyOfRows(propertyKeyId, chunk, firstRow, count, into);
        } finally {
            reads = noting;
        }
    }

    @Override
    public boolean askNodeProperty(int propertyKeyId, int chunk, int firstRow, int count, ColumnQuestion question) {
        if (delta.nodeChunk(chunk) != null && question.chosen() == null
                || reads != null && count < ReadSet.COLUMN_ROWS_MIN) {
            return false;
        }
        if (reads != null) {
            reads.column(chunk, propertyKeyId);
        }
        return base.askNodeProperty(propertyKeyId, chunk, firstRow, count, question);
    }

    private void nodePropertyOfRows(int propertyKeyId, int chunk, int firstRow, int count, Vector into) {
        if (delta.nodeChunk(chunk) == null && reads == null) {
            base.nodeProperty(propertyKeyId, chunk, firstRow, count, into);
            return;
        }
        if (rowsOfRun.length < count) {
            rowsOfRun = new long[Math.max(count, rowsOfRun.length * 2)];
        }
        for (int index = 0; index < count; index++) {
            rowsOfRun[index] = NodeIdLayout.id(chunk, firstRow + index);
        }
        nodeProperty(propertyKeyId, rowsOfRun, null, count, into);
    }

    @Override
    public void nodeProperty(int propertyKeyId, long[] nodes, boolean @Nullable [] nulls, int count, Vector into) {
        note(nodes, nulls, count);
        nodeValues.read(visibility, propertyKeyId, nodes, nulls, count, into);
    }

    @Override
    public void nodePropertyPresence(
            int propertyKeyId, long[] nodes, boolean @Nullable [] nulls, int count, Vector into) {
        if (reads != null) {
            reads.presence(propertyKeyId, nodes, nulls, count);
        }
        nodePresence.read(visibility, propertyKeyId, nodes, nulls, count, into);
    }

    private void note(long node) {
        if (reads != null) {
            reads.node(node);
        }
    }

    private void note(long[] nodes, boolean @Nullable [] nulls, int count) {
        if (reads != null) {
            reads.nodes(nodes, nulls, count);
        }
    }

    @Override
    public int[] nodePropertyKeys(long node) {
        note(node);
        int version = version(node);
        if (version == NONE || !versions.exists(version)) {
            return version == NONE ? base.nodePropertyKeys(node) : NO_KEYS;
        }
        return versions.keysOver(versions.isFresh(version) ? NO_KEYS : base.nodePropertyKeys(node), version);
    }

    @Override
    public int[] nodePropertyKeys(long[] ids, int count) {
        int[] keys = base.nodePropertyKeys(ids, count);
        for (int index = 0; index < count; index++) {
            keys = versions.keysWith(keys, version(ids[index]));
        }
        return keys;
    }

    /** A version without a base below it has all that there is. */
    @Override
    public void nodeProperties(long node, PropertyVisitor visitor) {
        int version = version(node);
        if (version == NONE || !versions.isFresh(version)) {
            GraphReader.super.nodeProperties(node, visitor);
            return;
        }
        note(node);
        versions.properties(version, visitor);
    }

    /** One property of one node, boxed; null if it has none. */
    public @Nullable Object nodeValue(int propertyKeyId, long node) {
        int version = version(node);
        if (version != NONE) {
            int place = versions.find(version, propertyKeyId);
            if (place >= 0 || versions.isFresh(version) || !versions.exists(version)) {
                note(node);
                return place >= 0 ? versions.value(version, place) : null;
            }
        }
        nodeProperty(propertyKeyId, new long[] {node}, null, 1, single);
        return single.valueAt(0);
    }

    // ---------------------------------------------------------------- relationships

    @Override
    public void relationshipProperty(
            int propertyKeyId, long[] relationships, boolean @Nullable [] nulls, int count, Vector into) {
        noteRelationships(relationships, nulls, count);
        relationshipValues.read(visibility, propertyKeyId, relationships, nulls, count, into);
    }

    @Override
    public void relationshipPropertyPresence(
            int propertyKeyId, long[] relationships, boolean @Nullable [] nulls, int count, Vector into) {
        noteRelationships(relationships, nulls, count);
        relationshipPresence.read(visibility, propertyKeyId, relationships, nulls, count, into);
    }

    private void noteRelationships(long[] relationships, boolean @Nullable [] nulls, int count) {
        if (reads != null) {
            reads.relationships(relationships, nulls, count);
        }
    }

    @Override
    public int[] relationshipPropertyKeys(long relationship) {
        if (reads != null) {
            reads.relationship(relationship);
        }
        int link = delta.link(relationship);
        if (link == NONE) {
            return base.relationshipPropertyKeys(relationship);
        }
        int[] ofBase = delta.links().isOfBase(link) ? base.relationshipPropertyKeys(relationship) : NO_KEYS;
        int version = versions.newest(delta.links().version(link), visibility);
        return version == NONE ? ofBase : versions.keysOver(ofBase, version);
    }

    @Override
    public int[] relationshipPropertyKeys(long[] ids, int count) {
        int[] keys = base.relationshipPropertyKeys(ids, count);
        for (int index = 0; index < count; index++) {
            int link = delta.link(ids[index]);
            keys = link == NONE
                    ? keys
                    : versions.keysWith(keys, versions.newest(delta.links().version(link), visibility));
        }
        return keys;
    }

    /** One property of one relationship, boxed; null if it has none. */
    @Nullable
    Object relationshipValue(int propertyKeyId, long relationship) {
        relationshipProperty(propertyKeyId, new long[] {relationship}, null, 1, single);
        return single.valueAt(0);
    }

    @Override
    public boolean relationshipExists(long relationship) {
        if (reads != null) {
            reads.relationship(relationship);
        }
        int link = relationship < 0 ? NONE : delta.link(relationship);
        return link == NONE
                ? base.relationshipExists(relationship)
                : delta.links().sees(link, visibility);
    }

    @Override
    public long startNode(long relationship) {
        int link = delta.link(relationship);
        return link == NONE ? base.startNode(relationship) : delta.links().start(link);
    }

    @Override
    public long endNode(long relationship) {
        int link = delta.link(relationship);
        return link == NONE ? base.endNode(relationship) : delta.links().end(link);
    }

    // ---------------------------------------------------------------- lists

    @Override
    public long degree(long node, int[] typeIds, Side side) {
        if (reads != null) {
            reads.lists(new long[] {node}, null, 1, typeIds, side);
        }
        return base.degree(node, typeIds, side) + DeltaDegrees.added(this, degreeCursor, node, typeIds, side);
    }

    @Override
    public void degrees(long[] nodes, boolean @Nullable [] nulls, int count, int[] typeIds, Side side, long[] into) {
        if (reads != null) {
            reads.lists(nodes, nulls, count, typeIds, side);
        }
        base.degrees(nodes, nulls, count, typeIds, side, into);
        if (!DeltaDegrees.touches(this, typeIds)) {
            return;
        }
        for (int index = 0; index < count; index++) {
            if (nulls == null || !nulls[index]) {
                into[index] += DeltaDegrees.added(this, degreeCursor, nodes[index], typeIds, side);
            }
        }
    }

    @Override
    public Expansion expansion() {
        return new DeltaExpansion(this);
    }

    @Override
    public int slotCount(int type, int chunk) {
        return base.slotCount(type, chunk);
    }

    // ---------------------------------------------------------------- indexes

    @Override
    public NodeIndexReader index(Catalog.IndexDescriptor index) {
        return indexes.newReader(index);
    }

    /** The key of a node in an index over some properties, whatever its labels; nothing if it lacks one. */
    public Optional<IndexKey> indexKey(List<Integer> propertyKeyIds, long node) {
        return indexes.key(propertyKeyIds, node);
    }

    /** The nodes that an index has under a key. */
    public List<Long> nodesAt(Catalog.IndexDescriptor index, IndexKey key) {
        return indexes.nodesAt(index, key);
    }

    /** The nodes that an index has under a key of which nothing has changed since the base. */
    public List<Long> baseNodesAt(Catalog.IndexDescriptor index, IndexKey key) {
        return indexes.baseNodesAt(index, key);
    }

    /** Whether a node is in an index under a key. */
    boolean holds(Catalog.IndexDescriptor index, IndexKey key, long node) {
        return indexes.holds(index, key, node);
    }

    @Override
    public void close() {
        track(null);
        base.close();
    }
}
