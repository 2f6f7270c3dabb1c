package org.thetisdb.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.bench.snb.Dataset;

/**
 * A database under comparison. Order of calls: {@code load} (once per store), {@code open}, {@code run} as often as
 * wanted, {@code close}. One thread at a time.
 */
public interface Peer extends AutoCloseable {
    /** How long a load took and what it took that long for. */
    record LoadTime(Duration preparation, Duration load, Duration indexes) {}

    /** The rows of one result as plain Java values; temporal values are of java.time. */
    record RawAnswer(List<String> columns, List<Object[]> rows) {}

    /** Thrown when a query ran into its time limit. */
    final class TimeLimitException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public TimeLimitException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** The name in tables and on the command line. */
    String name();

    /** Version and anything a reader must know along with the numbers. */
    String description();

    /** Whether the directory holds a complete store of this peer. */
    boolean isLoaded(Path directory);

    /**
     * Builds a store with all indexes in the directory; a half-made store of an earlier attempt is replaced.
     *
     * @param memoryBytes memory that the load may use
     */
    LoadTime load(Dataset dataset, Path directory, long memoryBytes) throws IOException, InterruptedException;

    /**
     * Opens the store for reading.
     *
     * @param memoryBytes size of the page cache or buffer pool
     */
    void open(Path directory, long memoryBytes) throws IOException;

    /** Why this peer does not take part in a query, or nothing if it does. */
    default Optional<String> skipReason(String query) {
        return Optional.empty();
    }

    /** Reads the whole store once, so that the first query measured does not pay for the disk. */
    void warm();

    /**
     * Runs a query and fetches every row.
     *
     * @throws TimeLimitException if it took longer than the limit
     */
    RawAnswer run(String query, String text, Map<String, Object> parameters, Duration limit);

    @Override
    void close();
}
