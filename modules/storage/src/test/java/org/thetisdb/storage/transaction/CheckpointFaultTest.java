package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.storage.transaction.FaultyStore.ANY_SIZE;
import static org.thetisdb.storage.transaction.FaultyStore.assertCode;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.thetisdb.io.simulated.CrashImage;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: a checkpoint that fails, anywhere, takes nothing away and hinders nobody, and one made later holds; a log that
 * is not whole is told of, and nothing is changed. Method: faults on demand on a simulated file system.
 */
@Timeout(120)
final class CheckpointFaultTest {
    private static final int MIB = 1 << 20;

    private final FaultyStore faulty = new FaultyStore();

    @AfterEach
    void close() {
        faulty.close();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (int round = 0; round < 3_000 && !condition.getAsBoolean(); round++) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    private void commitAndCompare(String name) {
        faulty.commit(name);
        assertSame();
    }

    private void assertSame() {
        List<String> graph = faulty.graph();
        faulty.assertSound();
        faulty.reopen();
        assertThat(faulty.graph()).isEqualTo(graph);
        faulty.assertSound();
    }

    @Test
    void aFullDiskLetsCommitsGoOn() {
        faulty.commit("a");
        for (long room : new long[] {0, 1_000, 5_000, 20_000}) {
            faulty.fileSystem.fullAfterBytes(room);
            assertCode(ErrorCode.DISK_FULL, () -> faulty.store.checkpoint());
            faulty.commit("with " + room);
        }
        faulty.fileSystem.fullAfterBytes(ANY_SIZE);
        faulty.store.checkpoint();
        assertSame();
        assertThat(faulty.store.replayed().records()).isZero();
    }

    @Test
    void aFullDiskInTheBackgroundIsToldAndTriedAgain() throws InterruptedException {
        faulty.options = faulty.options.withCheckpointBytes(10_000);
        faulty.reopen();
        faulty.commit("a");
        faulty.fileSystem.fullAfterBytes(2_000);
        await(() -> {
            faulty.commit("more");
            return faulty.store.checkpointFailure().isPresent();
        });
        assertThat(faulty.store.checkpointFailure().get().code()).isEqualTo(ErrorCode.DISK_FULL);
        faulty.fileSystem.fullAfterBytes(ANY_SIZE);
        await(() -> {
            faulty.commit("more");
            return faulty.store.checkpointFailure().isEmpty();
        });
        assertSame();
    }

    /** Whatever it is that goes wrong, the thread goes on. */
    @Test
    void anErrorOfAnyKindInTheBackgroundIsToldAndTriedAgain() throws InterruptedException {
        faulty.options = faulty.options.withCheckpointBytes(10_000);
        faulty.reopen();
        faulty.fileSystem.beforeForce(file -> {
            if (FaultyStore.isNewData(file)) {
                throw new IllegalStateException("Injected: not foreseen");
            }
        });
        await(() -> {
            faulty.commit("more");
            return faulty.store.checkpointFailure().isPresent();
        });
        assertThat(faulty.store.checkpointFailure().get()).hasMessageContaining("not foreseen");
        faulty.fileSystem.beforeForce(file -> {});
        await(() -> {
            faulty.commit("more");
            return faulty.store.checkpointFailure().isEmpty();
        });
        assertSame();
    }

    @Test
    void aSuperblockThatCannotBeWrittenLeavesEitherRoot() {
        faulty.fileSystem.startRecording();
        faulty.commit("a");
        for (int round = 0; round < 4; round++) {
            if (round % 2 == 0) {
                faulty.fileSystem.failWrite(FaultyStore::isSuperblock, round * 100L);
            } else {
                faulty.fileSystem.failForce(FaultyStore::isSuperblock);
            }
            assertCode(ErrorCode.IO_FAILED, () -> faulty.store.checkpoint());
            faulty.commit("round " + round);
            assertImages();
            faulty.fileSystem.failWrite(file -> false, 0);
            faulty.fileSystem.failForce(file -> false);
            if (round % 2 == 1) {
                faulty.store.checkpoint();
            }
            faulty.commit("after round " + round);
            assertImages();
        }
        assertSame();
    }

    private void assertImages() {
        List<String> graph = faulty.graph();
        for (int number = 0; number < 8; number++) {
            CrashImage image = faulty.fileSystem.crashImage(5, faulty.fileSystem.eventCount(), number);
            try (GraphStore store =
                    GraphStore.open(FaultyStore.DIRECTORY, faulty.options.withFileSystem(image.fileSystem()))) {
                assertThat(GraphModel.describe(store.snapshot()))
                        .as("%s", image)
                        .isEqualTo(graph);
            }
        }
    }

    /** Its root counts already when the store cannot go over to it. */
    @Test
    void aNewBaseThatCannotBeOpenedIsOpenedLater() {
        faulty.commit("a");
        faulty.fileSystem.failOpen(FaultyStore::isNewData);
        assertCode(ErrorCode.IO_FAILED, () -> faulty.store.checkpoint());
        faulty.commit("b");
        assertCode(ErrorCode.IO_FAILED, () -> faulty.store.checkpoint());
        for (int commit = 0; commit < 40; commit++) {
            faulty.commit("c" + commit);
        }
        faulty.fileSystem.failOpen(file -> false);
        List<String> graph = faulty.graph();
        faulty.store.checkpoint();
        assertThat(faulty.graph()).isEqualTo(graph);
        commitAndCompare("d");
        faulty.store.checkpoint();
        assertSame();
    }

    @Test
    void aNewBaseThatCannotBeOpenedIsThereAfterAnOpening() {
        faulty.commit("a");
        faulty.fileSystem.failOpen(FaultyStore::isNewData);
        assertCode(ErrorCode.IO_FAILED, () -> faulty.store.checkpoint());
        faulty.commit("b");
        List<String> graph = faulty.graph();
        faulty.store.close();
        faulty.fileSystem.failOpen(file -> false);
        faulty.store = GraphStore.open(FaultyStore.DIRECTORY, faulty.options);
        assertThat(faulty.graph()).isEqualTo(graph);
        faulty.store.checkpoint();
        assertSame();
    }

    @Test
    void anIndexThatCannotBeBuiltIsTakenBack() {
        faulty.commit("a");
        faulty.fileSystem.fullAfterBytes(1_000);
        assertCode(
                ErrorCode.DISK_FULL,
                () -> faulty.store.schema().createIndex(Optional.of("i"), "Named", List.of("name"), false));
        assertThat(faulty.store.snapshot().catalog().indexes()).isEmpty();
        faulty.fileSystem.fullAfterBytes(ANY_SIZE);
        faulty.store.schema().createIndex(Optional.of("i"), "Named", List.of("name"), false);
        assertThat(faulty.store.snapshot().catalog().indexes()).allMatch(index -> index.online());
        commitAndCompare("b");
    }

    /** What was acknowledged must fit into the next base, however long and alike its values are. */
    @Test
    void largeValuesWithAnIndexComeThroughACheckpoint() {
        faulty.store.schema().createIndex(Optional.of("i"), "Named", List.of("name"), false);
        for (int bytes : new int[] {30_000, 65_535, 65_536, 70_000}) {
            for (String end : List.of("a", "b", "b", "c")) {
                faulty.commit(faulty.large(bytes) + end);
            }
            // Its hash, for a message with all of it would not fit into memory.
            int graph = faulty.graph().hashCode();
            faulty.store.checkpoint();
            faulty.assertSound();
            faulty.reopen();
            assertThat(faulty.graph().hashCode()).isEqualTo(graph);
        }
        assertThat(faulty.store.snapshot().statistics().nodeCount()).isEqualTo(16);
    }

    @Test
    void closingWaitsForACheckpointThatSomebodyAskedFor() throws InterruptedException {
        faulty.commit("a");
        List<String> graph = faulty.graph();
        CountDownLatch begun = new CountDownLatch(1);
        faulty.fileSystem.beforeForce(file -> {
            if (FaultyStore.isNewData(file)) {
                begun.countDown();
                try {
                    TimeUnit.MILLISECONDS.sleep(300);
                } catch (InterruptedException over) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        AtomicReference<Throwable> problem = new AtomicReference<>();
        GraphStore store = faulty.store;
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                store.checkpoint();
            } catch (ThetisException ended) {
                problem.set(ended.code() == ErrorCode.CLOSED ? null : ended);
            } catch (RuntimeException | Error unforeseen) {
                problem.set(unforeseen);
            }
        });
        begun.await();
        faulty.store.close();
        thread.join();
        assertThat(problem.get()).isNull();
        faulty.fileSystem.beforeForce(file -> {});
        faulty.store = GraphStore.open(FaultyStore.DIRECTORY, faulty.options);
        assertThat(faulty.graph()).isEqualTo(graph);
        assertSame();
    }

    // ---------------------------------------------------------------- logs that are not whole

    /** Three segments, a checkpoint if asked for, and closed. */
    private List<String> threeSegments(boolean checkpointed) {
        for (int segment = 0; segment < 3; segment++) {
            faulty.commit(segment + faulty.large(9 * MIB));
        }
        if (checkpointed) {
            faulty.store.checkpoint();
        }
        List<String> graph = faulty.graph();
        faulty.store.close();
        assertThat(faulty.fileSystem.list(FaultyStore.LOG)).hasSize(3);
        return graph;
    }

    private static Path segment(int number) {
        return FaultyStore.LOG.resolve("%08d.log".formatted(number));
    }

    private void damage(Path file, int offset) {
        byte[] bytes = faulty.fileSystem.readAll(file);
        bytes[offset] ^= 0x10;
        faulty.fileSystem.writeAll(file, bytes);
    }

    private ThetisException assertRefused(ErrorCode code) {
        var before = faulty.files();
        ThetisException refused = assertCode(code, () -> GraphStore.open(FaultyStore.DIRECTORY, faulty.options));
        assertThat(faulty.files()).isEqualTo(before);
        return refused;
    }

    private void assertOpensWith(Path file, byte[] bytes, List<String> graph) {
        faulty.fileSystem.writeAll(file, bytes);
        faulty.store = GraphStore.open(FaultyStore.DIRECTORY, faulty.options);
        assertThat(faulty.graph()).isEqualTo(graph);
    }

    @Test
    void aSegmentMissingInTheMiddleIsTold() {
        List<String> graph = threeSegments(false);
        byte[] bytes = faulty.fileSystem.readAll(segment(2));
        faulty.fileSystem.delete(segment(2));
        assertThat(assertRefused(ErrorCode.LOG_SEGMENT_MISSING))
                .hasMessageContaining(segment(2).toString());
        assertOpensWith(segment(2), bytes, graph);
    }

    @Test
    void theFirstSegmentMissingIsTold() {
        List<String> graph = threeSegments(false);
        byte[] bytes = faulty.fileSystem.readAll(segment(1));
        faulty.fileSystem.delete(segment(1));
        assertRefused(ErrorCode.LOG_SEGMENT_MISSING);
        assertOpensWith(segment(1), bytes, graph);
    }

    /** The root has what was in the segment, but the next commit could not be put after it. */
    @Test
    void aLogThatEndsBeforeTheRootIsTold() {
        List<String> graph = threeSegments(true);
        byte[] bytes = faulty.fileSystem.readAll(segment(3));
        faulty.fileSystem.delete(segment(3));
        assertRefused(ErrorCode.LOG_SEGMENT_MISSING);
        assertOpensWith(segment(3), bytes, graph);
    }

    @Test
    void noLogAtAllIsToldWhereThereWasOne() {
        faulty.commit("a");
        faulty.store.checkpoint();
        List<String> graph = faulty.graph();
        faulty.store.close();
        byte[] bytes = faulty.fileSystem.readAll(segment(1));
        faulty.fileSystem.delete(segment(1));
        assertRefused(ErrorCode.LOG_SEGMENT_MISSING);
        assertOpensWith(segment(1), bytes, graph);
    }

    @Test
    void damageInTheMiddleIsToldWithItsPlace() {
        List<String> graph = threeSegments(false);
        for (int number = 1; number <= 3; number++) {
            byte[] bytes = faulty.fileSystem.readAll(segment(number));
            damage(segment(number), MIB);
            assertThat(assertRefused(ErrorCode.LOG_DAMAGED))
                    .hasMessageContaining("file=" + segment(number))
                    .hasMessageContaining("offset=");
            faulty.fileSystem.writeAll(segment(number), bytes);
        }
        faulty.store = GraphStore.open(FaultyStore.DIRECTORY, faulty.options);
        assertThat(faulty.graph()).isEqualTo(graph);
    }

    /** Nothing but the past needs that part of the log; the check reads it all the same. */
    @Test
    void damageBeforeTheRootIsToldToWhoReadsThePastAndByTheCheck() {
        List<String> graph = threeSegments(true);
        damage(segment(2), MIB);
        var before = faulty.files();
        faulty.store = GraphStore.open(FaultyStore.DIRECTORY, faulty.options);
        assertThat(faulty.graph()).isEqualTo(graph);
        for (int round = 0; round < 2; round++) {
            assertThat(assertCode(ErrorCode.LOG_DAMAGED, () -> faulty.store.snapshot(3)))
                    .hasMessageContaining("file=" + segment(2))
                    .hasMessageContaining("offset=");
        }
        assertThat(faulty.files()).isEqualTo(before);
        faulty.commit("goes on");
        List<String> after = faulty.graph();
        faulty.reopen();
        assertThat(faulty.graph()).isEqualTo(after);
        assertThat(faulty.store.check((phase, items) -> {}).findings().toString())
                .contains(ErrorCode.LOG_DAMAGED.code(), "file=" + segment(2));
    }
}
