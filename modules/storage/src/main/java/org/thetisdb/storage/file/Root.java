package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.NodeIdLayout;

/**
 * What one revision consists of. Names and chunks are read when it is opened; a directory of segments is read when it
 * is first asked for. Immutable to its users, thread safe.
 */
public final class Root {
    private final ExtentReader reader;
    private final long dataEnd;
    private final StoreCatalog catalog;
    private final int[] labelSetByChunk;
    private final int[] rowCounts;
    private final SortedMap<Integer, Lazy> nodeColumns;
    private final SortedMap<Integer, Lazy> forward;
    private final SortedMap<Integer, Lazy> backward;
    private final SortedMap<Integer, SortedMap<Integer, Lazy>> relationshipColumns = new TreeMap<>();
    private final List<Extent> indexExtents = new ArrayList<>();
    private final Extent statistics;

    /** A directory that is read at first use; two threads may both read it, and one copy wins. */
    private final class Lazy {
        private final Extent extent;
        private final AtomicReference<SegmentDirectory> directory = new AtomicReference<>();

        Lazy(Extent extent) {
            this.extent = extent;
        }

        SegmentDirectory get() {
            SegmentDirectory known = directory.get();
            if (known == null) {
                known = SegmentDirectory.read(reader, extent, dataEnd);
                directory.compareAndSet(null, known);
            }
            return known;
        }
    }

    /**
     * Reads a root.
     *
     * @param dataEnd one above the last byte that an extent may use
     */
    public static Root read(ExtentReader reader, Extent extent, long dataEnd) {
        return new Root(reader, extent, dataEnd);
    }

    private Root(ExtentReader reader, Extent extent, long dataEnd) {
        this.reader = reader;
        this.dataEnd = dataEnd;
        RootCodec.Input input = new RootCodec.Input(reader.read(extent), extent);
        int magic = input.getInt();
        int version = input.getInt();
        if (magic != RootCodec.MAGIC || version != RootCodec.VERSION) {
            throw input.corrupt("magic=0x" + Integer.toHexString(magic) + ", version=" + version);
        }
        List<String> labels = names(input);
        List<String> types = names(input);
        List<String> keys = names(input);
        int[][] labelSets = new int[input.getCount(Integer.BYTES)][];
        for (int set = 0; set < labelSets.length; set++) {
            labelSets[set] = new int[input.getCount(Integer.BYTES)];
            for (int i = 0; i < labelSets[set].length; i++) {
                labelSets[set][i] = input.getId(labels.size());
            }
        }
        int chunkCount = input.getInt();
        Extent chunks = extent(input);
        if (chunkCount < 0 || chunkCount > NodeIdLayout.CHUNK_COUNT_MAX || chunks.bytes() != chunkCount * 8L) {
            throw input.corrupt("chunkCount=" + chunkCount + ", chunk table bytes=" + chunks.bytes());
        }
        labelSetByChunk = new int[chunkCount];
        rowCounts = new int[chunkCount];
        readChunks(input, chunks, labelSets.length);
        nodeColumns = directories(input, keys.size());
        forward = directories(input, types.size());
        backward = directories(input, types.size());
        int typeCount = input.getCount(8);
        for (int i = 0; i < typeCount; i++) {
            int type = input.getId(types.size());
            relationshipColumns.put(type, directories(input, keys.size()));
        }
        List<IndexDescriptor> indexes = indexes(input, labels.size(), keys.size());
        statistics = extent(input);
        input.expectEnd();
        catalog = new StoreCatalog(labels, types, keys, labelSets, indexes);
    }

    private static List<String> names(RootCodec.Input input) {
        int count = input.getCount(Integer.BYTES);
        List<String> names = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            names.add(input.getString());
        }
        return List.copyOf(names);
    }

    private Extent extent(RootCodec.Input input) {
        Extent extent = input.getExtent();
        if (extent.offset() < 0 || extent.bytes() < 0 || extent.offset() > dataEnd - extent.bytes()) {
            throw input.corrupt("extent outside the data: " + extent + ", dataEnd=" + dataEnd);
        }
        return extent;
    }

    private void readChunks(RootCodec.Input input, Extent extent, int labelSetCount) {
        if (!extent.isPresent()) {
            return;
        }
        ValueLayout.OfInt layout = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
        MemorySegment memory = reader.read(extent);
        for (int chunk = 0; chunk < rowCounts.length; chunk++) {
            labelSetByChunk[chunk] = memory.get(layout, chunk * 8L);
            rowCounts[chunk] = memory.get(layout, chunk * 8L + 4);
            if (labelSetByChunk[chunk] < 0
                    || labelSetByChunk[chunk] >= labelSetCount
                    || rowCounts[chunk] < 1
                    || rowCounts[chunk] > NodeIdLayout.CHUNK_ROWS) {
                throw input.corrupt(
                        "chunk=" + chunk + ", labelSet=" + labelSetByChunk[chunk] + ", rowCount=" + rowCounts[chunk]);
            }
        }
    }

    private SortedMap<Integer, Lazy> directories(RootCodec.Input input, int idLimit) {
        int count = input.getCount(20);
        SortedMap<Integer, Lazy> directories = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            int id = input.getId(idLimit);
            directories.put(id, new Lazy(extent(input)));
        }
        return directories;
    }

    private List<IndexDescriptor> indexes(RootCodec.Input input, int labelCount, int keyCount) {
        int count = input.getCount(28);
        List<IndexDescriptor> indexes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            indexes.add(new IndexDescriptor(i, input.getId(labelCount), input.getId(keyCount), input.getId(2) == 1));
            indexExtents.add(extent(input));
        }
        return indexes;
    }

    public Catalog catalog() {
        return catalog;
    }

    public int chunkCount() {
        return rowCounts.length;
    }

    /** Nodes in a chunk. */
    public int rowCount(int chunk) {
        return rowCounts[chunk];
    }

    public int labelSet(int chunk) {
        return labelSetByChunk[chunk];
    }

    /** By chunk number; not to be changed. */
    public int[] labelSetByChunk() {
        return labelSetByChunk;
    }

    /** The segments of a node property; an empty directory if no node has it. */
    public SegmentDirectory nodeColumn(int propertyKeyId) {
        return get(nodeColumns, propertyKeyId);
    }

    /** The lists of a type that start (forward) or end in each chunk; the zone map's value count is their entries. */
    public SegmentDirectory adjacency(int typeId, boolean isForward) {
        return get(isForward ? forward : backward, typeId);
    }

    /** The blocked columns of a property of a type, by the chunk of the start node. */
    public SegmentDirectory relationshipColumn(int typeId, int propertyKeyId) {
        return get(relationshipColumns.getOrDefault(typeId, new TreeMap<>()), propertyKeyId);
    }

    /** The property keys that some relationship of the type has, ascending. */
    public int[] relationshipKeys(int typeId) {
        return relationshipColumns.getOrDefault(typeId, new TreeMap<>()).keySet().stream()
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** The property keys that some node has, ascending. */
    public int[] nodeKeys() {
        return nodeColumns.keySet().stream().mapToInt(Integer::intValue).toArray();
    }

    /** Where the index with this ordinal lies. */
    public Extent index(int ordinal) {
        return indexExtents.get(ordinal);
    }

    /** Where the statistics lie; absent if none were written. */
    public Extent statistics() {
        return statistics;
    }

    public ExtentReader extents() {
        return reader;
    }

    private static SegmentDirectory get(SortedMap<Integer, Lazy> directories, int id) {
        Lazy lazy = directories.get(id);
        return lazy == null ? SegmentDirectory.EMPTY : lazy.get();
    }
}
