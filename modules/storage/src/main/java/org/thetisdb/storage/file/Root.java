package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.thetisdb.io.PagedFileGeometry;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;

/**
 * What one revision consists of. Names and chunks are read when it is opened; a directory of segments is read when it
 * is first asked for. Immutable to its users, thread safe.
 */
public final class Root {
    private static final int[] NO_KEYS = {};

    private final ExtentReader reader;
    private final Extent extent;
    private final long number;
    private final long revision;
    private final long timeMillis;
    private final long changedBytes;
    private final List<DataFile> dataFiles;
    private final List<EarlierRoot> earlierRoots;
    private final Map<Integer, Long> dataEnds = new HashMap<>();
    private final StoreCatalog catalog;
    private final Map<String, Extent> jars = new HashMap<>();
    private final List<List<IndexExtent>> indexRuns = new ArrayList<>();
    private final int[] labelSetByChunk;
    private final int[] rowCounts;
    private final int[] liveCounts;
    private final Lazy labelColumns;
    private final SortedMap<Integer, Lazy> nodeColumns;
    private final SortedMap<Integer, Lazy> forward;
    private final SortedMap<Integer, Lazy> backward;
    private final SortedMap<Integer, SortedMap<Integer, Lazy>> relationshipColumns = new TreeMap<>();
    private final int[] nodeKeys;
    private final Map<Integer, int[]> relationshipKeys = new HashMap<>();
    private final Extent statistics;
    private volatile SharedBlocks sharedBlocks = new SharedBlocks();

    /** A directory that is read at first use; two threads may both read it, and one copy wins. */
    private final class Lazy {
        private final Extent place;
        private final AtomicReference<SegmentDirectory> directory = new AtomicReference<>();

        Lazy(Extent place) {
            this.place = place;
        }

        SegmentDirectory get() {
            SegmentDirectory known = directory.get();
            if (known == null) {
                known = place.isPresent()
                        ? SegmentDirectory.read(reader, place, Root.this::dataEnd, sharedBlocks)
                        : SegmentDirectory.EMPTY;
                directory.compareAndSet(null, known);
            }
            return known;
        }

        DirectoryDraft draft() {
            return new DirectoryDraft(place, this::get);
        }
    }

    /**
     * Reads a root.
     *
     * @param file the data file that holds it
     * @param geometry of that file
     * @param filesKnown told the data files before the reader is asked for anything but the root itself
     */
    public static Root read(
            ExtentReader reader,
            Extent extent,
            DataFileIdentity file,
            PagedFileGeometry geometry,
            Consumer<List<DataFile>> filesKnown) {
        return new Root(reader, extent, file, geometry, filesKnown);
    }

    private Root(
            ExtentReader reader,
            Extent extent,
            DataFileIdentity file,
            PagedFileGeometry geometry,
            Consumer<List<DataFile>> filesKnown) {
        this.reader = reader;
        this.extent = extent;
        RootCodec.Input input = new RootCodec.Input(reader.read(extent), extent);
        int magic = input.getInt();
        int version = input.getInt();
        if (magic != RootCodec.MAGIC || version != RootCodec.VERSION) {
            throw input.corrupt("magic=0x" + Integer.toHexString(magic) + ", version=" + version);
        }
        UUID databaseId = new UUID(input.getLong(), input.getLong());
        if (!databaseId.equals(file.databaseId())) {
            throw input.corrupt("a root of database " + databaseId);
        }
        number = input.getLong();
        revision = input.getLong();
        timeMillis = input.getLong();
        changedBytes = input.getLong();
        dataFiles = FileTable.readFiles(input, file, geometry);
        dataFiles.forEach(each -> dataEnds.put(each.number(), each.geometry().dataBytes()));
        earlierRoots = FileTable.readEarlier(input);
        filesKnown.accept(dataFiles);
        StoreCatalog names = CatalogCodec.read(input, indexRuns);
        int chunkCount = input.getInt();
        Extent chunks = extent(input);
        if (chunkCount < 0
                || chunkCount > NodeIdLayout.CHUNK_COUNT_MAX
                || chunks.bytes() != (long) chunkCount * RootCodec.CHUNK_BYTES) {
            throw input.corrupt("chunkCount=" + chunkCount + ", chunk table bytes=" + chunks.bytes());
        }
        labelSetByChunk = new int[chunkCount];
        rowCounts = new int[chunkCount];
        liveCounts = new int[chunkCount];
        readChunks(input, chunks, names.labelSetCount());
        labelColumns = new Lazy(extent(input));
        nodeColumns = directories(input, names.propertyKeyCount());
        nodeKeys = keys(nodeColumns);
        forward = directories(input, names.typeCount());
        backward = directories(input, names.typeCount());
        int typeCount = input.getCount(2 * Integer.BYTES);
        for (int i = 0; i < typeCount; i++) {
            int type = input.getId(names.typeCount());
            SortedMap<Integer, Lazy> columns = directories(input, names.propertyKeyCount());
            relationshipColumns.put(type, columns);
            relationshipKeys.put(type, keys(columns));
        }
        statistics = extent(input);
        catalog = names.withExtensions(CatalogCodec.extensions(input, reader, jars));
        input.expectEnd();
        jars.values().forEach(jar -> requireInside(input, jar));
        indexRuns.forEach(runs -> runs.forEach(run -> requireInside(input, run.root())));
    }

    /** Has the directories that are read from now on share what is alike with those of other roots of the database. */
    public void shareDirectories(SharedBlocks blocks) {
        sharedBlocks = blocks;
    }

    /** One above the last byte that an extent in the file may use; -1 for a file that this root does not know. */
    private long dataEnd(int file) {
        return dataEnds.getOrDefault(file, -1L);
    }

    private Extent extent(RootCodec.Input input) {
        Extent read = input.getExtent();
        requireInside(input, read);
        return read;
    }

    private void requireInside(RootCodec.Input input, Extent read) {
        long end = read.bytes() == 0 ? 0 : dataEnd(read.file());
        if (read.offset() < 0 || read.bytes() < 0 || read.offset() > end - read.bytes()) {
            throw input.corrupt("extent outside the data: " + read + ", dataEnd=" + end);
        }
    }

    private void readChunks(RootCodec.Input input, Extent table, int labelSetCount) {
        if (!table.isPresent()) {
            return;
        }
        ValueLayout.OfInt layout = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
        MemorySegment memory = reader.read(table);
        for (int chunk = 0; chunk < rowCounts.length; chunk++) {
            long at = (long) chunk * RootCodec.CHUNK_BYTES;
            int labelSet = memory.get(layout, at);
            int rows = memory.get(layout, at + 4);
            int live = memory.get(layout, at + 8);
            boolean mixed = labelSet == Snapshot.MIXED;
            boolean fits = rows >= 0 && rows <= NodeIdLayout.CHUNK_ROWS && live >= 0 && live <= rows;
            if (!fits || !mixed && (labelSet < 0 || labelSet >= labelSetCount || rows < 1)) {
                throw input.corrupt(
                        "chunk=" + chunk + ", labelSet=" + labelSet + ", rowCount=" + rows + ", liveCount=" + live);
            }
            labelSetByChunk[chunk] = labelSet;
            rowCounts[chunk] = rows;
            liveCounts[chunk] = live;
        }
    }

    private SortedMap<Integer, Lazy> directories(RootCodec.Input input, int idLimit) {
        int count = input.getCount(Integer.BYTES + RootCodec.EXTENT_BYTES);
        SortedMap<Integer, Lazy> directories = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            int id = input.getId(idLimit);
            directories.put(id, new Lazy(extent(input)));
        }
        return directories;
    }

    /** 1 for a fresh import, one more for each root after it. */
    public long number() {
        return number;
    }

    /** Up to which revision it holds all commits. */
    public long revision() {
        return revision;
    }

    /** When its revision was committed, in milliseconds since 1970. */
    public long timeMillis() {
        return timeMillis;
    }

    /** About how many bytes of changes lie between it and the newest earlier root, if there is one. */
    long changedBytes() {
        return changedBytes;
    }

    /** When the oldest root was committed that is retained: this one's time, if there is none before it. */
    public long oldestTimeMillis() {
        return earlierRoots.isEmpty() ? timeMillis() : earlierRoots.getLast().timeMillis();
    }

    /** The oldest revision that can be read: that of the oldest root which is retained. */
    public long oldestRevision() {
        return earlierRoots.isEmpty() ? revision : earlierRoots.getLast().revision();
    }

    /** Where it lies itself. */
    public Extent extent() {
        return extent;
    }

    /** What it takes in its data files. */
    public long liveBytes() {
        return dataFiles.stream().mapToLong(DataFile::liveBytes).sum();
    }

    /** The data files that it and the earlier roots need; see {@link #names}. */
    public List<DataFile> dataFiles() {
        return dataFiles;
    }

    /** Whether anything that this root names, or the root itself, lies in the file; else only earlier roots need it. */
    public boolean names(DataFile file) {
        return file.liveBytes() > 0 || file.number() == extent.file();
    }

    /** The roots before it that are still there, newest first. */
    public List<EarlierRoot> earlierRoots() {
        return earlierRoots;
    }

    /** Where the jars of extensions lie, by their digests. */
    Map<String, Extent> jars() {
        return jars;
    }

    public StoreCatalog catalog() {
        return catalog;
    }

    public int chunkCount() {
        return rowCounts.length;
    }

    /** Rows of a chunk, with and without a node. */
    public int rowCount(int chunk) {
        return rowCounts[chunk];
    }

    /** Nodes in a chunk. */
    public int liveCount(int chunk) {
        return liveCounts[chunk];
    }

    /** Whether every row of a chunk holds a node. */
    public boolean isFull(int chunk) {
        return liveCounts[chunk] == rowCounts[chunk];
    }

    /** Whether a chunk has a label column: its nodes differ in their labels, or some of its rows hold none. */
    public boolean hasLabelColumn(int chunk) {
        return needsLabelColumn(labelSetByChunk[chunk], rowCounts[chunk], liveCounts[chunk]);
    }

    /** As {@link #hasLabelColumn}, of a chunk that is being written. */
    public static boolean needsLabelColumn(int labelSet, int rowCount, int liveCount) {
        return liveCount > 0 && (labelSet == Snapshot.MIXED || liveCount < rowCount);
    }

    /** The label set of all nodes, or {@link Snapshot#MIXED}. */
    public int labelSet(int chunk) {
        return labelSetByChunk[chunk];
    }

    /** The label sets by row of the chunks that {@link #hasLabelColumn}: integers, null where there is no node. */
    public SegmentDirectory labelColumn() {
        return labelColumns.get();
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

    /** The property keys that some relationship of the type has, ascending; not to be changed. */
    public int[] relationshipKeys(int typeId) {
        return relationshipKeys.getOrDefault(typeId, NO_KEYS);
    }

    /** The property keys that some node has, ascending; not to be changed. */
    public int[] nodeKeys() {
        return nodeKeys;
    }

    private static int[] keys(SortedMap<Integer, Lazy> columns) {
        return columns.keySet().stream().mapToInt(Integer::intValue).toArray();
    }

    /** The runs of the index with this ordinal, newest first; none if it was never populated. */
    public List<IndexExtent> indexRuns(int ordinal) {
        return indexRuns.get(ordinal);
    }

    /** Where the statistics lie; absent if none were written. */
    public Extent statistics() {
        return statistics;
    }

    /** What nearly every query begins with: all directories, the statistics, and the roots of all runs of indexes. */
    public List<Extent> firstExtents() {
        List<Extent> first = new ArrayList<>();
        first.add(labelColumns.place);
        List<SortedMap<Integer, Lazy>> directories = new ArrayList<>(List.of(nodeColumns, forward, backward));
        directories.addAll(relationshipColumns.values());
        directories.forEach(each -> each.values().forEach(directory -> first.add(directory.place)));
        first.add(statistics);
        indexRuns.forEach(runs -> runs.forEach(run -> first.add(run.root())));
        return first.stream().filter(Extent::isPresent).toList();
    }

    public ExtentReader extents() {
        return reader;
    }

    private static SegmentDirectory get(SortedMap<Integer, Lazy> directories, int id) {
        Lazy lazy = directories.get(id);
        return lazy == null ? SegmentDirectory.EMPTY : lazy.get();
    }

    DirectoryDraft labelColumnDraft() {
        return labelColumns.draft();
    }

    SortedMap<Integer, DirectoryDraft> nodeColumnDrafts() {
        return drafts(nodeColumns);
    }

    SortedMap<Integer, DirectoryDraft> adjacencyDrafts(boolean isForward) {
        return drafts(isForward ? forward : backward);
    }

    SortedMap<Integer, TreeMap<Integer, DirectoryDraft>> relationshipColumnDrafts() {
        SortedMap<Integer, TreeMap<Integer, DirectoryDraft>> drafts = new TreeMap<>();
        relationshipColumns.forEach((type, columns) -> drafts.put(type, drafts(columns)));
        return drafts;
    }

    private static TreeMap<Integer, DirectoryDraft> drafts(SortedMap<Integer, Lazy> directories) {
        TreeMap<Integer, DirectoryDraft> drafts = new TreeMap<>();
        directories.forEach((id, lazy) -> drafts.put(id, lazy.draft()));
        return drafts;
    }
}
