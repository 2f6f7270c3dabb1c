package org.thetisdb.storage.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.load.BulkLoader;
import org.thetisdb.storage.load.LoadOptions;
import org.thetisdb.storage.load.LoadProgress;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.report.CheckReport;
import org.thetisdb.storage.report.StoreDescription;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/** Goal: what was loaded is read back, with any engine and budget, and the check finds it sound. */
final class GraphStoreTest {
    private static final long SEED = Long.getLong("thetis.seed", 11L);
    private static final int NODE_COUNT = 50_000;

    @TempDir
    private Path temporary;

    private static StoreOptions options(String engine, long budgetBytes) {
        return StoreOptions.byDefault().withEngine(engine).withMemory(MemoryBudget.ofBytes(budgetBytes));
    }

    @ParameterizedTest
    @CsvSource({"auto, 268435456, 16384", "channel, 65536, 4096", "auto, 65536, 4096"})
    void loadedGraph_withAnyEngineAndBudget_isReadBack(String engine, long budgetBytes, int pageBytes) {
        Path directory = temporary.resolve("db");
        SampleGraph graph = SampleGraph.load(directory, SEED, NODE_COUNT, 80_000, pageBytes);
        String name = engine.equals("channel") ? channelEngine() : engine;
        try (GraphStore store = GraphStore.open(directory, options(name, budgetBytes))) {
            try (GraphReader reader = store.snapshot().reader()) {
                scan(graph, store.snapshot(), reader);
                pick(graph, store.snapshot(), reader);
                relationships(graph, store.snapshot(), reader);
            }
            CheckReport report = store.check((phase, items) -> {});
            assertThat(report.findings()).as("seed=%d", SEED).isEmpty();
            assertThat(report.pageCount()).isPositive();
            StoreDescription description = store.describe();
            assertThat(description.nodeCount()).isEqualTo(NODE_COUNT);
            assertThat(description.labels()).containsEntry("Person", (long) NODE_COUNT);
            assertThat(description.types()).containsEntry("KNOWS", 80_000L);
            assertThat(description.columns()).hasSize(SampleGraph.KEYS.length + 1);
        }
    }

    private static String channelEngine() {
        return StoreOptions.byDefault().fileSystem().engines().getLast().name();
    }

    private static void scan(SampleGraph graph, Snapshot snapshot, GraphReader reader) {
        java.util.Map<Long, Integer> indexOf = new java.util.HashMap<>();
        for (int i = 0; i < graph.nodes.length; i++) {
            indexOf.put(graph.nodes[i], i);
        }
        Vector vector = new Vector();
        for (int key = 0; key < SampleGraph.KEYS.length; key++) {
            int id = snapshot.catalog().propertyKeyId(SampleGraph.KEYS[key]).orElseThrow();
            int seen = 0;
            for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
                int rows = snapshot.rowCount(chunk);
                for (int row = 0; row < rows; row += 2_048) {
                    int count = Math.min(2_048, rows - row);
                    reader.nodeProperty(id, chunk, row, count, vector);
                    reader.refresh();
                    for (int i = 0; i < count; i++) {
                        int node = indexOf.get(NodeIdLayout.id(chunk, row + i));
                        assertThat(vector.valueAt(i)).isEqualTo(graph.properties[node][key]);
                        seen++;
                    }
                }
            }
            assertThat(seen).isEqualTo(NODE_COUNT);
        }
    }

    private static void pick(SampleGraph graph, Snapshot snapshot, GraphReader reader) {
        Random random = new Random(SEED);
        Vector vector = new Vector();
        for (int round = 0; round < 60; round++) {
            int key = random.nextInt(SampleGraph.KEYS.length);
            int id = snapshot.catalog().propertyKeyId(SampleGraph.KEYS[key]).orElseThrow();
            int count = random.nextInt(1_000) + 1;
            int[] picked = new int[count];
            long[] nodes = new long[count];
            boolean[] nulls = new boolean[count];
            for (int i = 0; i < count; i++) {
                boolean follows = i > 0 && random.nextInt(3) > 0 && picked[i - 1] + 1 < graph.nodes.length;
                picked[i] = follows ? picked[i - 1] + 1 : random.nextInt(graph.nodes.length);
                nodes[i] = graph.nodes[picked[i]];
                nulls[i] = random.nextInt(20) == 0;
            }
            reader.nodeProperty(id, nodes, round % 2 == 0 ? nulls : null, count, vector);
            reader.refresh();
            for (int i = 0; i < count; i++) {
                Object expected = round % 2 == 0 && nulls[i] ? null : graph.properties[picked[i]][key];
                assertThat(vector.valueAt(i)).as("seed=%d", SEED).isEqualTo(expected);
            }
            int node = picked[0];
            assertThat(reader.nodePropertyKeys(nodes[0]).length).isEqualTo((int) Arrays.stream(graph.properties[node])
                    .filter(value -> value != null)
                    .count());
            assertThat(reader.nodeExists(nodes[0])).isTrue();
        }
        assertThat(reader.nodeExists(-1)).isFalse();
        for (long beyond : new long[] {1L << 39, 1L << 46, 1L << 47, 1L << 50, Long.MAX_VALUE}) {
            assertThat(reader.nodeExists(beyond)).as("node=%d", beyond).isFalse();
        }
    }

    private static void relationships(SampleGraph graph, Snapshot snapshot, GraphReader reader) {
        int since = snapshot.catalog().propertyKeyId("since").orElseThrow();
        Expansion expansion = reader.expansion();
        expansion.start(graph.nodes, null, graph.nodes.length, new int[0], GraphReader.Side.FORWARD, true);
        int[] rows = new int[1_000];
        long[] relationships = new long[1_000];
        long[] neighbours = new long[1_000];
        Vector vector = new Vector();
        int seen = 0;
        int found;
        while ((found = expansion.next(rows, relationships, neighbours, 1_000)) > 0) {
            reader.relationshipProperty(since, relationships, null, found, vector);
            reader.refresh();
            for (int i = 0; i < found; i++) {
                long[] ends = graph.relationships.get((int) vector.longs()[i]);
                assertThat(graph.nodes[rows[i]]).isEqualTo(ends[0]);
                assertThat(neighbours[i]).isEqualTo(ends[1]);
            }
            assertThat(reader.relationshipPropertyKeys(relationships[0])).containsExactly(since);
            seen += found;
        }
        assertThat(seen).isEqualTo(graph.relationships.size());
    }

    @Test
    void emptyLoad_givesAnEmptyDatabase() {
        Path directory = temporary.resolve("empty database");
        StoreOptions options = options("auto", 1 << 20);
        try (BulkLoader loader =
                BulkLoader.create(options.fileSystem(), directory, new LoadOptions(1 << 20, 1, 4096))) {
            assertThat(loader.finish(LoadProgress.NONE).nodeCount()).isZero();
        }
        try (GraphStore store = GraphStore.open(directory, options);
                GraphReader reader = store.snapshot().reader()) {
            assertThat(store.snapshot().chunkCount()).isZero();
            assertThat(store.snapshot().revision()).isEqualTo(1);
            assertThat(reader.nodeExists(0)).isFalse();
            assertThat(reader.labelSet(0)).isEqualTo(GraphReader.NO_NODE);
            assertThat(reader.relationshipExists(0)).isFalse();
            assertThat(reader.degree(0, new int[0], GraphReader.Side.BOTH)).isZero();
            assertThat(store.check((phase, items) -> {}).findings()).isEmpty();
            assertThat(store.describe().files()).hasSize(1);
        }
    }

    @Test
    void open_ofWhatIsNoDatabase_saysWhatItIs() throws Exception {
        StoreOptions options = options("auto", 1 << 20);
        assertCode(temporary.resolve("missing"), options, ErrorCode.DATABASE_NOT_FOUND);
        assertCode(Files.createDirectory(temporary.resolve("empty")), options, ErrorCode.NOT_A_DATABASE);
        assertCode(Files.writeString(temporary.resolve("file"), "x"), options, ErrorCode.NOT_A_DATABASE);
        Files.createDirectory(temporary.resolve("half.importing"));
        assertCode(temporary.resolve("half"), options, ErrorCode.IMPORT_INTERRUPTED);
        assertCode(temporary.resolve("half.importing"), options, ErrorCode.IMPORT_INTERRUPTED);
        Path foreign = Files.createDirectory(temporary.resolve("foreign"));
        Files.writeString(foreign.resolve("graph.thetis"), "SQLite format 3".repeat(1_000));
        assertCode(foreign, options, ErrorCode.NOT_A_DATABASE);
        Files.write(foreign.resolve("graph.thetis"), new byte[0]);
        assertCode(foreign, options, ErrorCode.FILE_TRUNCATED);
        Files.write(foreign.resolve("graph.thetis"), new byte[100_000]);
        assertCode(foreign, options, ErrorCode.IMPORT_INTERRUPTED);
    }

    @Test
    void open_ofNewerFormat_saysSo() throws Exception {
        Path directory = temporary.resolve("newer");
        SampleGraph.load(directory, SEED, 10, 10, 4096);
        Path file = directory.resolve("graph.thetis");
        byte[] bytes = Files.readAllBytes(file);
        bytes[8] = 99;
        bytes[4096 + 8] = 99;
        Files.write(file, bytes);
        assertCode(directory, options("auto", 1 << 20), ErrorCode.FORMAT_TOO_NEW);
    }

    @Test
    void open_ofVersionOne_saysThatItIsTooOld() throws Exception {
        Path directory = temporary.resolve("older");
        SampleGraph.load(directory, SEED, 10, 10, 4096);
        // In version 1 all was in one file, and the second superblock on its second page, of 16 KiB here.
        byte[] superblock = Files.readAllBytes(directory.resolve("graph.thetis"));
        byte[] bytes = new byte[100_000];
        System.arraycopy(superblock, 0, bytes, 0, 12);
        bytes[8] = 1;
        bytes[13] = 0x40;
        System.arraycopy(bytes, 0, bytes, 16 << 10, 16);
        Files.write(directory.resolve("graph.thetis"), bytes);
        assertCode(directory, options("auto", 1 << 20), ErrorCode.FORMAT_TOO_OLD);
    }

    /** The files are those of a database of one node that version 2 wrote. */
    @Test
    void open_ofVersionTwo_saysThatItIsTooOldAndWhatToDo() throws Exception {
        Path directory = Files.createDirectory(temporary.resolve("version2"));
        for (String name : new String[] {"graph.thetis", "data-00000000.thetis"}) {
            try (InputStream file = GraphStoreTest.class.getResourceAsStream("format2/" + name)) {
                Files.copy(Objects.requireNonNull(file), directory.resolve(name));
            }
        }
        assertCode(directory, options("auto", 1 << 20), ErrorCode.FORMAT_TOO_OLD);
        assertThatThrownBy(() -> GraphStore.open(directory, options("auto", 1 << 20)))
                .hasMessageContaining(
                        "expected=version " + StoreFiles.FORMAT_VERSION + ", found=version 2; dump it with");
    }

    @Test
    void open_withoutItsDataFile_namesTheFile() throws Exception {
        Path directory = temporary.resolve("without");
        SampleGraph.load(directory, SEED, 10, 10, 4096);
        Files.delete(directory.resolve("data-00000000.thetis"));
        assertCode(directory, options("auto", 1 << 20), ErrorCode.FILE_MISSING);
    }

    @Test
    void open_afterAKilledCheckpoint_removesItsFile() throws Exception {
        Path directory = temporary.resolve("killed");
        SampleGraph.load(directory, SEED, 10, 10, 4096);
        Path leftover = Files.write(directory.resolve("data-00000001.thetis"), new byte[10_000]);
        Path foreign = Files.writeString(directory.resolve("data-1.thetis"), "not ours");
        GraphStore.open(directory, options("auto", 1 << 20)).close();
        assertThat(leftover).doesNotExist();
        assertThat(foreign).exists();
        Files.write(leftover, new byte[10_000]);
        byte[] superblocks = Files.readAllBytes(directory.resolve("graph.thetis"));
        superblocks[5_000] ^= 1;
        Files.write(directory.resolve("graph.thetis"), superblocks);
        GraphStore.open(directory, options("auto", 1 << 20)).close();
        assertThat(leftover).as("may be what the damaged superblock named").exists();
    }

    @Test
    void open_twice_namesTheHolder() {
        Path directory = temporary.resolve("twice");
        SampleGraph.load(directory, SEED, 10, 10, 4096);
        StoreOptions options = options("auto", 1 << 20);
        try (GraphStore store = GraphStore.open(directory, options)) {
            assertThat(store.snapshot().chunkCount()).isPositive();
            assertCode(directory, options, ErrorCode.DATABASE_LOCKED);
        }
        GraphStore.open(directory, options).close();
    }

    private static void assertCode(Path directory, StoreOptions options, ErrorCode code) {
        try (GraphStore store = GraphStore.open(directory, options)) {
            assertThat(store).as("opened although %s was expected", code).isNull();
        } catch (ThetisException e) {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
            assertThat(e.getMessage()).contains(directory.getFileName().toString());
        }
    }
}
