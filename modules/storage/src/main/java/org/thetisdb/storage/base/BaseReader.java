package org.thetisdb.storage.base;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.ColumnQuestion;
import org.thetisdb.storage.ColumnTotals;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.PageCounts;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.SettledNodes;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.storage.adjacency.AdjacencyDirectory;
import org.thetisdb.storage.adjacency.AdjacencyReader;
import org.thetisdb.storage.column.BlockedColumn;
import org.thetisdb.storage.column.ColumnSegment;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.IndexExtent;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.storage.index.IndexCursor;
import org.thetisdb.storage.index.IndexReader;
import org.thetisdb.value.vector.Vector;

/** Reads the base for one worker. Not thread safe. */
public final class BaseReader implements GraphReader {
    private static final int[] NO_KEYS = {};

    private final BaseSnapshot snapshot;
    private final Root root;
    private final ReaderMemories store;
    private final LabelColumns labels;
    private final NodeColumns nodes;
    private final RelationshipColumns relationships;
    private final PropertyColumns nodeProperties;
    private final PropertyColumns relationshipProperties;
    private final AdjacencyReader adjacency;

    private final ZoneMaps zones;

    /** Of the next read of a property. */
    private int[] furtherKeys = NO_KEYS;

    BaseReader(BaseSnapshot snapshot) {
        this.snapshot = snapshot;
        this.root = snapshot.root();
        store = new ReaderMemories(snapshot::file, snapshot.dataFiles().register());
        labels = new LabelColumns(root, store);
        nodes = new NodeColumns(root, store);
        relationships = new RelationshipColumns(root, store);
        nodeProperties = new PropertyColumns(store, nodes, () -> new NodeColumns(root, store));
        relationshipProperties = new PropertyColumns(store, relationships, () -> new RelationshipColumns(root, store));
        AdjacencyDirectory directory =
                (type, forward, chunk) -> root.adjacency(type, forward).extent(chunk);
        zones = new ZoneMaps(snapshot);
        adjacency = new AdjacencyReader(store, directory, root.catalog().typeCount(), root.chunkCount());
    }

    LabelColumns labelColumns() {
        return labels;
    }

    NodeColumns nodeColumns() {
        return nodes;
    }

    RelationshipColumns relationshipColumns() {
        return relationships;
    }

    /** Tells for each row of a chunk whether its node has a property; the array has an entry for each row. */
    public void nodePropertyRows(int propertyKeyId, int chunk, boolean[] into) {
        ColumnSegment segment = nodes.segment(propertyKeyId, chunk);
        for (int row = 0; row < root.rowCount(chunk); row++) {
            into[row] = segment != null && !segment.isNull(row);
        }
    }

    /** The column of a property of the relationships of a type that start in a chunk; empty if none has it. */
    public Optional<BlockedColumn> relationshipColumn(int type, int propertyKeyId, int chunk) {
        return Optional.ofNullable(relationships.column(type, propertyKeyId, chunk));
    }

    /** The bytes of an extent, resident until the next refresh. */
    public MemorySegment extent(Extent extent) {
        StoreMemory memory = store.of(extent.file());
        memory.ensure(extent.offset(), extent.bytes());
        return memory.memory().asSlice(extent.offset(), extent.bytes());
    }

    /** The lists with their slots and segments. */
    public AdjacencyReader adjacency() {
        return adjacency;
    }

    /** New cursors over the runs of an index, newest first. */
    public List<IndexCursor> indexCursors(int ordinal) {
        return root.indexRuns(ordinal).stream().map(this::indexCursor).toList();
    }

    /** A new cursor over one run. */
    public IndexCursor indexCursor(IndexExtent run) {
        return new IndexCursor(store, run.root());
    }

    @Override
    public Snapshot snapshot() {
        return snapshot;
    }

    @Override
    public boolean move(Snapshot other) {
        return other == snapshot;
    }

    @Override
    public int labelSet(long node) {
        return labels.labelSet(node);
    }

    @Override
    public void labelSets(long[] nodeIds, boolean @Nullable [] nulls, int count, int[] into) {
        labels.labelSets(nodeIds, nulls, count, into);
    }

    @Override
    public int nodes(int chunk, int firstRow, int count, long[] into) {
        return labels.nodes(chunk, firstRow, count, into);
    }

    /** The base never changes. */
    @Override
    public void noteScan() {}

    @Override
    public void refresh() {
        store.refresh();
    }

    @Override
    public PageCounts pageCounts() {
        return store.pageCounts();
    }

    @Override
    public void scan(int chunk, int nextChunk) {
        nodeProperties.scan(chunk, nextChunk);
    }

    @Override
    public void readTogether(int[] propertyKeyIds) {
        furtherKeys = propertyKeyIds;
    }

    private int[] takeFurtherKeys() {
        int[] taken = furtherKeys;
        furtherKeys = NO_KEYS;
        return taken;
    }

    @Override
    public void nodeProperty(int propertyKeyId, long[] nodeIds, boolean @Nullable [] nulls, int count, Vector into) {
        nodeProperties.read(propertyKeyId, takeFurtherKeys(), nodeIds, nulls, count, into);
    }

    @Override
    public void nodePropertyPresence(
            int propertyKeyId, long[] nodeIds, boolean @Nullable [] nulls, int count, Vector into) {
        nodeProperties.readPresence(propertyKeyId, nodeIds, nulls, count, into);
    }

    @Override
    public void relationshipPropertyPresence(
            int propertyKeyId, long[] relationshipIds, boolean @Nullable [] nulls, int count, Vector into) {
        relationshipProperties.readPresence(propertyKeyId, relationshipIds, nulls, count, into);
    }

    @Override
    public void nodeProperty(int propertyKeyId, int chunk, int firstRow, int count, Vector into) {
        nodeProperties.readRun(propertyKeyId, takeFurtherKeys(), NodeIdLayout.id(chunk, firstRow), count, into);
    }

    @Override
    public void relationshipProperty(
            int propertyKeyId, long[] relationshipIds, boolean @Nullable [] nulls, int count, Vector into) {
        relationshipProperties.read(propertyKeyId, takeFurtherKeys(), relationshipIds, nulls, count, into);
    }

    @Override
    public boolean settledNodes(int chunk, @Nullable IntPredicate labelSets, SettledNodes into) {
        return labels.settled(chunk, labelSets, into);
    }

    @Override
    public boolean askNodeProperty(int propertyKeyId, int chunk, int firstRow, int count, ColumnQuestion question) {
        int[] further = takeFurtherKeys();
        if (question instanceof ColumnTotals totals && isOfZone(totals, chunk, firstRow, count)) {
            ZoneMap zone = zones.of(propertyKeyId, chunk);
            totals.answer(zone.kind(), zone.valueCount(), 0, zone.minimum(), zone.maximum());
            return totals.suits(zone.kind());
        }
        return nodeProperties.ask(propertyKeyId, further, NodeIdLayout.id(chunk, firstRow), count, question);
    }

    /** Whether a zone map has it all: those of a base are of exactly the values that are there. */
    private boolean isOfZone(ColumnTotals totals, int chunk, int firstRow, int count) {
        return !totals.hasSum() && totals.chosen() == null && firstRow == 0 && count == root.rowCount(chunk);
    }

    @Override
    public int[] nodePropertyKeys(long node) {
        return nodeProperties.present(nodeExists(node) ? root.nodeKeys() : NO_KEYS, node);
    }

    @Override
    public int[] nodePropertyKeys(long[] ids, int count) {
        return nodeProperties.possible(root.nodeKeys(), ids, count);
    }

    @Override
    public int[] relationshipPropertyKeys(long relationship) {
        return relationshipProperties.present(
                root.relationshipKeys(RelationshipIdLayout.type(relationship)), relationship);
    }

    @Override
    public int[] relationshipPropertyKeys(long[] ids, int count) {
        int lastType = RelationshipIdLayout.type(ids[0]);
        int[] keys = root.relationshipKeys(lastType);
        for (int index = 1; index < count; index++) {
            int type = RelationshipIdLayout.type(ids[index]);
            if (type != lastType) {
                lastType = type;
                keys = IntStream.concat(Arrays.stream(keys), Arrays.stream(root.relationshipKeys(type)))
                        .sorted()
                        .distinct()
                        .toArray();
            }
        }
        return keys;
    }

    @Override
    public boolean nodeExists(long node) {
        return labels.labelSet(node) != NO_NODE;
    }

    @Override
    public boolean relationshipExists(long relationship) {
        return adjacency.relationshipExists(relationship);
    }

    @Override
    public int slotCount(int typeId, int chunk) {
        return typeId < root.catalog().typeCount() ? adjacency.slotCount(typeId, chunk) : 0;
    }

    @Override
    public long startNode(long relationship) {
        return adjacency.startNode(relationship);
    }

    @Override
    public long endNode(long relationship) {
        return adjacency.endNode(relationship);
    }

    @Override
    public long degree(long node, int[] typeIds, Side side) {
        return adjacency.degree(node, typeIds, side);
    }

    @Override
    public void degrees(long[] nodeIds, boolean @Nullable [] nulls, int count, int[] typeIds, Side side, long[] into) {
        adjacency.degrees(nodeIds, nulls, count, typeIds, side, into);
    }

    @Override
    public Expansion expansion() {
        return adjacency.expansion();
    }

    @Override
    public NodeIndexReader index(Catalog.IndexDescriptor index) {
        return IndexReader.of(indexCursors(index.ordinal()));
    }

    @Override
    public void close() {
        store.close();
    }
}
