package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Collects what a new root names: the catalog, the chunks and the extents of every structure. Ids of names and label
 * sets are given out densely at first sight. Thread safe; {@link #write} comes once and last.
 */
public final class RootBuilder {
    private final Names labels = new Names("labels", Integer.MAX_VALUE);
    private final Names types = new Names("relationship types", RelationshipIdLayout.TYPE_COUNT_MAX);
    private final Names propertyKeys = new Names("property keys", Integer.MAX_VALUE);
    private final Map<List<Integer>, Integer> labelSetIds = new HashMap<>();
    private final List<int[]> labelSets = new ArrayList<>();
    private int[] chunkLabelSets = new int[16];
    private int[] chunkRows = new int[16];
    private int chunkCount;
    private final TreeMap<Integer, TreeMap<Integer, SegmentDirectory.Entry>> nodeColumns = new TreeMap<>();
    private final TreeMap<Integer, TreeMap<Integer, SegmentDirectory.Entry>> forward = new TreeMap<>();
    private final TreeMap<Integer, TreeMap<Integer, SegmentDirectory.Entry>> backward = new TreeMap<>();
    private final TreeMap<Integer, TreeMap<Integer, TreeMap<Integer, SegmentDirectory.Entry>>> relationshipColumns =
            new TreeMap<>();
    private final List<IndexDescriptor> indexes = new ArrayList<>();
    private final List<Extent> indexExtents = new ArrayList<>();
    private Extent statistics = Extent.NONE;

    private static final class Names {
        private final String what;
        private final int countMax;
        private final Map<String, Integer> ids = new HashMap<>();
        private final List<String> names = new ArrayList<>();

        Names(String what, int countMax) {
            this.what = what;
            this.countMax = countMax;
        }

        int id(String name) {
            Integer known = ids.get(name);
            if (known != null) {
                return known;
            }
            if (names.size() == countMax) {
                throw new ThetisException(
                        ErrorCode.LIMIT_EXCEEDED, "Too many " + what + ": countMax=" + countMax + ", name=" + name);
            }
            ids.put(name, names.size());
            names.add(name);
            return names.size() - 1;
        }
    }

    public synchronized int label(String name) {
        return labels.id(name);
    }

    public synchronized int type(String name) {
        return types.id(name);
    }

    public synchronized int propertyKey(String name) {
        return propertyKeys.id(name);
    }

    public synchronized int labelCount() {
        return labels.names.size();
    }

    public synchronized int typeCount() {
        return types.names.size();
    }

    public synchronized int propertyKeyCount() {
        return propertyKeys.names.size();
    }

    public synchronized String labelName(int id) {
        return labels.names.get(id);
    }

    public synchronized String typeName(int id) {
        return types.names.get(id);
    }

    public synchronized String propertyKeyName(int id) {
        return propertyKeys.names.get(id);
    }

    /** The id of a set of labels; the order and repetitions do not matter. */
    public synchronized int labelSet(int... labelIds) {
        int[] sorted = Arrays.stream(labelIds).sorted().distinct().toArray();
        return labelSetIds.computeIfAbsent(Arrays.stream(sorted).boxed().toList(), key -> {
            labelSets.add(sorted);
            return labelSets.size() - 1;
        });
    }

    /** The label ids of a set, ascending. */
    public synchronized int[] labelSetLabels(int labelSetId) {
        return labelSets.get(labelSetId).clone();
    }

    /** Gives out the next chunk number for nodes of a label set; {@link #chunkRows} must follow. */
    public synchronized int newChunk(int labelSetId) {
        if (chunkCount == NodeIdLayout.CHUNK_COUNT_MAX) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED, "Too many nodes: chunkCountMax=" + NodeIdLayout.CHUNK_COUNT_MAX);
        }
        if (chunkCount == chunkRows.length) {
            chunkRows = Arrays.copyOf(chunkRows, chunkCount * 2);
            chunkLabelSets = Arrays.copyOf(chunkLabelSets, chunkCount * 2);
        }
        chunkLabelSets[chunkCount] = labelSetId;
        return chunkCount++;
    }

    /** Sets the number of nodes in a chunk, 1 to {@link NodeIdLayout#CHUNK_ROWS}. */
    public synchronized void chunkRows(int chunk, int rowCount) {
        chunkRows[chunk] = rowCount;
    }

    public synchronized int chunkCount() {
        return chunkCount;
    }

    /** The rows set so far by {@link #chunkRows}; 0 if not yet. */
    public synchronized int rowCount(int chunk) {
        return chunkRows[chunk];
    }

    public synchronized int labelSetOf(int chunk) {
        return chunkLabelSets[chunk];
    }

    /** Adds a node column segment. Columns without any value need not be stored. */
    public synchronized void nodeColumn(int propertyKeyId, int chunk, Extent extent, ZoneMap zoneMap) {
        nodeColumns
                .computeIfAbsent(propertyKeyId, key -> new TreeMap<>())
                .put(chunk, new SegmentDirectory.Entry(extent, zoneMap));
    }

    /**
     * Adds the lists of one type and side of a chunk.
     *
     * @param isForward whether they hold relationships that start in the chunk
     * @param relationshipCount entries of all lists together
     */
    public synchronized void adjacency(
            int typeId, boolean isForward, int chunk, Extent extent, long relationshipCount) {
        ZoneMap zone = new ZoneMap(
                org.thetisdb.value.vector.VectorKind.OBJECT, relationshipCount, 0, 0, 0, 0, 0, relationshipCount);
        (isForward ? forward : backward)
                .computeIfAbsent(typeId, key -> new TreeMap<>())
                .put(chunk, new SegmentDirectory.Entry(extent, zone));
    }

    /** Adds a blocked column, aligned with the forward slots of a type in a chunk. */
    public synchronized void relationshipColumn(
            int typeId, int propertyKeyId, int chunk, Extent extent, ZoneMap zoneMap) {
        relationshipColumns
                .computeIfAbsent(typeId, type -> new TreeMap<>())
                .computeIfAbsent(propertyKeyId, key -> new TreeMap<>())
                .put(chunk, new SegmentDirectory.Entry(extent, zoneMap));
    }

    /** Adds an index and returns its ordinal. */
    public synchronized int index(int labelId, int propertyKeyId, boolean unique, Extent extent) {
        indexes.add(new IndexDescriptor(indexes.size(), labelId, propertyKeyId, unique));
        indexExtents.add(extent);
        return indexes.size() - 1;
    }

    public synchronized void statistics(Extent extent) {
        statistics = extent;
    }

    /** Writes directories and root and returns the root's extent. Everything else must have been added. */
    public synchronized Extent write(ExtentWriter writer) {
        RootCodec.Output output = new RootCodec.Output();
        output.putInt(RootCodec.MAGIC);
        output.putInt(RootCodec.VERSION);
        for (Names names : List.of(labels, types, propertyKeys)) {
            output.putInt(names.names.size());
            names.names.forEach(output::putString);
        }
        output.putInt(labelSets.size());
        for (int[] labelSet : labelSets) {
            output.putInt(labelSet.length);
            for (int labelId : labelSet) {
                output.putInt(labelId);
            }
        }
        output.putInt(chunkCount);
        output.putExtent(writeChunks(writer));
        writeDirectories(writer, output, nodeColumns);
        writeDirectories(writer, output, forward);
        writeDirectories(writer, output, backward);
        output.putInt(relationshipColumns.size());
        relationshipColumns.forEach((type, columns) -> {
            output.putInt(type);
            writeDirectories(writer, output, columns);
        });
        output.putInt(indexes.size());
        for (int i = 0; i < indexes.size(); i++) {
            output.putInt(indexes.get(i).labelId());
            output.putInt(indexes.get(i).propertyKeyId());
            output.putInt(indexes.get(i).unique() ? 1 : 0);
            output.putExtent(indexExtents.get(i));
        }
        output.putExtent(statistics);
        return writer.append(output.bytes());
    }

    private Extent writeChunks(ExtentWriter writer) {
        RootCodec.Output output = new RootCodec.Output();
        for (int chunk = 0; chunk < chunkCount; chunk++) {
            if (chunkRows[chunk] < 1 || chunkRows[chunk] > NodeIdLayout.CHUNK_ROWS) {
                throw new ThetisException(
                        ErrorCode.INTERNAL, "Chunk without rows: chunk=" + chunk + ", rowCount=" + chunkRows[chunk]);
            }
            output.putInt(chunkLabelSets[chunk]);
            output.putInt(chunkRows[chunk]);
        }
        return chunkCount == 0 ? Extent.NONE : writer.append(output.bytes());
    }

    private static void writeDirectories(
            ExtentWriter writer,
            RootCodec.Output output,
            TreeMap<Integer, TreeMap<Integer, SegmentDirectory.Entry>> directories) {
        output.putInt(directories.size());
        directories.forEach((id, entries) -> {
            MemorySegment bytes = SegmentDirectory.encode(entries);
            output.putInt(id);
            output.putExtent(writer.append(bytes));
        });
    }
}
