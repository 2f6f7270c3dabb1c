package org.thetisdb.storage.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.storage.adjacency.AdjacencyEncoder;
import org.thetisdb.storage.adjacency.AdjacencyReader;
import org.thetisdb.storage.adjacency.AdjacencyRewriter;
import org.thetisdb.storage.adjacency.ChangeWindow;
import org.thetisdb.storage.adjacency.ListChanges;
import org.thetisdb.storage.adjacency.RewrittenLists;
import org.thetisdb.storage.column.BlockedColumns;
import org.thetisdb.storage.column.ColumnEncoder;
import org.thetisdb.storage.column.EncodedColumn;
import org.thetisdb.storage.file.DataFileIdentity;
import org.thetisdb.storage.file.DataFileWriter;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.IndexExtent;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.storage.file.RootBuilder;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.storage.file.Superblocks;
import org.thetisdb.storage.index.IndexBuilder;
import org.thetisdb.storage.index.IndexRun;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.options.UniqueNumbers;
import org.thetisdb.storage.report.CheckReport;
import org.thetisdb.storage.spill.SpillPool;
import org.thetisdb.storage.statistics.PropertySummary;
import org.thetisdb.storage.statistics.StatisticsCollector;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Goal: the check finds structures that contradict each other although every page is intact. Method: write a chunk of
 * three nodes and two relationships by hand, with one lie each time.
 */
final class StoreCheckTest {
    @TempDir
    private Path temporary;

    private enum Lie {
        NONE,
        NONE_WITH_SLOTS,
        ZONE_MAP_MAXIMUM,
        ZONE_MAP_NULLS,
        COLUMN_TOO_SHORT,
        BACKWARD_LISTS_MISSING,
        BACKWARD_WRONG_NEIGHBOUR,
        BACKWARD_WRONG_SLOT,
        FORWARD_NOT_SORTED,
        SLOT_WITHOUT_ENTRY,
        COLUMN_SHORTER_THAN_SLOTS,
        RELATIONSHIP_COLUMN_TOO_LONG,
        INDEX_WITHOUT_A_NODE,
        INDEX_WRONG_VALUE,
        STATISTICS_NODES,
        STATISTICS_RELATIONSHIPS;

        boolean isTruth() {
            return this == NONE || this == NONE_WITH_SLOTS;
        }

        /** Whether the relationships have other slots than the order of the lists gives. */
        boolean withSlots() {
            return this == NONE_WITH_SLOTS || this == SLOT_WITHOUT_ENTRY || this == COLUMN_SHORTER_THAN_SLOTS;
        }
    }

    private static Vector integers(long... values) {
        Vector vector = new Vector();
        vector.reset(VectorKind.INTEGER, values.length);
        System.arraycopy(values, 0, vector.longs(), 0, values.length);
        return vector;
    }

    private CheckReport check(Lie lie) throws Exception {
        Path directory = Files.createDirectory(temporary.resolve(lie.name()));
        DataFileIdentity identity = DataFileIdentity.ofNewDatabase(new UniqueNumbers());
        try (DataFileWriter writer = DataFileWriter.create(new LocalFileSystem(), directory, identity, 4096);
                Arena arena = Arena.ofConfined()) {
            RootBuilder root = new RootBuilder();
            int label = root.label("Person");
            int key = root.propertyKey("id");
            int type = root.type("KNOWS");
            int chunk = root.newChunk(root.labelSet(label));
            root.chunkRows(chunk, 3);
            Vector ids = lie == Lie.COLUMN_TOO_SHORT ? integers(5, 6) : integers(5, 6, 7);
            EncodedColumn column = new ColumnEncoder().encode(ids);
            root.nodeColumn(key, chunk, writer.append(column.bytes()), zoneMap(column.zoneMap(), lie));
            lists(writer, root, arena, type, chunk, lie);
            Vector since = lie == Lie.RELATIONSHIP_COLUMN_TOO_LONG ? integers(1, 2, 3) : integers(1, 2);
            EncodedColumn properties = BlockedColumns.encode(since);
            root.relationshipColumn(type, key, chunk, writer.append(properties.bytes()), properties.zoneMap());
            root.index(label, key, true, index(writer, directory, lie));
            root.statistics(writer.append(statistics(ids, lie).encode()));
            Superblocks.create(new LocalFileSystem(), directory, writer.finish(root, LogMark.NONE));
        }
        try (GraphStore store = GraphStore.open(directory, StoreOptions.byDefault())) {
            return store.check((phase, items) -> {});
        }
    }

    private static ZoneMap zoneMap(ZoneMap zone, Lie lie) {
        return new ZoneMap(
                zone.kind(),
                zone.valueCount(),
                lie == Lie.ZONE_MAP_NULLS ? 1 : zone.nullCount(),
                zone.minimum(),
                lie == Lie.ZONE_MAP_MAXIMUM ? 6 : zone.maximum(),
                0,
                0,
                zone.distinctEstimate());
    }

    /** Node 0 knows nodes 1 and 2. */
    private static void lists(DataFileWriter writer, RootBuilder root, Arena arena, int type, int chunk, Lie lie) {
        if (lie.withSlots()) {
            listsWithSlots(writer, root, arena, type, chunk, lie);
            return;
        }
        AdjacencyEncoder forward = new AdjacencyEncoder(arena, type, true, chunk, new int[] {0, 2, 2, 2}, 3, 1, 2, 0);
        long[] neighbours = lie == Lie.FORWARD_NOT_SORTED ? new long[] {2, 1} : new long[] {1, 2};
        forward.append(neighbours, new long[2], 0, 2);
        root.adjacency(type, true, chunk, writer.append(forward.finish()), 2);
        if (lie != Lie.BACKWARD_LISTS_MISSING) {
            AdjacencyEncoder backward =
                    new AdjacencyEncoder(arena, type, false, chunk, new int[] {0, 0, 1, 2}, 3, 0, 2, 1);
            long start = lie == Lie.BACKWARD_WRONG_NEIGHBOUR ? 2 : 0;
            backward.append(new long[] {0, start}, new long[] {0, lie == Lie.BACKWARD_WRONG_SLOT ? 0 : 1}, 0, 2);
            root.adjacency(type, false, chunk, writer.append(backward.finish()), 2);
        }
    }

    private static void listsWithSlots(
            DataFileWriter writer, RootBuilder root, Arena arena, int type, int chunk, Lie lie) {
        AdjacencyReader nothing = new AdjacencyReader(
                file -> StoreMemory.of(MemorySegment.NULL), (ofType, forward, ofChunk) -> Extent.NONE, 0, 0);
        AdjacencyRewriter rewriter = new AdjacencyRewriter(nothing, () -> {});
        int slotCount = lie == Lie.COLUMN_SHORTER_THAN_SLOTS ? 3 : 2;
        ListChanges forward = new ListChanges();
        ListChanges backward = new ListChanges();
        for (int slot = 0; slot < 2; slot++) {
            forward.add(0, 2 - slot, slot);
            backward.add(2 - slot, 0, slot);
        }
        MemorySegment lists = rewriter.rewrite(arena, type, true, chunk, 3, ChangeWindow.of(forward), slotCount)
                .orElseThrow()
                .bytes();
        if (lie == Lie.SLOT_WITHOUT_ENTRY) {
            // The entries by slot are the last word before the padding.
            lists.set(ValueLayout.JAVA_LONG, lists.byteSize() - 16, 0);
        }
        root.adjacency(type, true, chunk, writer.append(lists), 2);
        RewrittenLists ends = rewriter.rewrite(arena, type, false, chunk, 3, ChangeWindow.of(backward), 0)
                .orElseThrow();
        root.adjacency(type, false, chunk, writer.append(ends.bytes()), 2);
    }

    private static IndexExtent index(DataFileWriter writer, Path directory, Lie lie) {
        try (SpillPool pool = new SpillPool(new LocalFileSystem(), directory.resolve("spill"), 1 << 20)) {
            IndexBuilder builder = new IndexBuilder(pool, Optional.empty());
            IndexRun run = new IndexRun();
            Vector values = integers(5, 6, lie == Lie.INDEX_WRONG_VALUE ? 8 : 7);
            for (int row = 0; row < (lie == Lie.INDEX_WITHOUT_A_NODE ? 2 : 3); row++) {
                run.add(values, row, row);
            }
            builder.add(run);
            return new IndexExtent(builder.build(writer), 1);
        }
    }

    private static StatisticsCollector statistics(Vector ids, Lie lie) {
        StatisticsCollector statistics = new StatisticsCollector();
        statistics.nodes(0, lie == Lie.STATISTICS_NODES ? 4 : 3);
        PropertySummary summary = new PropertySummary();
        summary.add(ids, ids.count());
        statistics.property(0, 0, summary);
        statistics.relationships(0, 0, 0, lie == Lie.STATISTICS_RELATIONSHIPS ? 3 : 2);
        return statistics;
    }

    @Test
    void check_ofSoundStore_findsNothing() throws Exception {
        assertThat(check(Lie.NONE).findings()).isEmpty();
        assertThat(check(Lie.NONE_WITH_SLOTS).findings()).isEmpty();
    }

    @Test
    void check_ofStoreWithALie_findsIt() throws Exception {
        for (Lie lie : Lie.values()) {
            if (!lie.isTruth()) {
                CheckReport report = check(lie);
                assertThat(report.isSound()).as(lie.name()).isFalse();
                assertThat(report.findings()).as(lie.name()).allSatisfy(finding -> {
                    assertThat(finding.location()).isNotBlank();
                    assertThat(finding.expected()).isNotEqualTo(finding.found());
                });
            }
        }
    }
}
