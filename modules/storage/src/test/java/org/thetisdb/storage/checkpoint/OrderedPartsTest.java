package org.thetisdb.storage.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.io.memory.JvmHeap;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.storage.options.UniqueNumbers;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: several threads make what one makes, byte for byte; errors and the end of a checkpoint leave no thread, memory
 * or file; and no thread is there where it is of no use. Method: the same random changes of the same base, with one
 * thread and several, and readers that note who reads, or fail. Crashes are in {@link CheckpointCrashTest}.
 */
@Timeout(120)
final class OrderedPartsTest {
    private static final Path DIRECTORY = Path.of("/simulated/db");
    private static final String HELPER = "thetis-encode-";

    /** Waits for nobody. */
    private static final Throttle UNHURRIED = new Throttle() {
        @Override
        public void wrote(long bytes) {}

        @Override
        public boolean isHurried() {
            return false;
        }
    };

    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();
    private final Set<String> readers = ConcurrentHashMap.newKeySet();
    private EncodingThreads threads = ModelStore.threads(3);

    OrderedPartsTest() {
        fileSystem.createDirectories(DIRECTORY.getParent());
        ModelStore.load(fileSystem, DIRECTORY, new Random(1), 60);
    }

    private ModelStore open() {
        return new ModelStore(fileSystem, DIRECTORY, threads, new UniqueNumbers());
    }

    private static ModelGraph changed(ModelStore opened, long seed) {
        ModelGraph changed = opened.model.copy();
        new RandomChanges(new Random(seed), changed).apply(300);
        return changed;
    }

    /** Who reads a property for the checkpoint is noted, and does something first. */
    private CheckpointSource observed(ModelStore opened, ModelGraph changed, Runnable whenRead) {
        CheckpointSource source = new ModelSource(opened.model, changed, 2);
        return observed(CheckpointSource.class, source, whenRead);
    }

    private <T> T observed(Class<T> type, Object observed, Runnable whenRead) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    if (method.getName().equals("nodeProperty")) {
                        readers.add(Thread.currentThread().getName());
                        whenRead.run();
                    }
                    try {
                        Object result = method.invoke(observed, arguments);
                        return switch (method.getName()) {
                            case "snapshot" -> observed(Snapshot.class, result, whenRead);
                            case "reader" -> observed(GraphReader.class, result, whenRead);
                            default -> result;
                        };
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }

    private static void assertNoHelpers() {
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith(HELPER));
    }

    private void assertNothingLeft() {
        assertNoHelpers();
        assertThat(threads.memory().usedBytes()).isZero();
        assertThat(fileSystem.list(DIRECTORY).stream()
                        .flatMap(
                                file -> StoreFiles.dataFileNumber(file).stream().boxed()))
                .containsExactly(0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theBytesAreThoseOfOneThread(long seed) {
        byte[][] written = new byte[2][];
        for (int several = 0; several < 2; several++) {
            threads = ModelStore.threads(several == 0 ? 1 : 4);
            try (ModelStore opened = new ModelStore(fileSystem, DIRECTORY, threads, new Random(seed))) {
                ModelGraph changed = changed(opened, seed);
                readers.clear();
                CheckpointSource source = observed(opened, changed, Thread::yield);
                byte[] superblock = fileSystem.readAll(DIRECTORY.resolve(StoreFiles.SUPERBLOCK_FILE));
                opened.write(source, 0, Throttle.NONE);
                fileSystem.writeAll(DIRECTORY.resolve(StoreFiles.SUPERBLOCK_FILE), superblock);
                Path file = StoreFiles.dataFile(DIRECTORY, 1);
                written[several] = fileSystem.readAll(file);
                fileSystem.delete(file);
            }
        }
        assertThat(written[1]).isEqualTo(written[0]);
    }

    @Test
    void severalThreadsRead_andWhatTheyMakeIsWhole() {
        try (ModelStore opened = open()) {
            ModelGraph changed = changed(opened, 3);
            opened.write(observed(opened, changed, OrderedPartsTest::rest), 2, Throttle.NONE);
            opened.reopen();
            ModelStore.assertSame(opened.model, changed);
            opened.assertSound("by several threads");
        }
        assertThat(readers).hasSizeGreaterThan(1).anyMatch(name -> name.startsWith(HELPER));
        assertNoHelpers();
        assertThat(threads.memory().usedBytes()).isZero();
        assertThat(threads.memory().peakBytes()).isPositive();
    }

    /** As long as it takes the others to come. */
    private static void rest() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void assertAlone(Throttle throttle) {
        try (ModelStore opened = open()) {
            opened.write(observed(opened, changed(opened, 4), OrderedPartsTest::rest), 2, throttle);
        }
        assertThat(readers).containsExactly(Thread.currentThread().getName());
    }

    @Test
    void nobodyWaits_oneThreadReads() {
        assertAlone(UNHURRIED);
    }

    @Test
    void fewRows_oneThreadReads() {
        threads = new EncodingThreads(3, EncodingThreads.ROWS_MIN_DEFAULT, threads.memory(), threads.processors());
        assertAlone(Throttle.NONE);
    }

    @Test
    void othersNeedTheProcessors_oneThreadReads() {
        threads = new EncodingThreads(3, 0, threads.memory(), ModelStore.processors(7));
        assertAlone(Throttle.NONE);
    }

    @Test
    void noMemory_oneThreadReads() {
        long limitBytes = threads.memory().limitBytes();
        threads.memory().take(limitBytes);
        assertAlone(Throttle.NONE);
        threads.memory().release(limitBytes);
    }

    @Test
    void smallShare_oneThreadReads() {
        MemoryGovernor governor = new MemoryGovernor(
                MemoryBudget.ofBytes(64 << 20), JvmHeap.NONE, Map.of(MemoryUse.CHECKPOINT, ModelStore.MEMORY_BYTES));
        threads = new EncodingThreads(3, 0, governor.account(MemoryUse.CHECKPOINT), threads.processors());
        assertAlone(Throttle.NONE);
    }

    private void assertFails(Throwable problem, int atRead) {
        AtomicInteger reads = new AtomicInteger();
        try (ModelStore opened = open()) {
            ModelGraph changed = changed(opened, 5);
            CheckpointSource failing = observed(opened, changed, () -> {
                if (reads.incrementAndGet() == atRead) {
                    throwAny(problem);
                }
            });
            assertThatThrownBy(() -> opened.write(failing, 2, Throttle.NONE)).isSameAs(problem);
            assertNothingLeft();
            opened.checkpoint(changed, 2, 2);
            ModelStore.assertSame(opened.model, changed);
        }
    }

    private static void throwAny(Throwable problem) {
        switch (problem) {
            case RuntimeException exception -> throw exception;
            case Error error -> throw error;
            default -> throw new IllegalArgumentException(problem);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void whatAReaderThrows_endsTheCheckpoint(int atRead) {
        assertFails(new ThetisException(ErrorCode.IO_FAILED, "injected"), atRead);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void anErrorOfJava_endsTheCheckpoint(int atRead) {
        assertFails(new OutOfMemoryError("injected"), atRead);
    }

    @Test
    void givenUp_nothingIsLeft() {
        for (int atPause = 1; atPause < 8; atPause++) {
            ThetisException end = new ThetisException(ErrorCode.CLOSED, "injected");
            AtomicInteger left = new AtomicInteger(atPause);
            try (ModelStore opened = open()) {
                ModelGraph changed = changed(opened, 6);
                Throttle throttle = _ -> {
                    if (left.decrementAndGet() == 0) {
                        throw end;
                    }
                };
                assertThatThrownBy(() -> opened.checkpoint(changed, 2, 2, throttle))
                        .isSameAs(end);
                assertNothingLeft();
            }
        }
    }

    @Test
    void anInterruptedThread_getsItsCheckpointAndStaysInterrupted() {
        try (ModelStore opened = open()) {
            ModelGraph changed = changed(opened, 7);
            Thread.currentThread().interrupt();
            opened.write(observed(opened, changed, Thread::yield), 2, Throttle.NONE);
            assertThat(Thread.interrupted()).isTrue();
            opened.reopen();
            ModelStore.assertSame(opened.model, changed);
        }
        assertNoHelpers();
    }
}
