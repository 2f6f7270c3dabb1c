package org.thetisdb.storage.base;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.io.PageCache;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.column.BlockedColumn;
import org.thetisdb.storage.column.ColumnSegment;
import org.thetisdb.storage.file.DataFile;
import org.thetisdb.storage.file.IndexExtent;
import org.thetisdb.storage.file.Root;
import org.thetisdb.storage.file.SegmentDirectory;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.file.Superblock;
import org.thetisdb.storage.report.StoreDescription;
import org.thetisdb.storage.report.StoreDescription.Column;
import org.thetisdb.storage.report.StoreDescription.Index;
import org.thetisdb.storage.report.StoreDescription.Usage;

/** Draws up the description of a store. Used once, by one thread. */
public final class StoreDescriber {
    private final BaseSnapshot snapshot;
    private final Root root;
    private final Superblock superblock;
    private final Path directory;
    private final PageCache cache;
    private final Map<String, Long> structureBytes = new LinkedHashMap<>();
    private final List<Column> columns = new ArrayList<>();

    public StoreDescriber(BaseSnapshot snapshot, Superblock superblock, Path directory, PageCache cache) {
        this.snapshot = snapshot;
        this.superblock = superblock;
        this.directory = directory;
        this.cache = cache;
        root = snapshot.root();
    }

    public StoreDescription describe() {
        Catalog catalog = root.catalog();
        Statistics statistics = snapshot.statistics();
        Map<String, Long> labels = new LinkedHashMap<>();
        for (int label = 0; label < catalog.labelCount(); label++) {
            labels.put(catalog.labelName(label), statistics.nodesWithLabel(label));
        }
        Map<String, Long> types = new LinkedHashMap<>();
        for (int type = 0; type < catalog.typeCount(); type++) {
            types.put(catalog.typeName(type), statistics.relationships(Statistics.ANY, type, Statistics.ANY));
        }
        List<Index> indexes = new ArrayList<>();
        try (BaseReader reader = snapshot.newReader()) {
            columns(catalog, reader);
            for (Catalog.IndexDescriptor index : catalog.indexes()) {
                indexes.add(new Index(
                        catalog.labelName(index.labelId()),
                        catalog.propertyKeyName(index.propertyKeyId()),
                        index.unique(),
                        entryCount(reader, index.ordinal())));
                reader.refresh();
            }
        }
        adjacency(catalog);
        structureBytes.put("label columns", bytes(root.labelColumn()));
        structureBytes.put(
                "indexes",
                catalog.indexes().stream()
                        .flatMap(index -> root.indexRuns(index.ordinal()).stream())
                        .mapToLong(IndexExtent::bytes)
                        .sum());
        structureBytes.put("statistics", root.statistics().bytes());
        List<StoreDescription.File> files = new ArrayList<>();
        for (DataFile file : root.dataFiles()) {
            files.add(new StoreDescription.File(
                    StoreFiles.dataFile(directory, file.number()).getFileName().toString(),
                    file.geometry().endOffset(),
                    file.liveBytes()));
        }
        long fileBytes = files.stream().mapToLong(StoreDescription.File::bytes).sum();
        long known = structureBytes.values().stream().mapToLong(Long::longValue).sum();
        structureBytes.put("the rest", fileBytes - known);
        return new StoreDescription(
                directory,
                superblock.databaseId(),
                StoreFiles.FORMAT_VERSION,
                root.revision(),
                fileBytes,
                superblock.geometry().pageBytes(),
                statistics.nodeCount(),
                statistics.relationshipCount(),
                root.chunkCount(),
                labels,
                types,
                structureBytes,
                List.copyOf(files),
                root.earlierRoots().size(),
                List.copyOf(columns),
                List.copyOf(indexes),
                cache.describe(),
                cache.counters());
    }

    private void columns(Catalog catalog, BaseReader reader) {
        long nodeBytes = 0;
        for (int key : root.nodeKeys()) {
            SegmentDirectory segments = root.nodeColumn(key);
            Map<String, Usage> encodings = new TreeMap<>();
            long values = 0;
            for (int chunk = segments.firstChunk(); chunk < segments.endChunk(); chunk++) {
                ColumnSegment segment = reader.nodeColumns().segment(key, chunk);
                if (segment != null) {
                    values += segments.valueCount(chunk);
                    nodeBytes += segments.bytes(chunk);
                    add(encodings, segment);
                    reader.refresh();
                }
            }
            columns.add(new Column("", catalog.propertyKeyName(key), values, encodings));
        }
        structureBytes.put("node columns", nodeBytes);
        long relationshipBytes = 0;
        for (int type = 0; type < catalog.typeCount(); type++) {
            for (int key : root.relationshipKeys(type)) {
                relationshipBytes += relationshipColumn(catalog, reader, type, key);
            }
        }
        structureBytes.put("relationship columns", relationshipBytes);
    }

    private long relationshipColumn(Catalog catalog, BaseReader reader, int type, int key) {
        SegmentDirectory segments = root.relationshipColumn(type, key);
        Map<String, Usage> encodings = new TreeMap<>();
        long values = 0;
        long bytes = 0;
        for (int chunk = segments.firstChunk(); chunk < segments.endChunk(); chunk++) {
            BlockedColumn column = reader.relationshipColumns().column(type, key, chunk);
            if (column != null) {
                values += segments.valueCount(chunk);
                bytes += segments.bytes(chunk);
                for (int block = 0; block < column.blockCount(); block++) {
                    add(encodings, column.segment(block));
                }
                reader.refresh();
            }
        }
        columns.add(new Column(catalog.typeName(type), catalog.propertyKeyName(key), values, encodings));
        return bytes;
    }

    private static void add(Map<String, Usage> encodings, ColumnSegment segment) {
        String name =
                segment.encoding().name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        encodings.merge(
                name,
                new Usage(1, segment.bytes()),
                (first, second) -> new Usage(first.segmentCount() + 1, first.bytes() + second.bytes()));
    }

    private void adjacency(Catalog catalog) {
        for (boolean forward : new boolean[] {true, false}) {
            long bytes = 0;
            for (int type = 0; type < catalog.typeCount(); type++) {
                bytes += bytes(root.adjacency(type, forward));
            }
            structureBytes.put(forward ? "forward lists" : "backward lists", bytes);
        }
    }

    private static long bytes(SegmentDirectory segments) {
        long bytes = 0;
        for (int chunk = segments.firstChunk(); chunk < segments.endChunk(); chunk++) {
            bytes += segments.bytes(chunk);
        }
        return bytes;
    }

    private long entryCount(BaseReader reader, int ordinal) {
        long count = 0;
        for (IndexExtent run : root.indexRuns(ordinal)) {
            count += reader.indexCursor(run).entryCount();
        }
        return count;
    }
}
