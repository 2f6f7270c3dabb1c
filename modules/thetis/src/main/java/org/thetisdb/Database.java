package org.thetisdb;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.thetisdb.engine.QueryEngine;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.io.PageCacheCounters;
import org.thetisdb.storage.CheckProgress;
import org.thetisdb.storage.CheckReport;
import org.thetisdb.storage.GraphStore;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.StoreDescription;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * An open database. While it is open, no other process can open it. Opening takes milliseconds, whatever the size.
 *
 * <p>Thread safe. {@link #close} may be called while other threads run queries: these end with an error of code {@link
 * ErrorCode#CLOSED} or {@link ErrorCode#QUERY_CANCELLED}, and {@code close} waits for them.
 */
public final class Database implements AutoCloseable {
    private final GraphStore store;
    private final Snapshot snapshot;
    private final QueryEngine engine;
    private final RunOptions runOptions;
    private final LabelLists labelLists;
    private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private Database(GraphStore store, DatabaseOptions options) {
        this.store = store;
        this.snapshot = store.snapshot();
        this.engine = new QueryEngine(options.engineOptions());
        this.runOptions = options.runOptions();
        this.labelLists = new LabelLists(snapshot);
    }

    /** As {@link #open(Path, DatabaseOptions)} with options that suit this machine. */
    public static Database open(Path directory) {
        return open(directory, DatabaseOptions.byDefault());
    }

    /**
     * Opens a database that an import has made.
     *
     * @throws ThetisException {@link ErrorCode#DATABASE_NOT_FOUND}, {@link ErrorCode#NOT_A_DATABASE},
     *     {@link ErrorCode#IMPORT_INTERRUPTED}, {@link ErrorCode#DATABASE_LOCKED}, {@link ErrorCode#FORMAT_TOO_NEW},
     *     {@link ErrorCode#FILE_TRUNCATED}, {@link ErrorCode#CHECKSUM_MISMATCH}, {@link ErrorCode#CORRUPT_STRUCTURE};
     *     nothing is changed then
     */
    public static Database open(Path directory, DatabaseOptions options) {
        GraphStore store = GraphStore.open(directory, options.store());
        boolean opened = false;
        try {
            Database database = new Database(store, options);
            opened = true;
            return database;
        } finally {
            if (!opened) {
                store.close();
            }
        }
    }

    /** A session for one thread at a time. Making one costs next to nothing; one may serve any number of queries. */
    public Session session() {
        requireOpen();
        Session session = new Session(this);
        sessions.add(session);
        if (closed) {
            // close() may have gone through the sessions before this one was among them.
            session.close();
            throw closedError();
        }
        return session;
    }

    /** The names that queries can use: labels, types, property keys and indexes. */
    public Schema schema() {
        requireOpen();
        return Schema.of(snapshot.catalog());
    }

    /** What the database holds and how, for people and tools; takes time for each column segment. */
    public StoreDescription describe() {
        requireOpen();
        return store.describe();
    }

    /** Verifies every checksum and compares all structures with each other; reads everything. */
    public CheckReport check(CheckProgress progress) {
        requireOpen();
        return store.check(progress);
    }

    /** What the page cache has done since the database was opened. */
    public PageCacheCounters counters() {
        requireOpen();
        return store.counters();
    }

    /** Closes all sessions and their results, then the files. Does nothing the second time. */
    @Override
    public void close() {
        synchronized (sessions) {
            if (closed) {
                return;
            }
            closed = true;
        }
        for (Session session : sessions) {
            session.closeFromOutside();
        }
        try {
            engine.close();
        } finally {
            store.close();
        }
    }

    boolean isClosed() {
        return closed;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    QueryEngine engine() {
        return engine;
    }

    RunOptions runOptions() {
        return runOptions;
    }

    List<String> labels(long node) {
        return labelLists.of(node);
    }

    void forget(Session session) {
        sessions.remove(session);
    }

    private void requireOpen() {
        if (closed) {
            throw closedError();
        }
    }

    ThetisException closedError() {
        return new ThetisException(
                ErrorCode.CLOSED, "the database has been closed: directory=" + store.directory() + "; open it again");
    }
}
