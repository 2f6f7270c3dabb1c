package org.thetisdb.bench.micro;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.PagedFileGeometry;
import org.thetisdb.io.PagedFileWriter;
import org.thetisdb.io.ReadEpoch;
import org.thetisdb.io.memory.MemoryBudget;

/**
 * Page access through the page cache compared with a mapped file, with a budget of twice or a quarter of the file. A
 * scan reads a mebibyte at a time, as an extent of a column; a random read asks for eight bytes anywhere.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PageAccessBenchmark {
    private static final int FILE_MIB = 256;
    private static final int EXTENT_BYTES = 1 << 20;
    private static final int RANDOM_READS = 1_000;
    private static final long SEED = 42;

    /** The I/O engine that fills pages. */
    @Param({"pread", "filechannel"})
    public String engine;

    /** Memory budget in percent of the file. */
    @Param({"200", "25"})
    public int budgetPercent;

    private Path directory;
    private PageCache cache;
    private PagedFile file;
    private ReadEpoch epoch;
    private Arena arena;
    private MemorySegment mapped;
    private SplittableRandom random;

    /** Writes the file and opens it in both ways. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        directory = Files.createTempDirectory("thetis-page-access");
        Path path = directory.resolve("pages");
        LocalFileSystem fileSystem = new LocalFileSystem();
        random = new SplittableRandom(SEED);
        PagedFileGeometry geometry;
        try (PagedFileWriter writer = PagedFileWriter.create(fileSystem, path, PageCache.PAGE_BYTES, 0, 0)) {
            byte[] extent = new byte[EXTENT_BYTES];
            for (int count = 0; count < FILE_MIB; count++) {
                random.nextBytes(extent);
                writer.append(extent, PageCache.PAGE_BYTES);
            }
            geometry = writer.finish();
        }
        MemoryBudget budget = MemoryBudget.ofBytes((long) FILE_MIB * EXTENT_BYTES / 100 * budgetPercent);
        cache = PageCache.open(fileSystem, PageCacheOptions.of(budget, engine));
        file = cache.open(path, geometry);
        epoch = cache.register();
        arena = Arena.ofConfined();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, geometry.dataBytes(), arena);
        }
    }

    /** Closes everything and deletes the file. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        epoch.close();
        file.close();
        cache.close();
        arena.close();
        Files.delete(directory.resolve("pages"));
        Files.delete(directory);
    }

    /** Nanoseconds per mebibyte. */
    @Benchmark
    @OperationsPerInvocation(FILE_MIB)
    public long scan_pageCache() {
        long sum = 0;
        epoch.enter();
        for (int extent = 0; extent < FILE_MIB; extent++) {
            file.ensureResident(epoch, (long) extent * EXTENT_BYTES, EXTENT_BYTES);
            sum += sum(file.memory(), (long) extent * EXTENT_BYTES);
            epoch.refresh();
        }
        epoch.exit();
        return sum;
    }

    /** The baseline of {@link #scan_pageCache}. */
    @Benchmark
    @OperationsPerInvocation(FILE_MIB)
    public long scan_mapped() {
        long sum = 0;
        for (int extent = 0; extent < FILE_MIB; extent++) {
            sum += sum(mapped, (long) extent * EXTENT_BYTES);
        }
        return sum;
    }

    /** Nanoseconds per read of eight bytes. */
    @Benchmark
    @OperationsPerInvocation(RANDOM_READS)
    public long random_pageCache() {
        long sum = 0;
        epoch.enter();
        for (int count = 0; count < RANDOM_READS; count++) {
            long offset = randomOffset();
            file.ensureResident(epoch, offset, Long.BYTES);
            sum += file.memory().get(ValueLayout.JAVA_LONG, offset);
            epoch.refresh();
        }
        epoch.exit();
        return sum;
    }

    /** The baseline of {@link #random_pageCache}. */
    @Benchmark
    @OperationsPerInvocation(RANDOM_READS)
    public long random_mapped() {
        long sum = 0;
        for (int count = 0; count < RANDOM_READS; count++) {
            sum += mapped.get(ValueLayout.JAVA_LONG, randomOffset());
        }
        return sum;
    }

    private long randomOffset() {
        return (random.nextLong() >>> 1) % ((long) FILE_MIB * EXTENT_BYTES / Long.BYTES) * Long.BYTES;
    }

    private static long sum(MemorySegment memory, long offset) {
        long sum = 0;
        for (int position = 0; position < EXTENT_BYTES; position += Long.BYTES) {
            sum += memory.get(ValueLayout.JAVA_LONG, offset + position);
        }
        return sum;
    }
}
