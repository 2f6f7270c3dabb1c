package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Catalog.ConstraintDescriptor;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.storage.packing.ByteSink;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.VectorKind;

/**
 * Collects what a new root names: the catalog, the chunks and the extents of every structure. It begins empty or as a
 * copy of the root before it, of which everything stays that is not replaced. Ids of names and label sets are given out
 * densely at first sight. Thread safe; {@link #write} comes once and last.
 */
public final class RootBuilder {
    /** The revision of a database that was just created. */
    public static final long FIRST_REVISION = 1;

    private final CatalogDraft catalog = new CatalogDraft();
    private final ChunkDraft chunks;
    private final FileTable files;
    private final DirectoryDraft labelColumns;
    private final TreeMap<Integer, DirectoryDraft> nodeColumns = new TreeMap<>();
    private final TreeMap<Integer, DirectoryDraft> forward = new TreeMap<>();
    private final TreeMap<Integer, DirectoryDraft> backward = new TreeMap<>();
    private final TreeMap<Integer, TreeMap<Integer, DirectoryDraft>> relationshipColumns = new TreeMap<>();
    private Extent statistics = Extent.NONE;
    private long rootNumber = 1;
    private long revision = FIRST_REVISION;
    private long timeMillis;

    /** See {@link Root#changedBytes}; of the former root until {@link #changedSinceFormer} is told. */
    private long changedBytes;

    /** An empty root of revision 1. */
    public RootBuilder() {
        chunks = new ChunkDraft();
        files = new FileTable();
        labelColumns = new DirectoryDraft();
    }

    /** The root after {@code former}, which stays among the earlier roots until {@link #retainFrom} lets it go. */
    public RootBuilder(Root former) {
        catalog.addAll(former.catalog());
        catalog.jars.putAll(former.jars());
        for (IndexDescriptor index : former.catalog().indexes()) {
            catalog.index(index, former.indexRuns(index.ordinal()));
        }
        chunks = new ChunkDraft(former);
        files = new FileTable(former);
        labelColumns = former.labelColumnDraft();
        nodeColumns.putAll(former.nodeColumnDrafts());
        forward.putAll(former.adjacencyDrafts(true));
        backward.putAll(former.adjacencyDrafts(false));
        relationshipColumns.putAll(former.relationshipColumnDrafts());
        statistics = former.statistics();
        rootNumber = former.number() + 1;
        revision = former.revision();
        timeMillis = former.timeMillis();
        changedBytes = former.changedBytes();
    }

    /** Sets which commits the root holds: all up to {@code newRevision}, committed at {@code millis}. */
    public synchronized void revision(long newRevision, long millis) {
        revision = newRevision;
        timeMillis = millis;
    }

    public synchronized long rootNumber() {
        return rootNumber;
    }

    public synchronized long revision() {
        return revision;
    }

    public synchronized long timeMillis() {
        return timeMillis;
    }

    /** Drops the earlier roots that no revision from {@code oldestRevision} on needs. */
    public synchronized void retainFrom(long oldestRevision) {
        files.retainFrom(oldestRevision);
    }

    /**
     * Tells how much was changed since the former root, and lets that one go, too, if one before it stays and reading
     * the revisions in between from there takes in no more than a root of the past is worth. To be called after
     * {@link #retainFrom}.
     *
     * @param bytes of changes in memory
     * @param distanceBytes of changes between two earlier roots, at most, unless they came in one checkpoint
     */
    public synchronized void changedSinceFormer(long bytes, long distanceBytes) {
        boolean skip = files.canSkipNewest() && changedBytes + bytes <= distanceBytes;
        if (skip) {
            files.skipNewest();
        }
        changedBytes = skip ? changedBytes + bytes : bytes;
    }

    /** Adds a data file without a root, which this root is the first to name something in. */
    public synchronized void adopt(FinishedFile file) {
        files.adopt(file, rootNumber);
    }

    /** The data files that an earlier root needs which stays. */
    public synchronized Set<Integer> filesOfEarlierRoots() {
        return files.neededByEarlier(revision);
    }

    /** After {@link #write}: the data files that the root or an earlier one needs which stays. */
    public synchronized Set<Integer> dataFileNumbers() {
        return files.written();
    }

    public synchronized int label(String name) {
        return catalog.labels.id(name);
    }

    public synchronized int type(String name) {
        return catalog.types.id(name);
    }

    public synchronized int propertyKey(String name) {
        return catalog.propertyKeys.id(name);
    }

    public synchronized String labelName(int id) {
        return catalog.labels.name(id);
    }

    public synchronized String propertyKeyName(int id) {
        return catalog.propertyKeys.name(id);
    }

    /** Takes over the names, label sets, constraints and extensions of a catalog that knows all that this one knows. */
    public synchronized void names(Catalog newer) {
        catalog.addAll(newer);
    }

    /** The id of a set of labels; the order and repetitions do not matter. */
    public synchronized int labelSet(int... labelIds) {
        return catalog.labelSet(labelIds);
    }

    /** The label ids of a set, ascending. */
    public synchronized int[] labelSetLabels(int labelSetId) {
        return catalog.labelSets.get(labelSetId).clone();
    }

    /** Gives out the next chunk number for nodes of a label set; {@link #chunkRows} must follow. */
    public synchronized int newChunk(int labelSetId) {
        chunks.put(chunks.count(), labelSetId, 0, 0);
        return chunks.count() - 1;
    }

    /** Sets the number of nodes in a chunk, all of its label set, 1 to {@link NodeIdLayout#CHUNK_ROWS}. */
    public synchronized void chunkRows(int chunk, int rowCount) {
        chunks.put(chunk, chunks.labelSet(chunk), rowCount, rowCount);
    }

    /**
     * Sets what a chunk is; chunks in between that are not there yet get no rows.
     *
     * @param labelSetId of all nodes, or {@link Snapshot#MIXED}
     * @param liveCount rows that hold a node
     */
    public synchronized void chunk(int chunk, int labelSetId, int rowCount, int liveCount) {
        chunks.put(chunk, labelSetId, rowCount, liveCount);
    }

    public synchronized int chunkCount() {
        return chunks.count();
    }

    /** The rows of a chunk; 0 if not set yet. */
    public synchronized int rowCount(int chunk) {
        return chunks.rowCount(chunk);
    }

    public synchronized int labelSetOf(int chunk) {
        return chunks.labelSet(chunk);
    }

    /** Adds the label sets of a chunk's rows; see {@link Root#hasLabelColumn}. */
    public synchronized void labelColumn(int chunk, Extent extent, ZoneMap zoneMap) {
        labelColumns.put(chunk, extent, zoneMap);
    }

    /** Takes away the label sets of a chunk that needs them no more. */
    public synchronized void removeLabelColumn(int chunk) {
        labelColumns.remove(chunk);
    }

    /** Adds a node column segment. Columns without any value need not be stored. */
    public synchronized void nodeColumn(int propertyKeyId, int chunk, Extent extent, ZoneMap zoneMap) {
        draft(nodeColumns, propertyKeyId).put(chunk, extent, zoneMap);
    }

    /** Takes away a node column segment, if there is one. */
    public synchronized void removeNodeColumn(int propertyKeyId, int chunk) {
        draft(nodeColumns, propertyKeyId).remove(chunk);
    }

    /**
     * Adds the lists of one type and side of a chunk.
     *
     * @param isForward whether they hold relationships that start in the chunk
     * @param relationshipCount entries of all lists together
     */
    public synchronized void adjacency(
            int typeId, boolean isForward, int chunk, Extent extent, long relationshipCount) {
        ZoneMap zone = new ZoneMap(VectorKind.OBJECT, relationshipCount, 0, 0, 0, 0, 0, relationshipCount);
        draft(isForward ? forward : backward, typeId).put(chunk, extent, zone);
    }

    /** Takes away the lists of a chunk, if there are any. */
    public synchronized void removeAdjacency(int typeId, boolean isForward, int chunk) {
        draft(isForward ? forward : backward, typeId).remove(chunk);
    }

    /** Adds a blocked column, aligned with the slots of a type in a chunk. */
    public synchronized void relationshipColumn(
            int typeId, int propertyKeyId, int chunk, Extent extent, ZoneMap zoneMap) {
        draft(relationshipColumns.computeIfAbsent(typeId, type -> new TreeMap<>()), propertyKeyId)
                .put(chunk, extent, zoneMap);
    }

    /** Takes away a relationship column of a chunk, if there is one. */
    public synchronized void removeRelationshipColumn(int typeId, int propertyKeyId, int chunk) {
        draft(relationshipColumns.computeIfAbsent(typeId, type -> new TreeMap<>()), propertyKeyId)
                .remove(chunk);
    }

    private static DirectoryDraft draft(TreeMap<Integer, DirectoryDraft> drafts, int id) {
        return drafts.computeIfAbsent(id, key -> new DirectoryDraft());
    }

    /**
     * Adds an index of which all is in one run, and returns its ordinal. One that is unique comes with the constraint
     * that it serves, for nothing else would see to it that it stays so.
     */
    public synchronized int index(int labelId, int propertyKeyId, boolean unique, IndexExtent run) {
        String label = labelName(labelId);
        List<String> keys = List.of(propertyKeyName(propertyKeyId));
        List<Integer> keyIds = List.of(propertyKeyId);
        String name = freeName(
                unique ? ConstraintDescriptor.defaultName(label, keys) : IndexDescriptor.defaultName(label, keys));
        int ordinal = catalog.indexes.size();
        catalog.index(new IndexDescriptor(ordinal, name, labelId, keyIds, unique, true), List.of(run));
        if (unique) {
            catalog.constraints.add(new ConstraintDescriptor(name, ConstraintKind.UNIQUE, false, labelId, keyIds));
        }
        return ordinal;
    }

    /** Label A_B with key c and label A with key B_c have the same name by default, and names are unique. */
    private String freeName(String wanted) {
        String name = wanted;
        for (int number = 2; isIndexName(name); number++) {
            name = wanted + "_" + number;
        }
        return name;
    }

    private boolean isIndexName(String name) {
        return catalog.indexes.stream().anyMatch(index -> index.name().equals(name));
    }

    /** Replaces all indexes; {@code runs} has those of each, newest first. */
    public synchronized void indexes(List<IndexDescriptor> indexes, List<List<IndexExtent>> runs) {
        catalog.indexes.clear();
        catalog.indexRuns.clear();
        for (int ordinal = 0; ordinal < indexes.size(); ordinal++) {
            catalog.index(indexes.get(ordinal), runs.get(ordinal));
        }
    }

    /** The nodes of all chunks together. */
    public synchronized long liveCount() {
        return chunks.liveCount();
    }

    /** The relationships of all types together, counted on one side. */
    public synchronized long relationshipCount(boolean isForward) {
        return (isForward ? forward : backward)
                .values().stream().mapToLong(DirectoryDraft::valueCount).sum();
    }

    public synchronized void statistics(Extent extent) {
        statistics = extent;
    }

    /**
     * Gives everything that lies in certain files a new place, but for index runs.
     *
     * @param leaves tells by its number whether a file is to be left
     * @param move copies an extent and returns where the copy lies
     */
    public synchronized void moveAll(IntPredicate leaves, UnaryOperator<Extent> move) {
        forEachDirectory(draft -> draft.move(leaves, move));
        if (statistics.isPresent() && leaves.test(statistics.file())) {
            statistics = move.apply(statistics);
        }
        catalog.jars.replaceAll((_, jar) -> leaves.test(jar.file()) ? move.apply(jar) : jar);
    }

    private void forEachDirectory(java.util.function.Consumer<DirectoryDraft> consumer) {
        consumer.accept(labelColumns);
        nodeColumns.values().forEach(consumer);
        forward.values().forEach(consumer);
        backward.values().forEach(consumer);
        relationshipColumns.values().forEach(columns -> columns.values().forEach(consumer));
    }

    /** Bytes of all extents named so far, by file; directories that will be written again are not counted. */
    public synchronized Map<Integer, Long> liveBytes() {
        Map<Integer, Long> live = new TreeMap<>();
        forEachDirectory(draft -> draft.forEachLive(extent -> live.merge(extent.file(), extent.bytes(), Long::sum)));
        for (List<IndexExtent> runs : catalog.indexRuns) {
            runs.forEach(run -> live.merge(run.root().file(), run.bytes(), Long::sum));
        }
        if (statistics.isPresent()) {
            live.merge(statistics.file(), statistics.bytes(), Long::sum);
        }
        catalog.jars.values().forEach(jar -> live.merge(jar.file(), jar.bytes(), Long::sum));
        return live;
    }

    /**
     * Writes directories and root and returns the root's extent. Everything else must have been added.
     *
     * @param file the data file to which the writer writes
     */
    public synchronized Extent write(ExtentWriter writer, DataFileIdentity file) {
        // Directories first: only when they are written is it known which files hold what is named.
        catalog.writeJars(writer);
        ByteSink structures = RootCodec.newSink();
        Map<Integer, Long> live = liveBytes();
        ExtentCounter counter = new ExtentCounter(structures, live, file.number());
        catalog.write(structures);
        structures.writeInt(chunks.count());
        counter.put(chunks.write(writer));
        counter.put(labelColumns.write(writer).orElse(Extent.NONE));
        writeDirectories(writer, counter, nodeColumns);
        writeDirectories(writer, counter, forward);
        writeDirectories(writer, counter, backward);
        structures.writeInt(relationshipColumns.size());
        relationshipColumns.forEach((type, columns) -> {
            structures.writeInt(type);
            writeDirectories(writer, counter, columns);
        });
        RootCodec.writeExtent(structures, statistics);
        catalog.writeExtensions(structures);
        ByteSink output = RootCodec.newSink();
        output.writeInt(RootCodec.MAGIC);
        output.writeInt(RootCodec.VERSION);
        output.writeLong(file.databaseId().getMostSignificantBits());
        output.writeLong(file.databaseId().getLeastSignificantBits());
        output.writeLong(rootNumber);
        output.writeLong(revision);
        output.writeLong(timeMillis);
        output.writeLong(changedBytes);
        files.write(output, file, rootNumber, revision, live);
        output.writeAll(structures);
        return writer.append(MemorySegment.ofArray(output.toBytes()));
    }

    /** Puts extents and counts those as live that were not there before. */
    private record ExtentCounter(ByteSink output, Map<Integer, Long> live, int file) {
        void put(Extent extent) {
            RootCodec.writeExtent(output, extent);
            if (extent.isPresent() && extent.file() == file) {
                live.merge(extent.file(), extent.bytes(), Long::sum);
            }
        }
    }

    private static void writeDirectories(
            ExtentWriter writer, ExtentCounter counter, TreeMap<Integer, DirectoryDraft> directories) {
        List<Map.Entry<Integer, Extent>> written = new ArrayList<>();
        directories.forEach((id, draft) -> draft.write(writer).ifPresent(extent -> written.add(Map.entry(id, extent))));
        counter.output().writeInt(written.size());
        for (Map.Entry<Integer, Extent> directory : written) {
            counter.output().writeInt(directory.getKey());
            counter.put(directory.getValue());
        }
    }

    /** The chunk table. */
    private static final class ChunkDraft {
        private int[] labelSets = new int[16];
        private int[] rowCounts = new int[16];
        private int[] liveCounts = new int[16];
        private int count;

        ChunkDraft() {}

        ChunkDraft(Root former) {
            for (int chunk = 0; chunk < former.chunkCount(); chunk++) {
                put(chunk, former.labelSet(chunk), former.rowCount(chunk), former.liveCount(chunk));
            }
        }

        void put(int chunk, int labelSetId, int rowCount, int liveCount) {
            if (chunk >= NodeIdLayout.CHUNK_COUNT_MAX) {
                throw new ThetisException(
                        ErrorCode.LIMIT_EXCEEDED, "too many nodes: chunkCountMax=" + NodeIdLayout.CHUNK_COUNT_MAX);
            }
            if (chunk >= labelSets.length) {
                int capacity = Math.max(chunk + 1, labelSets.length * 2);
                labelSets = Arrays.copyOf(labelSets, capacity);
                rowCounts = Arrays.copyOf(rowCounts, capacity);
                liveCounts = Arrays.copyOf(liveCounts, capacity);
            }
            if (chunk > count) {
                Arrays.fill(labelSets, count, chunk, Snapshot.MIXED);
            }
            count = Math.max(count, chunk + 1);
            labelSets[chunk] = labelSetId;
            rowCounts[chunk] = rowCount;
            liveCounts[chunk] = liveCount;
        }

        int count() {
            return count;
        }

        int rowCount(int chunk) {
            return rowCounts[chunk];
        }

        int labelSet(int chunk) {
            return labelSets[chunk];
        }

        long liveCount() {
            long sum = 0;
            for (int chunk = 0; chunk < count; chunk++) {
                sum += liveCounts[chunk];
            }
            return sum;
        }

        Extent write(ExtentWriter writer) {
            ByteSink output = RootCodec.newSink();
            for (int chunk = 0; chunk < count; chunk++) {
                int rows = rowCounts[chunk];
                boolean mixed = labelSets[chunk] == Snapshot.MIXED;
                if (rows > NodeIdLayout.CHUNK_ROWS || liveCounts[chunk] > rows || !mixed && rows < 1) {
                    throw new ThetisException(
                            ErrorCode.INTERNAL,
                            "chunk with impossible rows: chunk=" + chunk + ", labelSet=" + labelSets[chunk]
                                    + ", rowCount=" + rows + ", liveCount=" + liveCounts[chunk]);
                }
                output.writeInt(labelSets[chunk]);
                output.writeInt(rows);
                output.writeInt(liveCounts[chunk]);
            }
            return count == 0 ? Extent.NONE : writer.append(MemorySegment.ofArray(output.toBytes()));
        }
    }
}
