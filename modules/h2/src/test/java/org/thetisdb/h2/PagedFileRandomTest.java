package org.thetisdb.h2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A file through pages beside a plain one: the same reads, writes, truncations and forces at random, by one thread and
 * by several. A failure prints the seed; {@code -Dthetis.seed=SEED -Dtest=PagedFileRandomTest} runs it again.
 */
class PagedFileRandomTest {
    private static final int STEPS = 4_000;
    private static final int FILE_BYTES_MAX = 1 << 20;
    private static final int THREADS = 4;

    /** Not a whole number of pages, so that threads write to different parts of one. */
    private static final int STRIPE_BYTES = 10_000;

    @TempDir
    private Path folder;

    private static long seed() {
        return Long.getLong("thetis.seed", new Random().nextLong());
    }

    @ParameterizedTest
    @CsvSource({
        "131072,pread,4096",
        "131072,filechannel,16384",
        "131072,io_uring,4096",
        "67108864,pread,16384",
        "131072,direct,4096",
        "131072,mapped,4096"
    })
    void oneThread_readsWhatAPlainFileHas(long budgetBytes, String engine, int pageBytes) throws IOException {
        Engines.assumeAvailable(engine);
        long seed = seed();
        Random random = new Random(seed);
        Path plainPath = folder.resolve("plain");
        try (Pages pages = Pages.register(folder, budgetBytes, engine, pageBytes);
                FileChannel paged = pages.path("paged").open("rw");
                FileChannel second = pages.path("paged").open("rw");
                FileChannel plain = FileChannel.open(
                        plainPath, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (int step = 0; step < STEPS; step++) {
                FileChannel one = random.nextBoolean() ? paged : second;
                String place = "seed=" + seed + ", step=" + step;
                switch (random.nextInt(10)) {
                    case 0, 1, 2 -> write(random, one, plain);
                    case 3 -> truncate(random, one, plain);
                    case 4 -> one.force(random.nextBoolean());
                    default -> compareSome(random, one, plain, place);
                }
                assertThat(one.size()).as(place).isEqualTo(plain.size());
            }
            paged.force(true);
        }
        assertThat(Files.mismatch(plainPath, folder.resolve("paged")))
                .as("seed=%d", seed)
                .isEqualTo(-1);
    }

    private static void write(Random random, FileChannel paged, FileChannel plain) throws IOException {
        // Sometimes far behind the end, which leaves zeros in between.
        int limit = random.nextInt(8) == 0 ? FILE_BYTES_MAX : (int) Math.min(FILE_BYTES_MAX, plain.size() + 1);
        int offset = random.nextInt(limit);
        byte[] bytes = new byte[random.nextInt(random.nextInt(6) == 0 ? 100_000 : 5_000) + 1];
        random.nextBytes(bytes);
        ByteBuffer buffer = random.nextBoolean()
                ? ByteBuffer.wrap(bytes)
                : ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        assertThat(paged.write(buffer, offset)).isEqualTo(bytes.length);
        assertThat(buffer.hasRemaining()).isFalse();
        plain.write(ByteBuffer.wrap(bytes), offset);
    }

    private static void truncate(Random random, FileChannel paged, FileChannel plain) throws IOException {
        long size = plain.size();
        long bytes = random.nextInt(4) == 0 ? random.nextLong(size + 1) : size - Math.min(size, random.nextInt(9_000));
        plain.truncate(bytes);
        paged.truncate(bytes);
    }

    private static void compareSome(Random random, FileChannel paged, FileChannel plain, String place)
            throws IOException {
        int reads = random.nextInt(4) == 0 ? 20 : 1;
        long offset = random.nextLong(plain.size() + 10_000);
        for (int read = 0; read < reads; read++) {
            int bytes = random.nextInt(random.nextInt(6) == 0 ? 300_000 : 9_000);
            byte[] expected = new byte[bytes];
            byte[] found = new byte[bytes];
            int expectedCount = plain.read(ByteBuffer.wrap(expected), offset);
            assertThat(paged.read(ByteBuffer.wrap(found), offset)).as(place).isEqualTo(expectedCount);
            assertThat(Arrays.equals(found, expected))
                    .as("%s, offset=%d", place, offset)
                    .isTrue();
            offset += bytes;
        }
    }

    @Test
    void severalThreads_findWhatTheyHaveWritten_whileOthersWriteBesideIt() throws Exception {
        long seed = seed();
        try (Pages pages = Pages.register(folder, Pages.TINY);
                FileChannel file = pages.path("shared").open("rw");
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<Object>> done = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                done.add(threads.submit(() -> {
                    writeAndReadStripes(file, number, seed);
                    return number;
                }));
            }
            for (Future<Object> each : done) {
                get(each, seed);
            }
        }
    }

    private static void get(Future<Object> done, long seed) throws InterruptedException {
        try {
            done.get();
        } catch (ExecutionException failure) {
            throw new AssertionError("seed=" + seed, failure.getCause());
        }
    }

    /** Each thread has every fourth stripe; all read all, so that pages come and leave all the time. */
    private static void writeAndReadStripes(FileChannel file, int thread, long seed) throws IOException {
        Random random = new Random(seed + thread);
        int stripes = FILE_BYTES_MAX / STRIPE_BYTES / THREADS;
        byte[][] written = new byte[stripes][];
        for (int step = 0; step < STEPS; step++) {
            int stripe = random.nextInt(stripes);
            long offset = (long) (stripe * THREADS + thread) * STRIPE_BYTES;
            if (written[stripe] == null || random.nextInt(3) == 0) {
                byte[] bytes = new byte[STRIPE_BYTES];
                random.nextBytes(bytes);
                file.write(ByteBuffer.wrap(bytes), offset);
                written[stripe] = bytes;
            }
            byte[] found = new byte[STRIPE_BYTES];
            assertThat(file.read(ByteBuffer.wrap(found), offset)).isEqualTo(STRIPE_BYTES);
            assertThat(Arrays.equals(found, written[stripe]))
                    .as("thread=%d, step=%d, stripe=%d", thread, step, stripe)
                    .isTrue();
            file.read(ByteBuffer.allocate(random.nextInt(20_000)), random.nextInt(FILE_BYTES_MAX));
        }
    }

    @Test
    void severalThreads_readACounterThatNeverGoesBack() throws Exception {
        long seed = seed();
        try (Pages pages = Pages.register(folder, Pages.TINY);
                FileChannel file = pages.path("counter").open("rw");
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            file.write(ByteBuffer.allocate(FILE_BYTES_MAX), 0);
            List<Future<Object>> done = new ArrayList<>();
            for (int thread = 1; thread < THREADS; thread++) {
                Random random = new Random(seed + thread);
                done.add(threads.submit(() -> {
                    readCounters(file, random);
                    return random;
                }));
            }
            Random random = new Random(seed);
            for (long value = 1; value <= 20_000 || !done.stream().allMatch(Future::isDone); value++) {
                long place = 4096L * random.nextInt(FILE_BYTES_MAX / 4096);
                file.write(ByteBuffer.allocate(8).putLong(0, value), place);
                ByteBuffer found = ByteBuffer.allocate(8);
                file.read(found, place);
                assertThat(found.getLong(0))
                        .as("seed=%d, value=%d", seed, value)
                        .isEqualTo(value);
            }
            for (Future<Object> each : done) {
                get(each, seed);
            }
        }
    }

    private static void readCounters(FileChannel file, Random random) throws IOException {
        long[] last = new long[FILE_BYTES_MAX / 4096];
        for (int step = 0; step < 10 * STEPS; step++) {
            int place = random.nextInt(last.length);
            ByteBuffer found = ByteBuffer.allocate(8);
            file.read(found, 4096L * place);
            assertThat(found.getLong(0)).as("place=%d", place).isGreaterThanOrEqualTo(last[place]);
            last[place] = found.getLong(0);
        }
    }
}
