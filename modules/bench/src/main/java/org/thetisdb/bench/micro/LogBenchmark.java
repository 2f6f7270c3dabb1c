package org.thetisdb.bench.micro;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.WritableFile;
import org.thetisdb.storage.log.LogOptions;
import org.thetisdb.storage.log.Operations;
import org.thetisdb.storage.log.RedoLog;
import org.thetisdb.storage.options.Durability;

/**
 * A durable commit compared with what the device can do: 200 bytes written to a file that is long enough already, and
 * synced. The log from one client should be within 1.2 times of that, and from sixteen far below it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class LogBenchmark {
    private static final int RECORD_BYTES = 200;
    private static final int FRAME_BYTES = 25;
    private static final long FILE_BYTES = 16 << 20;
    private static final long TIME_MILLIS = 1_795_000_000_000L;

    private final Object commitLock = new Object();
    private final byte[] operations = new byte[RECORD_BYTES - FRAME_BYTES];
    private Path directory;
    private WritableFile file;
    private MemorySegment record;
    private long offset;
    private RedoLog log;

    /** Makes a file of zeros and a log. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        directory = Files.createTempDirectory(Path.of("").toAbsolutePath(), "thetis-log");
        LocalFileSystem fileSystem = new LocalFileSystem();
        file = fileSystem.create(directory.resolve("raw"));
        record = Arena.ofAuto().allocate(RECORD_BYTES);
        file.write(0, Arena.ofAuto().allocate(FILE_BYTES));
        file.force();
        log = RedoLog.create(fileSystem, directory.resolve("log"), LogOptions.of(Durability.SYNC), new UUID(1, 2), 1);
    }

    /** What the device can do. */
    @Benchmark
    @Threads(1)
    public void raw() {
        file.write(offset, record);
        file.force();
        offset = (offset + RECORD_BYTES) % (FILE_BYTES - RECORD_BYTES);
    }

    /** Commits of one client. */
    @Benchmark
    @Threads(1)
    public void logOfOne() {
        commit();
    }

    /** Commits of sixteen clients; the time is that of one, during which the others commit too. */
    @Benchmark
    @Threads(16)
    public void logOfSixteen() {
        commit();
    }

    private void commit() {
        long position;
        synchronized (commitLock) {
            position = log.append(log.lastRevision() + 1, TIME_MILLIS, Optional.empty(), Operations.of(operations));
        }
        log.awaitDurable(position);
    }

    /** Closes and deletes. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        log.close();
        file.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path path :
                    files.sorted((first, second) -> second.compareTo(first)).toList()) {
                Files.delete(path);
            }
        }
    }
}
