package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.storage.Durability;
import org.thetisdb.storage.GraphStore;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.History;
import org.thetisdb.storage.Isolation;
import org.thetisdb.storage.Revision;
import org.thetisdb.storage.StoreOptions;

final class StoreHistoryTest {
    private static final int COMMITS = 300;

    @TempDir
    Path directory;

    private final StoreOptions options = StoreOptions.byDefault().withDurability(Durability.OFF);

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
            List<History.Version> versions = history.nodeVersions(node);
            assertThat(versions).hasSize(COMMITS + 1);
            assertThat(versions.get(100).properties()).isEqualTo(Map.of("counter", 100L, "name", "it"));
            assertThat(versions.get(100).revision()).isEqualTo(102);
            List<History.Change> changes = history.changes(101, 102);
            assertThat(changes).hasSize(1);
            assertThat(changes.getFirst().before().properties()).containsEntry("counter", 99L);
            assertThat(changes.getFirst().after().properties()).containsEntry("counter", 100L);
            assertThat(history.changes(50, 50)).isEmpty();
            assertThat(history.changes(302, 1).getFirst().after().exists()).isFalse();
        } finally {
            store.close();
        }
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
}
