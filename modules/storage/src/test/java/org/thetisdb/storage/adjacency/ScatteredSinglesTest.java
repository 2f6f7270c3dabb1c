package org.thetisdb.storage.adjacency;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.load.BulkLoader;
import org.thetisdb.storage.load.LoadOptions;
import org.thetisdb.storage.load.LoadProgress;
import org.thetisdb.storage.load.NodeAppender;
import org.thetisdb.storage.load.RelationshipAppender;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.vector.Vector;

/**
 * Goal: lists of nodes from all over the place are those of each node. Method: a graph of four chunks, in which lists
 * have one entry, one or none, or now and then two; batches of random nodes, in rooms of all sizes.
 */
final class ScatteredSinglesTest {
    private static final int NODES = 3 * NodeIdLayout.CHUNK_ROWS + 9_000;
    private static final int BATCHES = 60;
    private static final int TYPES = 5;

    @TempDir
    private Path temporary;

    /** Ends by start, for each type and side. */
    private final Map<Side, List<Map<Long, List<Long>>>> expected = new HashMap<>();

    private void add(RelationshipAppender appender, int type, long[] starts, long[] ends, int count) {
        appender.append(starts, ends, new int[0], new Vector[0], count);
        for (int index = 0; index < count; index++) {
            add(Side.FORWARD, type, starts[index], ends[index]);
            add(Side.BACKWARD, type, ends[index], starts[index]);
        }
    }

    private void add(Side side, int type, long from, long to) {
        expected.computeIfAbsent(
                        side,
                        each -> Stream.generate(HashMap<Long, List<Long>>::new)
                                .limit(TYPES)
                                .<Map<Long, List<Long>>>map(map -> map)
                                .toList())
                .get(type)
                .computeIfAbsent(from, each -> new ArrayList<>())
                .add(to);
    }

    /**
     * Types: all to one each; most to any; the same without a chunk's; most to any, and some to a second; most to one
     * each.
     */
    private long[] load(Path target, Random random) {
        try (BulkLoader loader = BulkLoader.create(new LocalFileSystem(), target, new LoadOptions(16 << 20, 2, 8192))) {
            long[] nodes = new long[NODES];
            try (NodeAppender appender = loader.nodes(new int[] {loader.label("N")})) {
                appender.append(new int[0], new Vector[0], NODES, nodes);
            }
            List<Long> shuffled = new ArrayList<>();
            Arrays.stream(nodes).forEach(shuffled::add);
            Collections.shuffle(shuffled, random);
            long[] others = shuffled.stream().mapToLong(Long::longValue).toArray();
            for (int type = 0; type < TYPES; type++) {
                int typeId = loader.type("TYPE_" + type);
                try (RelationshipAppender appender = loader.relationships(typeId)) {
                    long[] starts = new long[2 * NODES];
                    long[] ends = new long[2 * NODES];
                    int count = 0;
                    for (int node = 0; node < NODES; node++) {
                        boolean isThere = type == 0 || random.nextInt(20) != 0;
                        boolean isLeftOut = type == 2 && NodeIdLayout.chunk(nodes[node]) == 1;
                        int entries = isLeftOut || !isThere ? 0 : type == 3 && random.nextInt(30_000) == 0 ? 2 : 1;
                        for (int entry = 0; entry < entries; entry++) {
                            starts[count] = nodes[node];
                            ends[count++] = type == 0 || type == 4 ? others[node] : nodes[random.nextInt(NODES)];
                        }
                    }
                    add(appender, type, starts, ends, count);
                }
            }
            loader.finish(LoadProgress.NONE);
            return nodes;
        }
    }

    @Test
    void expansion_ofNodesFromAllOverThePlace_givesTheListOfEach() {
        long seed = Long.getLong("thetis.seed", 20261130);
        Random random = new Random(seed);
        Path target = temporary.resolve("graph");
        long[] nodes = load(target, random);
        StoreOptions options = StoreOptions.byDefault().withMemory(MemoryBudget.ofBytes(64 << 20));
        try (GraphStore store = GraphStore.open(target, options);
                GraphReader reader = store.snapshot().reader()) {
            for (int batch = 0; batch < BATCHES; batch++) {
                long[] some = some(nodes, random, batch);
                for (int type = 0; type < TYPES; type++) {
                    for (Side side : new Side[] {Side.FORWARD, Side.BACKWARD}) {
                        boolean withRelationships = random.nextBoolean();
                        int capacity = random.nextInt(3) == 0 ? 1 + random.nextInt(500) : some.length + 7;
                        check(reader, some, type, side, withRelationships, capacity, "seed=" + seed);
                        long[] others = others(nodes, some, expected.get(side).get(type), random);
                        boolean[] nulls = random.nextInt(3) == 0 ? nulls(some.length, random) : null;
                        checkBetween(reader, some, others, nulls, type, side, withRelationships, "seed=" + seed);
                    }
                }
            }
        }
    }

    /** Any nodes, or nodes of few chunks in runs, or so few that they are not brought together. */
    private static long[] some(long[] nodes, Random random, int batch) {
        int count = batch % 5 == 0 ? 1 + random.nextInt(80) : 1_024;
        int run = batch % 4 == 0 ? 1 + random.nextInt(30) : 1;
        long[] some = new long[count];
        int at = 0;
        for (int index = 0; index < count; index++) {
            at = index % run == 0 ? random.nextInt(nodes.length) : Math.min(nodes.length - 1, at + 1);
            some[index] = nodes[at];
        }
        return some;
    }

    private void check(
            GraphReader reader,
            long[] nodes,
            int type,
            Side side,
            boolean withRelationships,
            int capacity,
            String seed) {
        int typeId = reader.snapshot().catalog().typeId("TYPE_" + type).orElseThrow();
        List<List<Long>> found = new ArrayList<>();
        for (int row = 0; row < nodes.length; row++) {
            found.add(new ArrayList<>());
        }
        Expansion expansion = reader.expansion();
        expansion.start(nodes, null, nodes.length, new int[] {typeId}, side, withRelationships);
        int[] rows = new int[capacity];
        long[] relationships = new long[capacity];
        long[] neighbours = new long[capacity];
        int last = 0;
        int count;
        while ((count = expansion.next(rows, relationships, neighbours, capacity)) > 0) {
            for (int index = 0; index < count; index++) {
                assertThat(rows[index]).as(seed).isGreaterThanOrEqualTo(last);
                last = rows[index];
                found.get(last).add(neighbours[index]);
                if (withRelationships) {
                    boolean isForward = side == Side.FORWARD;
                    long start = isForward ? nodes[last] : neighbours[index];
                    long end = isForward ? neighbours[index] : nodes[last];
                    assertThat(reader.startNode(relationships[index])).as(seed).isEqualTo(start);
                    assertThat(reader.endNode(relationships[index])).as(seed).isEqualTo(end);
                }
            }
            reader.refresh();
        }
        Map<Long, List<Long>> lists = expected.get(side).get(type);
        for (int row = 0; row < nodes.length; row++) {
            assertThat(found.get(row))
                    .as("%s, type=%d, side=%s, node=%d", seed, type, side, nodes[row])
                    .containsExactlyInAnyOrderElementsOf(lists.getOrDefault(nodes[row], List.of()));
        }
    }

    /** For each node, one that a relationship leads to, if there is one, or any. */
    private static long[] others(long[] nodes, long[] some, Map<Long, List<Long>> lists, Random random) {
        long[] others = new long[some.length];
        for (int row = 0; row < some.length; row++) {
            List<Long> list = lists.getOrDefault(some[row], List.of());
            others[row] = list.isEmpty() || random.nextBoolean() ? nodes[random.nextInt(nodes.length)] : list.getLast();
        }
        return others;
    }

    private static boolean[] nulls(int count, Random random) {
        boolean[] nulls = new boolean[count];
        for (int row = 0; row < count; row++) {
            nulls[row] = random.nextInt(50) == 0;
        }
        return nulls;
    }

    private void checkBetween(
            GraphReader reader,
            long[] nodes,
            long[] others,
            boolean @Nullable [] nulls,
            int type,
            Side side,
            boolean withRelationships,
            String seed) {
        int typeId = reader.snapshot().catalog().typeId("TYPE_" + type).orElseThrow();
        Map<Long, List<Long>> lists = expected.get(side).get(type);
        List<String> wanted = new ArrayList<>();
        for (int row = 0; row < nodes.length; row++) {
            int each = row;
            if (nulls == null || !nulls[row]) {
                lists.getOrDefault(nodes[row], List.of()).stream()
                        .filter(neighbour -> neighbour == others[each])
                        .forEach(neighbour -> wanted.add(each + " " + neighbour));
            }
        }
        Expansion expansion = reader.expansion();
        expansion.startBetween(nodes, others, nulls, nodes.length, new int[] {typeId}, side, withRelationships);
        int capacity = nodes.length;
        int[] rows = new int[capacity];
        long[] relationships = new long[capacity];
        long[] neighbours = new long[capacity];
        List<String> found = new ArrayList<>();
        int count;
        while ((count = expansion.next(rows, relationships, neighbours, capacity)) > 0) {
            for (int index = 0; index < count; index++) {
                found.add(rows[index] + " " + neighbours[index]);
                if (withRelationships) {
                    long start = side == Side.FORWARD ? nodes[rows[index]] : neighbours[index];
                    assertThat(reader.startNode(relationships[index])).as(seed).isEqualTo(start);
                }
            }
        }
        assertThat(found).as("%s, type=%d, side=%s, between", seed, type, side).isEqualTo(wanted);
        if (type == 0) {
            assertThat(expansion.hasSingles(nodes[0], new int[] {typeId}, side, false))
                    .isTrue();
            assertThat(expansion.hasSingles(nodes[0], new int[] {typeId}, Side.BOTH, false))
                    .isFalse();
            assertThat(expansion.hasSingles(nodes[0], new int[] {typeId}, Side.BACKWARD, true))
                    .as("relationships are told by where they start")
                    .isFalse();
        }
    }
}
