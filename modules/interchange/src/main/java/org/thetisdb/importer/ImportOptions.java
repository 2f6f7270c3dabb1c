package org.thetisdb.importer;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * How an import runs. Immutable.
 *
 * @param memoryBytes what buffers, tables of ids and the loader may take together; at least {@link #MEMORY_BYTES_MIN}
 * @param threadCount workers; at least 1
 * @param badTolerance wrong rows that are skipped, 0 to stop at the first
 * @param reportFile takes a line for each wrong row; CSV if its name ends with {@code .csv}, else JSON lines
 * @param overwrite whether a database that exists is replaced, once the new one is complete
 * @param fileSystem where all files are; this machine's but for tests
 * @param nanoClock a clock in nanoseconds with any origin
 */
public record ImportOptions(
        long memoryBytes,
        int threadCount,
        long badTolerance,
        Optional<Path> reportFile,
        boolean overwrite,
        FileSystem fileSystem,
        LongSupplier nanoClock) {
    /** Below this the buffers have no room. */
    public static final long MEMORY_BYTES_MIN = 16L << 20;

    private static final long MEMORY_BYTES_DEFAULT = 1L << 30;

    /**
     * Checks the ranges.
     *
     * @throws ThetisException {@link ErrorCode#USAGE} if a number is out of its range
     */
    public ImportOptions {
        if (memoryBytes < MEMORY_BYTES_MIN) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "too little memory for an import: memory=" + memoryBytes + " bytes, minimum=" + MEMORY_BYTES_MIN);
        }
        if (threadCount < 1) {
            throw new ThetisException(ErrorCode.USAGE, "an import needs at least 1 thread: threads=" + threadCount);
        }
        if (badTolerance < 0) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "not fewer than no wrong rows can be skipped: badTolerance=" + badTolerance
                            + "; 0 stops at the first");
        }
    }

    /**
     * 1 GiB, a worker per processor, stops at the first wrong row, does not overwrite.
     *
     * @return options to begin with
     */
    public static ImportOptions defaults() {
        return new ImportOptions(
                MEMORY_BYTES_DEFAULT,
                Runtime.getRuntime().availableProcessors(),
                0,
                Optional.empty(),
                false,
                new LocalFileSystem(),
                System::nanoTime);
    }

    /**
     * {@return options with a memory budget}
     *
     * @param bytes at least {@link #MEMORY_BYTES_MIN}
     */
    public ImportOptions withMemoryBytes(long bytes) {
        return new ImportOptions(bytes, threadCount, badTolerance, reportFile, overwrite, fileSystem, nanoClock);
    }

    /**
     * {@return options with a number of workers}
     *
     * @param count at least 1
     */
    public ImportOptions withThreadCount(int count) {
        return new ImportOptions(memoryBytes, count, badTolerance, reportFile, overwrite, fileSystem, nanoClock);
    }

    /**
     * {@return options that skip wrong rows}
     *
     * @param rows how many at most; 0 to stop at the first
     * @param report takes a line for each; CSV if its name ends with {@code .csv}, else JSON lines
     */
    public ImportOptions withBadTolerance(long rows, Optional<Path> report) {
        return new ImportOptions(memoryBytes, threadCount, rows, report, overwrite, fileSystem, nanoClock);
    }

    /**
     * {@return options that replace a database or leave it alone}
     *
     * @param wanted whether a database that exists is replaced, once the new one is complete
     */
    public ImportOptions withOverwrite(boolean wanted) {
        return new ImportOptions(memoryBytes, threadCount, badTolerance, reportFile, wanted, fileSystem, nanoClock);
    }

    /**
     * {@return options with other files than this machine's} For tests.
     *
     * @param other where all files are
     */
    public ImportOptions withFileSystem(FileSystem other) {
        return new ImportOptions(memoryBytes, threadCount, badTolerance, reportFile, overwrite, other, nanoClock);
    }
}
