package org.thetisdb.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Batches, read by each engine of this machine. */
class ReadBatchTest {
    private static final int FILE_BYTES = (4 << 20) + 4321;
    private static final int RANGE_BYTES_MAX = 1 << 20;

    @TempDir
    private Path directory;

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final byte[] content = new byte[FILE_BYTES];
    private Path path = Path.of("");

    @BeforeEach
    void writeFile() throws IOException {
        random.nextBytes(content);
        path = Files.write(directory.resolve("data"), content);
    }

    private static int randomBytes(Random random) {
        return 1 + random.nextInt(1 << random.nextInt(1, 21));
    }

    private static void addRandomRanges(ReadBatch batch, Random random, int count) {
        for (int i = 0; i < count; i++) {
            int bytes = randomBytes(random);
            batch.add(random.nextInt(FILE_BYTES - bytes + 1), bytes);
        }
    }

    private void assertRead(ReadBatch batch) {
        for (int range = 0; range < batch.count(); range++) {
            assertThat(batch.problem(range))
                    .as("seed=%d, range=%d", seed, range)
                    .isNull();
            int offset = (int) batch.offset(range);
            MemorySegment expected = MemorySegment.ofArray(content).asSlice(offset, batch.bytes(range));
            assertThat(batch.target(range).mismatch(expected))
                    .as("seed=%d, range=%d, offset=%d", seed, range, offset)
                    .isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pread", "io_uring", "direct", "mapped", "filechannel"})
    void randomRanges_areWhatIsInTheFile(String engine) {
        try (ReadableFile file = Engines.named(engine).open(path);
                Arena arena = Arena.ofShared()) {
            for (int count : new int[] {0, 1, 2, 7, 64, 65, 300, 1}) {
                ReadBatch batch = new ReadBatch(arena.allocate(FILE_BYTES, 4096));
                addRandomRanges(batch, random, count);
                file.readBatch(batch);
                assertRead(batch);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pread", "io_uring", "direct", "mapped", "filechannel"})
    void manySmallRanges_ofOneByteAndOne_areRead(String engine) {
        try (ReadableFile file = Engines.named(engine).open(path);
                Arena arena = Arena.ofShared()) {
            ReadBatch batch = new ReadBatch(arena.allocate(FILE_BYTES, 4096));
            for (int i = 0; i < 3000; i++) {
                batch.add(random.nextInt(FILE_BYTES), 1);
            }
            batch.add(FILE_BYTES - RANGE_BYTES_MAX, RANGE_BYTES_MAX);
            file.readBatch(batch);
            assertRead(batch);
            batch.clear();
            batch.add(0, FILE_BYTES);
            batch.add(FILE_BYTES - 1, 1);
            file.readBatch(batch);
            assertRead(batch);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pread", "io_uring", "direct", "mapped", "filechannel"})
    void rangesThatAreToldTheirPlace_lieThere(String engine) {
        try (ReadableFile file = Engines.named(engine).open(path);
                Arena arena = Arena.ofShared()) {
            ReadBatch batch = new ReadBatch(arena.allocate(40 * 8192, 4096));
            for (int i = 0; i < 40; i++) {
                batch.add(random.nextInt(FILE_BYTES / 4096 - 1) * 4096L + i % 2, 4096, 8192L * i);
            }
            file.readBatch(batch);
            assertRead(batch);
            assertThat(batch.target(39).address() - batch.target(0).address()).isEqualTo(39 * 8192);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pread", "io_uring", "direct", "mapped", "filechannel"})
    void rangesAfterTheEnd_fail_andTheOthersAreRead(String engine) throws IOException {
        try (ReadableFile file = Engines.named(engine).open(path);
                Arena arena = Arena.ofShared()) {
            ReadBatch batch = new ReadBatch(arena.allocate(FILE_BYTES, 4096));
            try (RandomAccessFile truncated = new RandomAccessFile(path.toFile(), "rw")) {
                truncated.setLength(100_000);
            }
            batch.add(50_000, 50_000);
            batch.add(99_000, 2_000);
            batch.add(200_000, 10);
            batch.add(0, 70_000);
            file.readBatch(batch);
            assertTruncated(batch, 1, 101_000, 100_000);
            assertTruncated(batch, 2, 200_010, 200_000);
            assertThat(batch.problem(0)).isNull();
            assertThat(batch.problem(3)).isNull();
            assertThat(batch.target(0).asByteBuffer())
                    .isEqualTo(MemorySegment.ofArray(content)
                            .asSlice(50_000, 50_000)
                            .asByteBuffer());
        }
    }

    private void assertTruncated(ReadBatch batch, int range, long expectedBytes, long foundBytes) {
        ThetisException problem = batch.problem(range);
        assertThat(problem).isNotNull();
        assertThat(problem.code()).isEqualTo(ErrorCode.FILE_TRUNCATED);
        assertThat(problem)
                .hasMessageContainingAll(
                        path.toString(), "expectedBytes>=" + expectedBytes, "foundBytes=" + foundBytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pread", "io_uring", "direct", "mapped"})
    void memoryThatCannotBeWritten_isAnErrorOfItsRange(String engine) {
        try (ReadableFile file = Engines.named(engine).open(path)) {
            ReadBatch batch = new ReadBatch(MemorySegment.ofArray(new byte[FILE_BYTES]));
            addRandomRanges(batch, random, 3);
            file.readBatch(batch);
            for (int range = 0; range < 3; range++) {
                assertThat(batch.problem(range)).hasMessageContaining("not writable native memory");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pread", "io_uring", "direct", "mapped", "filechannel"})
    void manyThreads_readAtOnce_whileFilesAreOpenedAndClosed(String name) throws InterruptedException {
        IoEngine engine = Engines.named(name);
        AtomicReference<Throwable> problem = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int thread = 0; thread < 12; thread++) {
            Random own = new Random(seed + thread);
            threads.add(Thread.ofPlatform().start(() -> {
                try (Arena arena = Arena.ofShared()) {
                    for (int round = 0; round < 4; round++) {
                        ReadBatch batch = new ReadBatch(arena.allocate(FILE_BYTES, 4096));
                        addRandomRanges(batch, own, 70);
                        try (ReadableFile file = engine.open(path)) {
                            file.readBatch(batch);
                        }
                        assertRead(batch);
                    }
                } catch (Throwable thrown) {
                    problem.set(thrown);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(problem.get()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pread", "io_uring", "direct", "mapped", "filechannel"})
    void interruptedCaller_getsItsBytesAndKeepsTheInterrupt(String engine) throws InterruptedException {
        AtomicReference<Throwable> problem = new AtomicReference<>();
        try (ReadableFile file = Engines.named(engine).open(path);
                Arena arena = Arena.ofShared()) {
            ReadBatch batch = new ReadBatch(arena.allocate(FILE_BYTES, 4096));
            Thread.currentThread().interrupt();
            addRandomRanges(batch, random, 100);
            file.readBatch(batch);
            assertThat(Thread.interrupted()).isTrue();
            assertRead(batch);
            Thread reader = Thread.ofPlatform().start(() -> {
                try {
                    for (int round = 0; round < 20; round++) {
                        batch.target(0).fill((byte) 0);
                        file.readBatch(batch);
                        assertRead(batch);
                    }
                } catch (Throwable thrown) {
                    problem.set(thrown);
                }
            });
            while (reader.isAlive()) {
                reader.interrupt();
                Thread.onSpinWait();
            }
            reader.join();
        }
        assertThat(problem.get()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pread", "io_uring", "direct", "mapped", "filechannel"})
    void batchAfterBatch_leavesNoDescriptorThreadOrMap(String name) throws InterruptedException {
        IoEngine engine = Engines.named(name);
        readSomeBatches(engine);
        awaitRemains(0, 0);
        long descriptors = entries("/proc/self/fd");
        for (int round = 0; round < 30; round++) {
            readSomeBatches(engine);
        }
        awaitRemains(0, 0);
        assertThat(entries("/proc/self/fd")).isLessThan(descriptors + 15);
    }

    private void readSomeBatches(IoEngine engine) {
        try (ReadableFile file = engine.open(path);
                ReadableFile other = engine.open(path);
                Arena arena = Arena.ofShared()) {
            ReadBatch batch = new ReadBatch(arena.allocate(FILE_BYTES, 4096));
            addRandomRanges(batch, random, 80);
            for (int i = 0; i < 5; i++) {
                file.readBatch(batch);
                other.readBatch(batch);
            }
            assertRead(batch);
        }
    }

    /** Threads end a moment after they were told to, so what is left is waited for. */
    private static void awaitRemains(long rings, long readers) throws InterruptedException {
        for (int i = 0; i < 500 && (ringMaps() > rings || readers() > readers); i++) {
            Thread.sleep(10);
        }
        assertThat(ringMaps()).as("maps of rings").isEqualTo(rings);
        assertThat(readers()).as("reader threads").isEqualTo(readers);
    }

    private static long readers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("thetis-reader"))
                .count();
    }

    private static long ringMaps() {
        Path maps = Path.of("/proc/self/maps");
        if (!Files.isReadable(maps)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(maps)) {
            return lines.filter(line -> line.contains("io_uring")).count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static long entries(String folder) {
        try (Stream<Path> entries = Files.list(Path.of(folder))) {
            return entries.count();
        } catch (IOException _) {
            return 0;
        }
    }

    @Test
    void rings_areKeptWhileAFileIsOpen() throws InterruptedException {
        IoEngine engine = Engines.named("io_uring");
        awaitRemains(0, 0);
        try (ReadableFile _ = engine.open(path)) {
            readSomeBatches(engine);
            assertThat(ringMaps()).isBetween(1L, 3L);
        }
        awaitRemains(0, 0);
    }
}
