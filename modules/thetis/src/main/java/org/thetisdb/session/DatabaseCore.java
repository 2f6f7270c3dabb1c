package org.thetisdb.session;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.thetisdb.deploy.Deployments;
import org.thetisdb.engine.CodeCacheSummary;
import org.thetisdb.engine.Compilation;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.EngineResources;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.extension.Extension;
import org.thetisdb.engine.extension.ExtensionMaker;
import org.thetisdb.engine.extension.HostTypes;
import org.thetisdb.engine.extension.ListenerExtension;
import org.thetisdb.engine.fence.Fence;
import org.thetisdb.engine.fence.FenceWatch;
import org.thetisdb.engine.procedure.Procedure;
import org.thetisdb.engine.query.QueryEngine;
import org.thetisdb.engine.query.QueryHandle;
import org.thetisdb.entity.EntityReaders;
import org.thetisdb.extension.DatabaseEvent.Action;
import org.thetisdb.file.LocalFiles;
import org.thetisdb.history.HistoryProcedures;
import org.thetisdb.history.PastSnapshots;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.running.RunningTransactions;
import org.thetisdb.running.TimeLimits;
import org.thetisdb.running.TransactionProcedures;
import org.thetisdb.running.TransactionWatch;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.trigger.TriggerHost;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * What a database is made of, for all its sessions: the store, the engine over it, and what merely waits to be used
 * again. Thread safe.
 */
public final class DatabaseCore implements AutoCloseable {
    private final GraphStore store;
    private final QueryEngine engine;
    private final CoreOptions options;
    private final Retries retries;
    private final PastSnapshots pastSnapshots;
    private final EntityReaders entityReaders;
    private final KeptRows.Limits keptRows;
    private final Lifetime lifetime;
    private final Set<SessionCore> sessions = ConcurrentHashMap.newKeySet();
    private final AtomicLong sessionCount = new AtomicLong();
    private final RunningTransactions transactions = new RunningTransactions(() -> sessions);
    private final FenceWatch fence = new FenceWatch(FenceWatch.Limits.usual());
    private final Deployments deployments;
    private final DatabaseEvents events;
    private final TransactionWatch watch = new TransactionWatch(transactions, System::nanoTime);

    /**
     * How a database works; see {@code DatabaseOptions}.
     *
     * @param engine plans and memory for all queries
     * @param run what each query may use
     * @param files that queries may touch
     * @param random for the pauses between tries
     * @param retryNanos how long work in a transaction is tried again
     * @param readOnly whether nothing can be written
     * @param host how the database's own objects look to extensions
     * @param trustedExtensions whether extensions of the database may do anything that say so
     * @param idleNanosWhenFull how long one must have been idle to be ended when changes that newer bases have take
     *     more memory than the past may; 0 if nobody is ended for it
     */
    public record CoreOptions(
            EngineOptions engine,
            RunOptions run,
            LocalFiles files,
            RandomGenerator random,
            long retryNanos,
            boolean readOnly,
            HostTypes host,
            boolean trustedExtensions,
            long idleNanosWhenFull) {}

    /** Of what one query may hold this part at most are rows of a completed result on the heap. */
    private static final int KEPT_BYTES_DIVISOR = 8;

    private static final long KEPT_BYTES_MAX = 64 << 20;

    /** Over a store, which is closed with it. */
    public DatabaseCore(GraphStore store, CoreOptions options) {
        this.store = store;
        this.options = options;
        this.lifetime = new Lifetime(store.directory());
        EngineResources resources = EngineResources.of(store.memory(), store.temporarySpace());
        this.engine = new QueryEngine(options.engine(), this::procedures, resources);
        Deployments.Rights rights = new Deployments.Rights(
                options.host(), options.trustedExtensions(), options.readOnly(), mayDefine(), fence);
        this.events = new DatabaseEvents(this, options.run());
        this.deployments = new Deployments(store, engine, options.files(), rights, events);
        this.pastSnapshots = new PastSnapshots(store, engine, options.run());
        this.retries = Retries.ofSystem(options.random());
        long queryBytesMax = queryBytesMax(resources, options.run());
        this.entityReaders = new EntityReaders(store::isNewest, queryBytesMax, store.temporarySpace());
        this.keptRows = new KeptRows.Limits(
                Math.min(KEPT_BYTES_MAX, queryBytesMax / KEPT_BYTES_DIVISOR), store.temporarySpace());
        store.whenBaseEnds(this::forgetBase);
        store.whenSomethingHappens(events::tell);
    }

    /** What one query may hold. */
    private static long queryBytesMax(EngineResources resources, RunOptions run) {
        long bytes = run.memoryBytes();
        long all = resources.memory().limitBytes();
        return bytes == 0 ? all : Math.min(bytes, all);
    }

    private List<Procedure> procedures() {
        List<Procedure> all = new ArrayList<>(new HistoryProcedures(store.history()).procedures());
        Path name = store.directory().getFileName();
        all.addAll(new TransactionProcedures(
                        transactions,
                        name == null ? store.directory().toString() : name.toString(),
                        options.run().clock())
                .procedures());
        all.add(ExtensionUseProcedure.of(() -> sessions));
        return all;
    }

    /** The transactions that run. */
    public RunningTransactions transactions() {
        return transactions;
    }

    /** For a session that begins. */
    SessionTransactions transactionsOfNewSession(Activity activity, TimeLimits limits) {
        TransactionNumbers numbers =
                new TransactionNumbers(sessionCount.incrementAndGet(), System::nanoTime, store::pinnedBytes);
        return new SessionTransactions(numbers, activity, limits, watch);
    }

    /** Nothing that merely waits to be used again may keep a base that nobody begins to read any more. */
    private void forgetBase(Object base) {
        entityReaders.forget(base);
        engine.forget(base);
        long idleNanos = options.idleNanosWhenFull();
        if (idleNanos > 0) {
            long limitBytes = store.memory().account(MemoryUse.HISTORY).limitBytes();
            transactions.endIdle(() -> store.pinnedBytes() > limitBytes, idleNanos, System.nanoTime());
        }
    }

    public GraphStore store() {
        return store;
    }

    /** What the code cache holds; empty if there is none. */
    public Optional<CodeCacheSummary> codeCache() {
        return engine.codeCache();
    }

    /** With all that the database's extensions have now. */
    QueryEngine engine() {
        deployments.keepUp();
        return engine;
    }

    /** What a text means, for whoever runs it more than once. */
    public QueryHandle prepare(String text) {
        return engine().find(text);
    }

    /** Makes an extension for {@link #register}. */
    public ExtensionMaker extend(String name) {
        return new ExtensionMaker(name, options.host(), mayDefine(), Fence.OPEN);
    }

    private boolean mayDefine() {
        return options.engine().variant().compilation().mode() != Compilation.Mode.NEVER;
    }

    /** Adds an extension, or replaces the one of its name. */
    public void register(Extension extension) {
        boolean isNew = engine.extension(extension.name()).isEmpty();
        engine.register(extension);
        events.changed(extension.name(), isNew ? Action.CREATED : Action.REPLACED);
    }

    /** Takes the extension of a name away that the program has made; says whether there was one. */
    public boolean unregister(String name) {
        boolean isGone = engine.extension(name).filter(Extension::isOfProgram).isPresent() && engine.unregister(name);
        if (isGone) {
            events.changed(name, Action.DROPPED);
        }
        return isGone;
    }

    /** What listeners are told by. */
    DatabaseEvents events() {
        return events;
    }

    /** What is told what happens, as things are now. */
    List<ListenerExtension> listeners() {
        return engine.listeners();
    }

    /** Puts extensions into the database and takes them out. */
    Deployments deployments() {
        return deployments;
    }

    /** What triggers run among. */
    TriggerHost triggerHost() {
        return new TriggerHost(store, this::engine, entityReaders, options.host(), this::retry);
    }

    /** What each query may use. */
    public RunOptions runOptions() {
        return options.run();
    }

    /** Where the files lie that statements read and write. */
    public LocalFiles files() {
        return options.files();
    }

    PastSnapshots pastSnapshots() {
        return pastSnapshots;
    }

    /** How many rows of a completed result stay on the heap. */
    KeptRows.Limits keptRows() {
        return keptRows;
    }

    EntityReaders entityReaders() {
        return entityReaders;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    Retries retries() {
        return retries;
    }

    /** Runs work until it succeeds, fails for good, or has been tried for long enough. */
    public <T> T retry(Supplier<T> work) {
        return retries.run(work, options.retryNanos(), Integer.MAX_VALUE);
    }

    /** An error if nothing can be written. */
    void requireWritable() {
        if (options.readOnly()) {
            throw new ThetisException(
                    ErrorCode.STORE_READ_ONLY,
                    "the database was opened for reading only: directory=" + store.directory()
                            + "; to write, open it without --read-only or asReadOnly; if another process has it open,"
                            + " write there or wait until it ends");
        }
    }

    public void requireOpen() {
        lifetime.requireOpen();
    }

    /** A session that has to be ended before the files are closed. */
    void add(SessionCore session) {
        sessions.add(session);
    }

    void remove(SessionCore session) {
        sessions.remove(session);
    }

    /** Ends all sessions, then closes the files. Does nothing the second time. */
    @Override
    public void close() {
        if (!lifetime.end()) {
            return;
        }
        try {
            watch.close();
            closeSessions();
        } finally {
            try {
                events.close();
                entityReaders.close();
                engine.close();
                fence.close();
            } finally {
                // Whatever has failed: the files are closed, and the lock is free.
                store.close();
            }
        }
    }

    private void closeSessions() {
        Throwable problem = null;
        for (SessionCore session : sessions) {
            try {
                session.closeFromOutside();
            } catch (RuntimeException | Error thrown) {
                problem = thrown;
            }
        }
        switch (problem) {
            case null -> {}
            case RuntimeException exception -> throw exception;
            case Error error -> throw error;
            default -> throw new IllegalStateException(problem);
        }
    }
}
