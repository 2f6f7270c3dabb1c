package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.report.History;
import org.thetisdb.storage.report.Revision;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.vector.Vector;

final class StoreHistoryTest {
    private static final int COMMITS = 300;

    @TempDir
    Path directory;

    private final StoreOptions options = StoreOptions.byDefault().withDurability(Durability.OFF);

    /** Making the past from the log may take seconds; nobody else is to wait for it. */
    @Test
    void whileThePastIsMade_othersCommit_andACheckpointIsMade() throws Exception {
        Path database = directory.resolve("db");
        long second;
        try (GraphStore store = GraphStore.create(database, options.withRootDistanceBytes(0))) {
            makeNode(store);
            store.checkpoint();
            makeNode(store);
            second = store.revision();
            makeNode(store);
            store.checkpoint();
            makeNode(store);
        }
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        FaultPoints held = point -> {
            if (point == FaultPoints.Point.REPLAY
                    && Thread.currentThread().getName().equals("past")) {
                reached.countDown();
                await(goOn);
            }
        };
        try (GraphStore store =
                GraphStore.open(database, options.withRootDistanceBytes(0).withFaultPoints(held))) {
            CompletableFuture<Integer> past = new CompletableFuture<>();
            Thread reader = Thread.ofPlatform().name("past").start(() -> past.complete(nodeCount(store, second)));
            await(reached);
            makeNode(store);
            CompletableFuture.runAsync(store::checkpoint).get(1, TimeUnit.MINUTES);
            makeNode(store);
            goOn.countDown();
            assertThat(past.get(1, TimeUnit.MINUTES)).isEqualTo(2);
            assertThat(nodeCount(store, store.revision())).isEqualTo(6);
            reader.join();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void makeNode(GraphStore store) {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            transaction.createNode(
                    transaction.labelSet(transaction.label("Document")),
                    new int[] {transaction.propertyKey("counter")},
                    new Object[] {0L});
            transaction.commit(Optional.empty());
        }
    }

    private static int nodeCount(GraphStore store, long revision) {
        Snapshot snapshot = store.snapshot(revision);
        try {
            return (int) snapshot.statistics().nodeCount();
        } finally {
            snapshot.release();
        }
    }

    @Test
    void versionsAndDifferencesSurviveCheckpointsAndRestarts() {
        Path database = directory.resolve("db");
        GraphStore store = GraphStore.create(database, options);
        try {
            long node;
            try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
                node = transaction.createNode(
                        transaction.labelSet(transaction.label("Document")),
                        new int[] {transaction.propertyKey("counter"), transaction.propertyKey("name")},
                        new Object[] {0L, "it"});
                transaction.commit(Optional.of("made"));
            }
            for (long value = 1; value <= COMMITS; value++) {
                try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
                    transaction.setNodeProperties(
                            node, new int[] {transaction.propertyKey("counter")}, new Object[] {value});
                    transaction.commit(Optional.empty());
                }
                if (value % 70 == 0) {
                    store.checkpoint();
                }
                if (value % 110 == 0) {
                    store.close();
                    store = GraphStore.open(database, options);
                }
            }
            History history = store.history();
            List<Revision> revisions = history.revisions(1, Long.MAX_VALUE);
            assertThat(revisions).hasSize(COMMITS + 2);
            assertThat(revisions.get(1).message()).contains("made");
            assertThat(history.nodeValues(node, "counter"))
                    .extracting(History.ValueVersion::value)
                    .hasSize(COMMITS + 1)
                    .startsWith(0L, 1L)
                    .endsWith((long) COMMITS);
            List<History.Version> versions = history.nodeVersions(node, true);
            assertThat(versions).hasSize(COMMITS + 1);
            assertThat(versions.get(100).properties()).isEqualTo(Map.of("counter", 100L, "name", "it"));
            assertThat(versions.get(100).revision()).isEqualTo(102);
            List<History.Change> changes = changes(history, 101, 102);
            assertThat(changes).hasSize(1);
            assertThat(changes.getFirst().before().properties()).containsEntry("counter", 99L);
            assertThat(changes.getFirst().after().properties()).containsEntry("counter", 100L);
            assertThat(changes(history, 50, 50)).isEmpty();
            assertThat(changes(history, 302, 1).getFirst().after().exists()).isFalse();
            List<History.Change> first = new ArrayList<>();
            history.changes(1, 302, change -> !first.add(change));
            assertThat(first).hasSize(1);
        } finally {
            store.close();
        }
    }

    private static List<History.Change> changes(History history, long from, long to) {
        List<History.Change> changes = new ArrayList<>();
        history.changes(from, to, changes::add);
        return changes;
    }

    private static long setCounter(GraphStore store, long node, long value) {
        try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
            int[] keys = {transaction.propertyKey("counter")};
            long written = node >= 0
                    ? node
                    : transaction.createNode(
                            transaction.labelSet(transaction.label("Document")), keys, new Object[] {value});
            if (node >= 0) {
                transaction.setNodeProperties(node, keys, new Object[] {value});
            }
            transaction.commit(Optional.empty());
            return written;
        }
    }

    /** A node that is written at nearly every revision and one far apart: their times are read in different ways. */
    @Test
    void timesOfValues_inAnyOrder_areThoseOfTheirRevisions() {
        AtomicLong millis = new AtomicLong(Instant.parse("2100-01-01T00:00:00Z").toEpochMilli());
        InstantSource ticking = () -> Instant.ofEpochMilli(millis.getAndAdd(7));
        Clock clock = ticking.withZone(ZoneOffset.UTC);
        try (GraphStore store = GraphStore.create(directory.resolve("times"), options.withClock(clock))) {
            long often = setCounter(store, -1, 0);
            long seldom = setCounter(store, -1, 0);
            for (long value = 1; value <= 1_500; value++) {
                setCounter(store, often, value);
                if (value % 100 == 0) {
                    setCounter(store, seldom, value);
                }
            }
            History history = store.history();
            Map<Long, Long> times = new HashMap<>();
            history.revisions(1, Long.MAX_VALUE).forEach(each -> times.put(each.number(), each.timeMillis()));
            for (long node : new long[] {often, seldom, often, seldom}) {
                assertThat(history.nodeValues(node, "counter"))
                        .hasSizeGreaterThan(15)
                        .allSatisfy(value -> assertThat(value.timeMillis()).isEqualTo(times.get(value.revision())));
            }
            setCounter(store, often, -1);
            assertThat(history.nodeValues(often, "counter").getLast().timeMillis())
                    .isEqualTo(history.revisions(store.revision(), store.revision())
                            .getFirst()
                            .timeMillis());
        }
    }

    /** Values are few, so that many writes change nothing. */
    @Test
    void versions_withAndWithoutProperties_areWhereSnapshotsDiffer() {
        for (long seed = 1; seed <= 4; seed++) {
            GraphStore store = GraphStore.create(directory.resolve("differences" + seed), options);
            try {
                RandomWrites writes = new RandomWrites(store, seed);
                for (int round = 1; round <= 160; round++) {
                    writes.write(store);
                    if (round % 40 == 0) {
                        store.checkpoint();
                    }
                    if (round % 90 == 0) {
                        store.close();
                        store = GraphStore.open(directory.resolve("differences" + seed), options);
                    }
                }
                writes.delete(store);
                String as = "seed=" + seed;
                History history = store.history();
                assertVersions(
                        as + ", node",
                        differences(store, reader -> node(reader, writes.node)),
                        with -> history.nodeVersions(writes.node, with));
                assertVersions(
                        as + ", relationship",
                        differences(store, reader -> relationship(reader, writes.relationship)),
                        with -> history.relationshipVersions(writes.relationship, with));
            } finally {
                store.close();
            }
        }
    }

    /** Writes to one node and one relationship. */
    private static final class RandomWrites {
        private final Random random;
        private final long node;
        private final long relationship;

        RandomWrites(GraphStore store, long seed) {
            random = new Random(seed);
            try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
                int[] keys = {transaction.propertyKey("a"), transaction.propertyKey("b")};
                int labels = transaction.labelSet(transaction.label("A"));
                node = transaction.createNode(labels, keys, new Object[] {0L, 1L});
                relationship = transaction.createRelationship(
                        node, transaction.type("T"), node, new int[] {keys[0]}, new Object[] {0L});
                transaction.commit(Optional.empty());
            }
        }

        void write(GraphStore store) {
            try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
                int[] keys = {transaction.propertyKey(random.nextBoolean() ? "a" : "b")};
                Object[] values = {random.nextInt(3) == 0 ? null : (Object) (long) random.nextInt(2)};
                switch (random.nextInt(5)) {
                    case 0 ->
                        transaction.setLabels(
                                node, transaction.labelSet(transaction.label(random.nextBoolean() ? "A" : "B")));
                    case 1, 2 -> transaction.setNodeProperties(node, keys, values);
                    default -> transaction.setRelationshipProperties(relationship, keys, values);
                }
                transaction.commit(Optional.empty());
            }
        }

        void delete(GraphStore store) {
            try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
                transaction.deleteNode(node, true);
                transaction.commit(Optional.empty());
            }
        }
    }

    private static final String NOTHING = "nothing";

    /** What there is at each revision at which it is not what it was before. */
    private static Map<Long, String> differences(GraphStore store, Function<GraphReader, String> look) {
        Map<Long, String> differences = new TreeMap<>();
        String last = NOTHING;
        for (long revision = store.history().oldestRevision(); revision <= store.revision(); revision++) {
            try (GraphReader reader = store.snapshot(revision).reader()) {
                String seen = look.apply(reader);
                if (!seen.equals(last)) {
                    differences.put(revision, seen);
                }
                last = seen;
            }
        }
        return differences;
    }

    private static String node(GraphReader reader, long node) {
        int labelSet = reader.labelSet(node);
        if (labelSet == GraphReader.NO_NODE) {
            return NOTHING;
        }
        Catalog catalog = reader.snapshot().catalog();
        Map<String, Object> properties = new TreeMap<>();
        reader.nodeProperties(node, (key, value) -> properties.put(catalog.propertyKeyName(key), value));
        return Arrays.stream(catalog.labelSet(labelSet))
                        .mapToObj(catalog::labelName)
                        .toList() + " " + properties;
    }

    private static String relationship(GraphReader reader, long relationship) {
        if (!reader.relationshipExists(relationship)) {
            return NOTHING;
        }
        Map<String, Object> properties = new TreeMap<>();
        Vector value = new Vector();
        for (int key : reader.relationshipPropertyKeys(relationship)) {
            reader.relationshipProperty(key, new long[] {relationship}, null, 1, value);
            properties.put(reader.snapshot().catalog().propertyKeyName(key), value.valueAt(0));
        }
        return "[T] " + properties;
    }

    private static void assertVersions(
            String as, Map<Long, String> expected, Function<Boolean, List<History.Version>> versions) {
        Map<Long, String> found = new TreeMap<>();
        versions.apply(true)
                .forEach(each ->
                        found.put(each.revision(), each.exists() ? each.labels() + " " + each.properties() : NOTHING));
        assertThat(found).as(as).isEqualTo(expected).hasSizeGreaterThan(20).hasSizeLessThan(140);
        assertThat(versions.apply(false))
                .as(as)
                .allSatisfy(each -> assertThat(each.properties()).isEmpty())
                .extracting(History.Version::revision)
                .containsExactlyElementsOf(expected.keySet());
    }
}
