package org.thetisdb.storage.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.report.CheckReport;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Loads from several threads at once, with very many types, and reads through the public interfaces. */
final class ParallelLoadTest {
    private static final int TYPE_COUNT = 300;

    @TempDir
    private Path temporary;

    private record Triple(long start, int type, long end) {}

    @Test
    void load_fromSeveralThreads_holdsEverything() throws InterruptedException {
        long seed = new Random().nextLong();
        Path target = temporary.resolve("graph");
        ConcurrentLinkedQueue<long[]> nodes = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<Triple> triples = new ConcurrentLinkedQueue<>();
        try (BulkLoader loader = BulkLoader.create(new LocalFileSystem(), target, new LoadOptions(2 << 20, 2, 8192))) {
            int[] labels = {loader.label("A"), loader.label("B")};
            int key = loader.propertyKey("value");
            loader.index(labels[0], key, false);
            inThreads(thread -> {
                Random random = new Random(seed + thread);
                try (NodeAppender appender = loader.nodes(thread % 2 == 0 ? labels : new int[] {labels[1]})) {
                    for (int batch = 0; batch < 30; batch++) {
                        nodes.add(appendNodes(appender, key, random));
                    }
                }
            });
            long[] all = nodes.stream().flatMapToLong(Arrays::stream).toArray();
            inThreads(thread -> {
                Random random = new Random(seed - thread);
                for (int type = 0; type < TYPE_COUNT; type++) {
                    int typeId = loader.type("TYPE_" + type);
                    try (RelationshipAppender appender = loader.relationships(typeId)) {
                        triples.addAll(appendRelationships(appender, typeId, all, random));
                    }
                }
            });
            LoadResult result = loader.finish(LoadProgress.NONE);
            assertThat(result.nodeCount()).isEqualTo(all.length);
            // Partial chunks are handed on, so that there are only as many as threads fill at once.
            assertThat(result.chunkCount()).isLessThanOrEqualTo(6);
        }
        check(target, new ArrayList<>(triples), seed);
    }

    private static long[] appendNodes(NodeAppender appender, int key, Random random) {
        int count = 1 + random.nextInt(1_500);
        long[] ids = new long[count];
        Vector values = new Vector();
        // The kind differs from batch to batch, so that chunks have to mix them.
        values.reset(random.nextBoolean() ? VectorKind.INTEGER : VectorKind.FLOAT, count);
        for (int index = 0; index < count; index++) {
            if (values.kind() == VectorKind.INTEGER) {
                values.longs()[index] = random.nextInt(100);
            } else {
                values.doubles()[index] = random.nextInt(100);
            }
            if (random.nextInt(5) == 0) {
                values.setNull(index);
            }
        }
        appender.append(new int[] {key}, new Vector[] {values}, count, ids);
        return ids;
    }

    private static List<Triple> appendRelationships(
            RelationshipAppender appender, int type, long[] nodes, Random random) {
        int count = random.nextInt(60);
        long[] starts = new long[count];
        long[] ends = new long[count];
        List<Triple> triples = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            starts[index] = nodes[random.nextInt(nodes.length)];
            ends[index] = nodes[random.nextInt(nodes.length)];
            triples.add(new Triple(starts[index], type, ends[index]));
        }
        appender.append(starts, ends, new int[0], new Vector[0], count);
        return triples;
    }

    private interface Work {
        void run(int thread);
    }

    private static void inThreads(Work work) throws InterruptedException {
        List<Throwable> problems = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            int number = thread;
            threads.add(Thread.ofPlatform()
                    .uncaughtExceptionHandler((failed, problem) -> problems.add(problem))
                    .start(() -> work.run(number)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(problems).isEmpty();
    }

    private static void check(Path target, List<Triple> triples, long seed) {
        StoreOptions options = StoreOptions.byDefault().withMemory(MemoryBudget.ofBytes(256 << 10));
        try (GraphStore store = GraphStore.open(target, options);
                GraphReader reader = store.snapshot().reader()) {
            CheckReport report = store.check((phase, items) -> {});
            assertThat(report.findings()).as("seed=%d", seed).isEmpty();
            assertThat(store.snapshot().statistics().relationshipCount()).isEqualTo(triples.size());
            long[] starts = triples.stream()
                    .mapToLong(Triple::start)
                    .distinct()
                    .sorted()
                    .toArray();
            for (Side side : new Side[] {Side.FORWARD, Side.BACKWARD}) {
                Map<List<Long>, Long> expected = counted(triples.stream()
                        .map(each -> side == Side.FORWARD
                                ? List.of(each.start(), each.end())
                                : List.of(each.end(), each.start()))
                        .filter(pair -> Arrays.binarySearch(starts, pair.getFirst()) >= 0));
                assertThat(counted(pairs(reader, starts, side).stream()))
                        .as("seed=%d", seed)
                        .isEqualTo(expected);
            }
        }
    }

    /** How often each pair is there. */
    private static Map<List<Long>, Long> counted(Stream<List<Long>> pairs) {
        return pairs.collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private static List<List<Long>> pairs(GraphReader reader, long[] nodes, Side side) {
        List<List<Long>> pairs = new ArrayList<>();
        Expansion expansion = reader.expansion();
        expansion.start(nodes, null, nodes.length, new int[0], side, false);
        int[] rows = new int[333];
        long[] neighbours = new long[333];
        int count;
        while ((count = expansion.next(rows, new long[0], neighbours, 333)) > 0) {
            for (int index = 0; index < count; index++) {
                pairs.add(List.of(nodes[rows[index]], neighbours[index]));
            }
            reader.refresh();
        }
        return pairs;
    }
}
