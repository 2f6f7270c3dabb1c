package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.Retention;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;

/** Which roots of the past stay, and that every retained revision can be read from those that do. */
final class EarlierRootsTest {
    private static final int CHECKPOINTS = 8;
    private static final int COMMITS = 20;

    @TempDir
    Path temporary;

    /** The changes of one checkpoint take about 10,000 bytes; the first root is that of the empty database. */
    @ParameterizedTest
    @CsvSource({"0,8,8", "20000,2,4", "100000000,1,1"})
    void rootsOfThePastLieApart_andAllRevisionsAreRead(long distanceBytes, int countMin, int countMax) {
        StoreOptions options =
                CountedStore.options().withDurability(Durability.OFF).withRootDistanceBytes(distanceBytes);
        Path directory = temporary.resolve("db");
        GraphStore store = CountedStore.create(directory, options);
        try {
            for (int checkpoint = 0; checkpoint < CHECKPOINTS; checkpoint++) {
                for (int commit = 0; commit < COMMITS; commit++) {
                    CountedStore.commit(store);
                }
                store.checkpoint();
                // Once read, an era is known; later it has to reach further.
                verifyAll(store, 10);
            }
            assertThat(store.describe().earlierRootCount()).isBetween(countMin, countMax);
            store.close();
            store = GraphStore.open(directory, options);
            verifyAll(store, 1);
            assertThat(store.check((done, total) -> {}).findings()).isEmpty();
        } finally {
            store.close();
        }
    }

    private static void verifyAll(GraphStore store, int step) {
        for (long revision = store.revision(); revision >= 2; revision -= step) {
            CountedStore.verify(store.snapshot(revision));
        }
    }

    /** Idle plans keep an era of the past for the next run, and have to hear that it is not kept otherwise. */
    @Test
    void whoKeepsSomethingOfAnEraIsToldWhenOthersTakeItsPlace() {
        StoreOptions options =
                CountedStore.options().withDurability(Durability.OFF).withRootDistanceBytes(0);
        try (GraphStore store = CountedStore.create(temporary.resolve("db"), options)) {
            for (int checkpoint = 0; checkpoint < 14; checkpoint++) {
                CountedStore.commit(store);
                store.checkpoint();
            }
            List<Object> ended = new CopyOnWriteArrayList<>();
            store.whenBaseEnds(ended::add);
            List<Object> read = new ArrayList<>();
            for (long revision = 2; revision <= 13; revision++) {
                Snapshot past = store.snapshot(revision);
                read.add(past.base());
                past.release();
            }
            assertThat(ended).contains(read.get(0), read.get(1), read.get(2)).doesNotContain(read.getLast());
        }
    }

    /** Whoever reads when a root is let go reads on. */
    @Test
    void aSnapshotOutlivesItsRoot() {
        StoreOptions options = CountedStore.options().withDurability(Durability.OFF);
        try (GraphStore store = CountedStore.create(temporary.resolve("db"), options)) {
            store.checkpoint();
            CountedStore.commit(store);
            Snapshot held = store.snapshot();
            for (int checkpoint = 0; checkpoint < 3; checkpoint++) {
                CountedStore.commit(store);
                store.checkpoint();
            }
            assertThat(store.describe().earlierRootCount()).isEqualTo(1);
            CountedStore.verify(held);
        }
    }

    /** A root that alone covers the oldest revision retained must not be let go for an older one. */
    @Test
    void boundedRetentionLetsGoOfAllThatIsOlder() {
        StoreOptions options =
                CountedStore.options().withDurability(Durability.OFF).withRetention(Retention.ofRevisions(5));
        try (GraphStore store = CountedStore.create(temporary.resolve("db"), options)) {
            for (int checkpoint = 0; checkpoint < CHECKPOINTS; checkpoint++) {
                for (int commit = 0; commit < COMMITS; commit++) {
                    CountedStore.commit(store);
                }
                store.checkpoint();
            }
            assertThat(store.describe().earlierRootCount()).isEqualTo(1);
            assertThat(store.history().oldestRevision()).isGreaterThan(store.revision() - COMMITS - 2);
            CountedStore.verify(store.snapshot(store.revision() - 5));
        }
    }
}
