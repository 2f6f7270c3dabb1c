package org.thetisdb.bench.versions;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A system that keeps all versions of documents. Order of calls: {@code open} (a new, empty store), clients as wanted,
 * {@code close}; then it may be opened again. One thread, except that every client has its own.
 */
public interface VersionStore extends AutoCloseable {
    /**
     * One version of a document.
     *
     * @param revision the system's own number of it
     * @param time when it began to be valid
     */
    record Version(long revision, Instant time) {}

    /** One field over all versions. */
    record FieldHistory(long versionCount, long sum) {}

    /** A field that differs between two versions, values as JSON text. */
    record Change(
            String field, @Nullable String before, @Nullable String after) {}

    /**
     * Bytes on disk when everything is settled.
     *
     * @param historyBytes what is needed to keep the versions, without a log that will be reused
     * @param allBytes all files
     */
    record Size(long historyBytes, long allBytes) {}

    /** The name in tables and on the command line. */
    String name();

    /** Version and anything that a reader must know along with the numbers. */
    String description();

    /**
     * Starts with an empty store.
     *
     * @param directory does not exist yet
     * @param memoryBytes its cache
     */
    void open(Path directory, long memoryBytes) throws Exception;

    /** A client of its own. */
    Client connect() throws Exception;

    /** The loops of W1 and W2 without a client's round trips, for systems in which a client is in another process. */
    default Optional<ServerSide> serverSide() {
        return Optional.empty();
    }

    /** Settles what was committed (a checkpoint) and measures; no client is connected meanwhile. */
    Size size() throws Exception;

    @Override
    void close() throws Exception;

    /** One connection or session. Every method is one transaction; writing ones return when the device has it. */
    interface Client extends AutoCloseable {
        /** Inserts a document with its counter at 0. */
        void insert(long id) throws Exception;

        /** Sets the counter, and nothing else. */
        void setCounter(long id, long counter) throws Exception;

        /** All versions of a document, oldest first. */
        List<Version> versions(long id) throws Exception;

        /** The whole document as of a version, as JSON text. */
        String readAt(long id, Version version) throws Exception;

        /** The counter over all versions. */
        FieldHistory counterHistory(long id) throws Exception;

        /** What changed from one version to another. */
        List<Change> changes(long id, Version from, Version to) throws Exception;

        @Override
        void close() throws Exception;
    }

    /** Loops that run inside the server. */
    interface ServerSide {
        /** Commits that many changes of the counter, which becomes 1, 2, 3, …, one durable transaction each. */
        void commits(long id, int count) throws Exception;

        /** Reads the whole document as JSON that many times, each as of a random time. */
        void reads(long id, int count) throws Exception;
    }
}
