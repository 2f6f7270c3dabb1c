package org.thetisdb.storage.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIndexReader.Bound;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.Statistics;
import org.thetisdb.storage.column.BlockedColumn;
import org.thetisdb.storage.index.IndexCursor;
import org.thetisdb.storage.load.RandomGraph.Relationship;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Loads random graphs with little and with much memory and compares what readers see with plain lists. */
final class BulkLoaderTest {
    private static final long[] NOTHING = {};

    @TempDir
    private Path temporary;

    private final LocalFileSystem fileSystem = new LocalFileSystem();

    private Path target() {
        return temporary.resolve("graph");
    }

    private RandomGraph load(long seed, int scale, long memoryBytes, int threadCount) {
        try (BulkLoader loader =
                BulkLoader.create(fileSystem, target(), new LoadOptions(memoryBytes, threadCount, 4096))) {
            RandomGraph graph = new RandomGraph(loader, seed, scale);
            LoadResult result = loader.finish(LoadProgress.NONE);
            assertThat(result.relationshipCount())
                    .isEqualTo(graph.byType.stream().mapToLong(List::size).sum());
            assertThat(result.nodeCount())
                    .isEqualTo(graph.nodesByLabel.stream()
                            .mapToLong(nodes -> nodes.length)
                            .sum());
            assertThat(result.spilledBytes() > 0).isEqualTo(memoryBytes < 4 << 20);
            return graph;
        }
    }

    @ParameterizedTest
    @CsvSource({"1048576, 2, 262144", "1048576, 1, 1000000000", "268435456, 2, 1000000000"})
    void finish_withAnyMemory_givesTheSameLists(long memoryBytes, int threadCount, long cacheBytes) {
        long seed = new Random().nextLong();
        RandomGraph graph = load(seed, 70_000, memoryBytes, threadCount);
        try (OpenedStore store = new OpenedStore(fileSystem, target(), cacheBytes)) {
            for (int type : graph.types) {
                for (Side side : Side.values()) {
                    checkLists(store, graph, type, side, seed);
                    checkDegrees(store, graph, type, side, seed);
                }
                checkBetween(store, graph, type, seed);
                checkBetweenInRuns(store, graph, type, seed);
                checkEndsAndProperties(store, graph, type, seed);
            }
            checkStatistics(store, graph);
            checkIndexes(store, graph);
        }
        assertThat(Files.exists(temporary.resolve("graph.importing"))).isFalse();
    }

    /** The serial of each relationship by its id. */
    private static long serial(OpenedStore store, long relationship) {
        int type = RelationshipIdLayout.type(relationship);
        int key = store.root.catalog().propertyKeyId(RandomGraph.SERIAL).orElseThrow();
        BlockedColumn column = BlockedColumn.open(
                store.memory,
                store.root.relationshipColumn(type, key).extent(RelationshipIdLayout.chunk(relationship)));
        int slot = RelationshipIdLayout.slot(relationship);
        Vector one = new Vector();
        one.reset(VectorKind.INTEGER, 1);
        column.segment(BlockedColumn.block(slot)).read(BlockedColumn.rowInBlock(slot), one, 0);
        return one.longs()[0];
    }

    private void checkLists(OpenedStore store, RandomGraph graph, int type, Side side, long seed) {
        Random random = new Random(seed);
        long[] nodes = graph.nodesByLabel.stream().flatMapToLong(Arrays::stream).toArray();
        boolean[] nulls = new boolean[nodes.length];
        for (int index = 0; index < nulls.length; index++) {
            nulls[index] = random.nextInt(10) == 0;
        }
        Map<Long, List<Long>> expected = new HashMap<>();
        for (Relationship relationship : graph.byType.get(type)) {
            if (side != Side.BACKWARD) {
                expected.computeIfAbsent(relationship.start(), node -> new ArrayList<>())
                        .add(relationship.end());
            }
            if (side == Side.BACKWARD || side == Side.BOTH && relationship.start() != relationship.end()) {
                expected.computeIfAbsent(relationship.end(), node -> new ArrayList<>())
                        .add(relationship.start());
            }
        }
        int capacity = 1 + random.nextInt(3_000);
        int[] rows = new int[capacity];
        long[] relationships = new long[capacity];
        long[] neighbours = new long[capacity];
        Map<Long, List<Long>> found = new HashMap<>();
        Expansion expansion = store.adjacency.expansion();
        expansion.start(nodes, nulls, nodes.length, new int[] {type}, side, true);
        int count;
        while ((count = expansion.next(rows, relationships, neighbours, capacity)) > 0) {
            for (int index = 0; index < count; index++) {
                found.computeIfAbsent(nodes[rows[index]], node -> new ArrayList<>())
                        .add(neighbours[index]);
            }
            store.epoch.refresh();
        }
        for (int index = 0; index < nodes.length; index++) {
            long[] wanted = nulls[index] ? NOTHING : ascending(expected.getOrDefault(nodes[index], List.of()));
            List<Long> list = found.getOrDefault(nodes[index], List.of());
            long[] got = list.stream().mapToLong(Long::longValue).toArray();
            long[] sorted = ascending(list);
            long degree = nulls[index] ? 0 : store.adjacency.degree(nodes[index], new int[] {type}, side);
            boolean isSorted = side == Side.BOTH || Arrays.equals(got, sorted);
            // A million lists: only one that is wrong is described.
            if (!Arrays.equals(sorted, wanted) || !isSorted || degree != wanted.length) {
                throw new AssertionError("seed=%d type=%d side=%s node=%d degree=%d: expected %s, found %s"
                        .formatted(
                                seed, type, side, nodes[index], degree, Arrays.toString(wanted), Arrays.toString(got)));
            }
        }
    }

    /** Many at once, of nodes one after the other and of others, against one by one. */
    private static void checkDegrees(OpenedStore store, RandomGraph graph, int type, Side side, long seed) {
        Random random = new Random(seed);
        long[] all = graph.nodesByLabel.stream()
                .flatMapToLong(Arrays::stream)
                .sorted()
                .toArray();
        int[] types = {type};
        for (int from = 0; from < all.length; ) {
            int count = Math.min(1 + random.nextInt(2_000), all.length - from);
            long[] nodes = Arrays.copyOfRange(all, from, from + count);
            if (random.nextInt(3) == 0) {
                nodes[random.nextInt(count)] = all[random.nextInt(all.length)];
            }
            long[] degrees = new long[count];
            store.adjacency.degrees(nodes, null, count, types, side, degrees);
            for (int index = 0; index < count; index++) {
                assertThat(degrees[index])
                        .as("seed=%d, type=%d, side=%s, node=%d", seed, type, side, nodes[index])
                        .isEqualTo(store.adjacency.degree(nodes[index], types, side));
            }
            from += count;
        }
    }

    private static long[] ascending(List<Long> list) {
        return list.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    private void checkBetween(OpenedStore store, RandomGraph graph, int type, long seed) {
        List<Relationship> all = graph.byType.get(type);
        int sample = Math.min(2_000, all.size());
        long[] from = new long[sample];
        long[] to = new long[sample];
        for (int index = 0; index < sample; index++) {
            from[index] = all.get(index).start();
            to[index] = all.get(index).end();
        }
        int[] rows = new int[100];
        long[] relationships = new long[100];
        long[] neighbours = new long[100];
        for (Side side : Side.values()) {
            boolean swap = side == Side.BACKWARD;
            Expansion expansion = store.adjacency.expansion();
            expansion.startBetween(swap ? to : from, swap ? from : to, null, sample, new int[] {type}, side, true);
            Map<Integer, TreeSet<Long>> found = new HashMap<>();
            int count;
            while ((count = expansion.next(rows, relationships, neighbours, 100)) > 0) {
                for (int index = 0; index < count; index++) {
                    boolean fresh = found.computeIfAbsent(rows[index], row -> new TreeSet<>())
                            .add(serial(store, relationships[index]));
                    assertThat(fresh).isTrue();
                    assertThat(neighbours[index]).isEqualTo((swap ? from : to)[rows[index]]);
                }
            }
            for (int index = 0; index < sample; index++) {
                assertThat(found.get(index))
                        .as("seed=%d", seed)
                        .contains(all.get(index).serial());
            }
        }
    }

    /** Two nodes, or two labels. */
    private record Pair(long start, long end) {}

    /** Rows with the same node on one side in a row, and nodes on the other that ascend or do not. */
    private void checkBetweenInRuns(OpenedStore store, RandomGraph graph, int type, long seed) {
        List<Relationship> all = graph.byType.get(type);
        if (all.isEmpty()) {
            return;
        }
        java.util.Random random = new java.util.Random(seed);
        int runRows = 60;
        long[] from = new long[20 * runRows];
        long[] to = new long[from.length];
        for (int start = 0; start < from.length; start += runRows) {
            Relationship some = all.get(random.nextInt(all.size()));
            for (int row = start; row < start + runRows; row++) {
                Relationship other = all.get(random.nextInt(all.size()));
                from[row] = random.nextBoolean() ? other.start() : random.nextBoolean() ? some.start() : some.end();
                to[row] = some.end();
            }
            if (random.nextBoolean()) {
                java.util.Arrays.sort(from, start, start + runRows);
            }
        }
        Map<Pair, List<Long>> serials = all.stream()
                .collect(Collectors.groupingBy(
                        each -> new Pair(each.start(), each.end()),
                        Collectors.mapping(Relationship::serial, Collectors.toList())));
        checkBetween(store, from, to, type, serials, seed);
        checkBetween(store, to, from, type, serials, seed);
    }

    private static void checkBetween(
            OpenedStore store, long[] from, long[] to, int type, Map<Pair, List<Long>> serials, long seed) {
        for (Side side : Side.values()) {
            TreeSet<String> expected = new TreeSet<>();
            for (int row = 0; row < from.length; row++) {
                String prefix = row + " ";
                if (side != Side.BACKWARD) {
                    serials.getOrDefault(new Pair(from[row], to[row]), List.of())
                            .forEach(serial -> expected.add(prefix + serial));
                }
                if (side != Side.FORWARD) {
                    serials.getOrDefault(new Pair(to[row], from[row]), List.of())
                            .forEach(serial -> expected.add(prefix + serial));
                }
            }
            assertThat(between(store, from, to, type, side))
                    .as("seed=%d side=%s", seed, side)
                    .isEqualTo(expected);
        }
    }

    private static TreeSet<String> between(OpenedStore store, long[] from, long[] to, int type, Side side) {
        Expansion expansion = store.adjacency.expansion();
        expansion.startBetween(from, to, null, from.length, new int[] {type}, side, true);
        int[] rows = new int[70];
        long[] relationships = new long[70];
        long[] neighbours = new long[70];
        TreeSet<String> found = new TreeSet<>();
        int count;
        while ((count = expansion.next(rows, relationships, neighbours, 70)) > 0) {
            for (int index = 0; index < count; index++) {
                assertThat(found.add(rows[index] + " " + serial(store, relationships[index])))
                        .isTrue();
            }
        }
        return found;
    }

    private void checkEndsAndProperties(OpenedStore store, RandomGraph graph, int type, long seed) {
        Map<Long, Relationship> bySerial = new HashMap<>();
        graph.byType.get(type).forEach(relationship -> bySerial.put(relationship.serial(), relationship));
        long checked = 0;
        for (int chunk = 0; chunk < store.root.chunkCount(); chunk++) {
            int entries = store.adjacency.slotCount(type, chunk);
            checked += entries;
            int step = Math.max(1, entries / 500);
            for (int slot = 0; slot < entries; slot += step) {
                long id = RelationshipIdLayout.id(type, chunk, slot);
                Relationship expected = bySerial.get(serial(store, id));
                assertThat(store.adjacency.startNode(id)).as("seed=%d", seed).isEqualTo(expected.start());
                assertThat(store.adjacency.endNode(id)).as("seed=%d", seed).isEqualTo(expected.end());
            }
            assertThat(store.adjacency.relationshipExists(RelationshipIdLayout.id(type, chunk, entries)))
                    .isFalse();
        }
        assertThat(checked).isEqualTo(graph.byType.get(type).size());
    }

    private static void checkStatistics(OpenedStore store, RandomGraph graph) {
        Map<Long, Integer> labelOf = new HashMap<>();
        for (int label = 0; label < graph.labels.length; label++) {
            long[] nodes = graph.nodesByLabel.get(label);
            for (long node : nodes) {
                labelOf.put(node, graph.labels[label]);
            }
            assertThat(store.statistics.nodesWithLabel(graph.labels[label])).isEqualTo(nodes.length);
        }
        for (int type : graph.types) {
            Map<Pair, Long> byLabels = graph.byType.get(type).stream()
                    .collect(Collectors.groupingBy(
                            each -> new Pair(labelOf.get(each.start()), labelOf.get(each.end())),
                            Collectors.counting()));
            for (int startLabel : graph.labels) {
                for (int endLabel : graph.labels) {
                    long expected = byLabels.getOrDefault(new Pair(startLabel, endLabel), 0L);
                    assertThat(store.statistics.relationships(startLabel, type, endLabel))
                            .isEqualTo(expected);
                }
            }
            assertThat(store.statistics.relationships(Statistics.ANY, type, Statistics.ANY))
                    .isEqualTo(graph.byType.get(type).size());
        }
        int large = graph.nodesByLabel.get(0).length;
        int id = store.root.catalog().propertyKeyId("id").orElseThrow();
        int name = store.root.catalog().propertyKeyId("name").orElseThrow();
        assertThat(store.statistics.distinctValues(graph.labels[0], id)).isBetween(large * 9L / 10, (long) large);
        assertThat(store.statistics.distinctValues(graph.labels[0], name)).isBetween(900L, 1100L);
        assertThat(store.statistics.range(graph.labels[0], id).maximum()).isEqualTo((large - 1) * 7L);
    }

    private static void checkIndexes(OpenedStore store, RandomGraph graph) {
        long[] large = graph.nodesByLabel.get(0);
        var catalog = store.root.catalog();
        IndexCursor ids = store.index(
                catalog.index(graph.labels[0], catalog.propertyKeyId("id").orElseThrow())
                        .orElseThrow()
                        .ordinal());
        Vector keys = new Vector();
        keys.reset(VectorKind.INTEGER, large.length);
        for (int index = 0; index < large.length; index++) {
            keys.longs()[index] = index * 7L;
        }
        long[] out = new long[large.length];
        for (int index = 0; index < large.length; index += 13) {
            ids.seek(keys, index);
            assertThat(ids.next(out, 10)).isEqualTo(1);
            assertThat(out[0]).isEqualTo(large[index]);
        }
        ids.seekRange(Optional.of(new Bound(70.0, false)), Optional.of(new Bound(700L, true)));
        assertThat(ids.next(out, out.length)).isEqualTo(90);
        assertThat(out[0]).isEqualTo(large[11]);
        ids.seekRange(Optional.empty(), Optional.of(new Bound(7.5, true)));
        assertThat(ids.next(out, out.length)).isEqualTo(2);
        assertThat(all(ids, "name number")).isEqualTo(0);
        IndexCursor names = store.index(
                catalog.index(graph.labels[0], catalog.propertyKeyId("name").orElseThrow())
                        .orElseThrow()
                        .ordinal());
        assertThat(all(names, "name number 99")).isEqualTo(count(large.length, "name number 99"));
        assertThat(all(names, "")).isEqualTo(large.length);
        assertThat(names.verify(node -> {}, () -> assertThat(false).isTrue())).isEqualTo(large.length);
        IndexCursor mixed = store.index(
                catalog.index(graph.labels[0], catalog.propertyKeyId("mixed").orElseThrow())
                        .orElseThrow()
                        .ordinal());
        for (Object key : List.of(4L, 4.0, 5L, "text2", 1000L, 4.5)) {
            Vector one = new Vector();
            one.reset(VectorKind.NULL, 1);
            one.setValue(0, key);
            mixed.seek(one, 0);
            long expected = 0;
            for (int serial = 0; serial < large.length; serial++) {
                Object value = RandomGraph.mixedValue(serial);
                boolean equal = value instanceof Number left && key instanceof Number right
                        ? left.doubleValue() == right.doubleValue()
                        : key.equals(value);
                expected += equal ? 1 : 0;
            }
            long got = 0;
            int count;
            while ((count = mixed.next(out, 100)) > 0) {
                got += count;
            }
            assertThat(got).as("key=%s", key).isEqualTo(expected);
        }
    }

    private static long count(int nodes, String prefix) {
        long count = 0;
        for (int serial = 0; serial < nodes; serial++) {
            count += ("name number " + serial % 1000).startsWith(prefix) ? 1 : 0;
        }
        return count;
    }

    private static long all(IndexCursor cursor, String prefix) {
        cursor.seekPrefix(prefix);
        long[] out = new long[777];
        long total = 0;
        int count;
        while ((count = cursor.next(out, out.length)) > 0) {
            total += count;
        }
        return total;
    }

    @Test
    void close_withoutFinish_leavesNothing() throws IOException {
        try (BulkLoader loader = BulkLoader.create(fileSystem, target(), new LoadOptions(1 << 20, 1, 4096))) {
            new RandomGraph(loader, 1, 40_000);
        }
        try (var entries = Files.list(temporary)) {
            assertThat(entries).isEmpty();
        }
    }

    @Test
    void create_withLeftover_removesItAndSaysSo() throws IOException {
        Path leftover = Files.createDirectory(temporary.resolve("graph.importing"));
        Files.writeString(leftover.resolve("graph.thetis"), "half");
        try (BulkLoader loader = BulkLoader.create(fileSystem, target(), new LoadOptions(1 << 20, 1, 4096))) {
            LoadResult result = loader.finish(LoadProgress.NONE);
            assertThat(result.notes()).singleElement().asString().contains("did not finish");
            assertThat(result.nodeCount()).isZero();
        }
        assertThat(Files.exists(target())).isTrue();
        assertThat(Files.exists(leftover)).isFalse();
    }

    @Test
    void finish_intoEmptyDirectory_takesItsPlace() throws IOException {
        Files.createDirectory(target());
        try (BulkLoader loader = BulkLoader.create(fileSystem, target(), new LoadOptions(1 << 20, 1, 4096))) {
            new RandomGraph(loader, 1, 1_000);
            loader.finish(LoadProgress.NONE);
        }
        assertThat(Files.exists(target().resolve("graph.thetis"))).isTrue();
        assertThat(Files.exists(target().resolve("spill.tmp"))).isFalse();
    }

    @Test
    void append_withUnknownNode_isRefused() {
        try (BulkLoader loader = BulkLoader.create(fileSystem, target(), new LoadOptions(1 << 20, 1, 4096));
                RelationshipAppender appender = loader.relationships(loader.type("T"))) {
            assertThatThrownBy(() -> appender.append(new long[] {5}, new long[] {6}, new int[0], new Vector[0], 1))
                    .isInstanceOf(ThetisException.class)
                    .hasMessageContaining("node=5");
        }
    }

    @Test
    void create_whereSomethingIs_isRefused() throws IOException {
        Files.writeString(Files.createDirectory(target()).resolve("precious"), "data");
        assertThatThrownBy(() -> BulkLoader.create(fileSystem, target(), new LoadOptions(1 << 20, 1, 4096)))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        problem -> assertThat(problem.code()).isEqualTo(ErrorCode.IMPORT_TARGET_EXISTS));
    }

    @Test
    void finish_withDuplicateOfUniqueIndex_namesItAndLeavesNothing() throws IOException {
        BulkLoader loader = BulkLoader.create(fileSystem, target(), new LoadOptions(1 << 20, 1, 4096));
        int label = loader.label("Person");
        int key = loader.propertyKey("id");
        loader.index(label, key, true);
        try (NodeAppender appender = loader.nodes(label)) {
            Vector ids = new Vector();
            ids.reset(VectorKind.INTEGER, 2);
            ids.longs()[0] = 4711;
            ids.longs()[1] = 4711;
            appender.append(new int[] {key}, new Vector[] {ids}, 2, new long[2]);
        }
        assertThatThrownBy(() -> loader.finish(LoadProgress.NONE))
                .isInstanceOfSatisfying(ThetisException.class, problem -> {
                    assertThat(problem.code()).isEqualTo(ErrorCode.IMPORT_DUPLICATE_ID);
                    assertThat(problem).hasMessageContainingAll("Person", "id", "4711");
                });
        loader.close();
        try (var entries = Files.list(temporary)) {
            assertThat(entries).isEmpty();
        }
    }
}
