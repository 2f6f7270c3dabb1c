package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.options.FaultPoints.Point;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: an error that nobody can foresee, wherever it comes, leaves the store correct, or closed for writing with a
 * clear error; what was acknowledged is there when it is opened again, nothing is half shown, the lock is free. Method:
 * a workload in which each commit can be told from the graph, run once for each place, each passing of it (the first
 * and some later ones) and each kind of error.
 */
@Timeout(600)
final class FaultPointsTest {
    private static final int PASSINGS_MAX = 6;

    /** Makes a commit large that has two operations. */
    private static final int PIECE_BYTES = 1;

    private static final List<Error> ERRORS = List.of(
            new OutOfMemoryError("injected"),
            new StackOverflowError("injected"),
            new InternalError("injected"),
            new Error("injected as a thread's death"));

    /** Throws once, at the nth passing of a point. */
    private static final class Injected implements FaultPoints {
        private final Point point;
        private final int passing;
        private final Error error;
        private final AtomicInteger passed = new AtomicInteger();
        private volatile boolean armed;

        Injected(Point point, int passing, Error error) {
            this.point = point;
            this.passing = passing;
            this.error = error;
        }

        @Override
        public void pass(Point reached) {
            if (armed && reached == point && passed.incrementAndGet() == passing) {
                throw error;
            }
        }
    }

    /** A run of the workload, with what was acknowledged in it. */
    private static final class Run implements AutoCloseable {
        private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();
        private StoreOptions options;
        private final AtomicLong acknowledged = new AtomicLong(2);
        private Optional<GraphStore> store = Optional.empty();

        Run(Durability durability) {
            fileSystem.createDirectories(FaultyStore.DIRECTORY.getParent());
            options = StoreOptions.byDefault()
                    .withFileSystem(fileSystem)
                    .withMemory(MemoryBudget.ofBytes(4L << 20))
                    .withCheckpointBytes(Long.MAX_VALUE)
                    .withFlushDelayNanos(Duration.ofMillis(1).toNanos())
                    .withDurability(durability);
            CountedStore.create(FaultyStore.DIRECTORY, options).close();
        }

        void work(FaultPoints points) {
            commitTo(points, 3);
            attempt(() -> store.ifPresent(open -> takeBack(open)));
            attempt(() -> store.ifPresent(GraphStore::checkpoint));
            commitTo(points, 3);
            attempt(() -> store.ifPresent(open -> takeBack(open)));
            commitTo(points, 1);
            attempt(() -> store.ifPresent(GraphStore::checkpoint));
            reopen(points);
            commitTo(points, 2);
            options = options.withLogPieceBytes(PIECE_BYTES);
            reopen(points);
            commitTo(points, 2);
            attempt(() -> store.ifPresent(open -> takeBack(open)));
        }

        private void commitTo(FaultPoints points, int count) {
            if (store.isEmpty()) {
                reopen(points);
            }
            for (int number = 0; number < count && store.isPresent(); number++) {
                attempt(() -> acknowledged.set(CountedStore.commit(store.orElseThrow())));
            }
        }

        private void reopen(FaultPoints points) {
            attempt(() -> {
                close();
                store = Optional.of(GraphStore.open(FaultyStore.DIRECTORY, options.withFaultPoints(points)));
            });
        }

        /** Changes of every kind, and back. */
        private static void takeBack(GraphStore open) {
            try (GraphTransaction transaction = open.begin(Isolation.SNAPSHOT)) {
                int[] key = {transaction.propertyKey("count")};
                long node = anItem(transaction);
                transaction.setNodeProperties(node, key, new Object[] {-1L});
                long other = transaction.createNode(
                        transaction.labelSet(transaction.label("Never")), key, new Object[] {-2L});
                long made =
                        transaction.createRelationship(node, transaction.type("NEVER"), other, key, new Object[] {-3L});
                transaction.setRelationshipProperties(made, key, new Object[] {-4L});
                transaction.deleteNode(node, true);
                transaction.rollback();
            }
        }

        /** One that has a relationship; the counter if there is none. */
        private static long anItem(GraphTransaction transaction) {
            try (GraphReader reader = transaction.snapshot().reader()) {
                return IntStream.range(0, 10)
                        .mapToLong(row -> NodeIdLayout.id(1, row))
                        .filter(node -> transaction.snapshot().chunkCount() > 1 && reader.nodeExists(node))
                        .findFirst()
                        .orElse(NodeIdLayout.id(0, 0));
            }
        }

        /** Whatever it throws is the injected error, or says that nothing can be written any more. */
        private void attempt(Runnable step) {
            try {
                step.run();
            } catch (ThetisException told) {
                assertThat(told.code())
                        .as("%s", told)
                        .isIn(ErrorCode.LOG_FAILED, ErrorCode.STORE_READ_ONLY, ErrorCode.CLOSED);
                assertThat(told).hasMessageContaining(told.code() == ErrorCode.CLOSED ? "closed" : "injected");
            } catch (Error error) {
                assertThat(error).hasMessageContaining("injected");
            }
            store.ifPresent(open -> {
                if (!isClosed(open)) {
                    CountedStore.verify(open.snapshot());
                    assertThat(open.revision()).isGreaterThanOrEqualTo(acknowledged.get());
                }
            });
        }

        private static boolean isClosed(GraphStore store) {
            try {
                store.revision();
                return false;
            } catch (ThetisException closed) {
                return true;
            }
        }

        @Override
        public void close() {
            Optional<GraphStore> open = store;
            store = Optional.empty();
            open.ifPresent(GraphStore::close);
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void anyErrorAnywhere_leavesWhatWasAcknowledged(Durability durability) {
        injectEverywhere(durability, PASSINGS_MAX, 1);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(Durability.class)
    void everyErrorEverywhere_leavesWhatWasAcknowledged(Durability durability) {
        injectEverywhere(durability, Integer.MAX_VALUE, ERRORS.size());
    }

    /** @param errorCount how many kinds of errors to throw at each passing */
    private static void injectEverywhere(Durability durability, int passingsMax, int errorCount) {
        Map<Point, Integer> passings = passings(durability);
        assertThat(passings.keySet()).containsAll(reached(durability));
        passings.forEach((point, count) -> {
            for (int number = 1; number <= Math.min(count, passingsMax); number++) {
                // The first ones, then the last ones.
                int passing = number <= passingsMax / 2 ? number : Math.max(number, count - passingsMax + number);
                for (int error = 0; error < errorCount; error++) {
                    int kind = (point.ordinal() + number + error) % ERRORS.size();
                    inject(durability, new Injected(point, passing, ERRORS.get(kind)));
                }
            }
        });
    }

    private static List<Point> reached(Durability durability) {
        return Arrays.stream(Point.values())
                .filter(point -> point != Point.FLUSH || durability == Durability.INTERVAL)
                .toList();
    }

    private static Map<Point, Integer> passings(Durability durability) {
        Map<Point, Integer> passings = new EnumMap<>(Point.class);
        try (Run run = new Run(durability)) {
            run.work(point -> {
                synchronized (passings) {
                    passings.merge(point, 1, Integer::sum);
                }
            });
            if (durability == Durability.INTERVAL) {
                synchronized (passings) {
                    passings.put(Point.FLUSH, 2);
                }
            }
        }
        return passings;
    }

    private static void inject(Durability durability, Injected injected) {
        String what = "durability=" + durability + ", point=" + injected.point + ", passing=" + injected.passing
                + ", error=" + injected.error;
        try (Run run = new Run(durability)) {
            injected.armed = true;
            try {
                run.work(injected);
                run.attempt(run::close);
            } catch (AssertionError | RuntimeException failed) {
                throw new AssertionError(what, failed);
            }
            injected.armed = false;
            try (GraphStore store = GraphStore.open(FaultyStore.DIRECTORY, run.options)) {
                assertThat(store.revision()).as(what).isGreaterThanOrEqualTo(run.acknowledged.get());
                CountedStore.verify(store.snapshot());
                CountedStore.commit(store);
                CountedStore.verify(store.snapshot());
                assertThat(store.check((phase, items) -> {}).findings())
                        .as(what)
                        .isEmpty();
            } catch (RuntimeException failed) {
                throw new AssertionError(what, failed);
            }
        }
    }

    /** What a follower shows, whatever has happened to it. */
    private static long seen(GraphStore follower) {
        try {
            CountedStore.verify(follower.snapshot());
            return follower.revision();
        } catch (OutOfMemoryError injected) {
            assertThat(injected).hasMessage("injected");
            return 0;
        }
    }

    /** A change that was made and cannot be taken back would be in everybody's way. */
    @Test
    void anErrorAroundAChange_leavesTheNodeToOthers() {
        for (int passing = 1; passing <= 4; passing++) {
            Injected injected = new Injected(Point.CHANGE, passing, ERRORS.get(0));
            try (Run run = new Run(Durability.SYNC);
                    GraphStore store = GraphStore.open(FaultyStore.DIRECTORY, run.options.withFaultPoints(injected))) {
                long revision = CountedStore.commit(store);
                injected.armed = true;
                assertThatThrownBy(() -> CountedStore.commit(store)).isSameAs(injected.error);
                CountedStore.verify(store.snapshot());
                assertThat(CountedStore.commit(store)).isEqualTo(revision + 1);
                CountedStore.verify(store.snapshot());
            }
        }
    }

    /** Nobody waits for the thread that syncs, so those who commit have to hear of its end. */
    @Test
    @Timeout(60)
    void anErrorOfTheThreadThatSyncs_endsWriting() {
        Injected injected = new Injected(Point.FLUSH, 1, ERRORS.get(0));
        try (Run run = new Run(Durability.INTERVAL);
                GraphStore store = GraphStore.open(FaultyStore.DIRECTORY, run.options.withFaultPoints(injected))) {
            injected.armed = true;
            assertThatThrownBy(() -> {
                        while (!Thread.currentThread().isInterrupted()) {
                            CountedStore.commit(store);
                        }
                    })
                    .isInstanceOfSatisfying(
                            ThetisException.class, told -> assertThat(told).hasMessageContaining("injected"));
        }
    }

    @Test
    void aFollowerThatFailsInTheMiddleOfACommit_showsNoHalfOfIt() {
        try (Run run = new Run(Durability.SYNC);
                GraphStore writer = GraphStore.open(FaultyStore.DIRECTORY, run.options)) {
            for (int passing = 1; passing <= 6; passing++) {
                Injected injected =
                        new Injected(passing % 2 == 0 ? Point.REPLAY : Point.CHANGE, passing, ERRORS.get(0));
                StoreOptions reading = run.options.asReadOnly().withFaultPoints(injected);
                try (GraphStore follower = GraphStore.open(FaultyStore.DIRECTORY, reading)) {
                    CountedStore.verify(follower.snapshot());
                    injected.armed = true;
                    CountedStore.commit(writer);
                    long revision = CountedStore.commit(writer);
                    while (seen(follower) < revision) {
                        Thread.onSpinWait();
                    }
                    CountedStore.verify(follower.snapshot());
                }
            }
        }
    }
}
