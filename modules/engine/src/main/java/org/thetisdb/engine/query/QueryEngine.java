package org.thetisdb.engine.query;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.thetisdb.engine.CodeCacheSummary;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.EngineResources;
import org.thetisdb.engine.InnerStatements.Inner;
import org.thetisdb.engine.InnerStatements.Outer;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.engine.extension.CallableTable;
import org.thetisdb.engine.extension.Extension;
import org.thetisdb.engine.extension.ListenerExtension;
import org.thetisdb.engine.extension.TriggerTable;
import org.thetisdb.engine.fuse.Fusion;
import org.thetisdb.engine.pipeline.QueryMemory;
import org.thetisdb.engine.procedure.ProcedureProvider;
import org.thetisdb.engine.run.CompiledPlan;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Runs query texts, each over the snapshot or the transaction that it is given. Thread safe. Plans are kept by text,
 * but for its literals: for the values of parameters, which most literals are too, there are few plans at most, and
 * evaluators choose their kernels by the kinds of the vectors they meet, so types need no plan of their own.
 */
public final class QueryEngine implements AutoCloseable {
    /** Statements of procedures within each other: their calls all are on one thread's stack. */
    private static final int DEPTH_MAX = 16;

    private final ExecutorService workers;
    private final QueryMemory memory;
    private final Fusion fusion;
    private final PlanCache plans;

    /** An engine with the procedures that it has by itself. */
    public QueryEngine(EngineOptions options) {
        this(options, ProcedureProvider.NONE);
    }

    /**
     * An engine whose queries fail when they need more than its memory.
     *
     * @param provider gives further procedures
     */
    public QueryEngine(EngineOptions options, ProcedureProvider provider) {
        this(options, provider, new QueryMemory(options.memoryBytes()));
    }

    /**
     * An engine that shares a database's memory, and whose queries put what is more on disk.
     *
     * @param provider gives further procedures
     * @param resources that it shares
     */
    public QueryEngine(EngineOptions options, ProcedureProvider provider, EngineResources resources) {
        this(
                options,
                provider,
                new QueryMemory(
                        resources, options.memoryBytes(), options.variant().shareBytesMax()));
    }

    private QueryEngine(EngineOptions options, ProcedureProvider provider, QueryMemory memory) {
        this.memory = memory;
        AtomicInteger number = new AtomicInteger();
        this.workers = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "thetis-worker-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        this.fusion = new Fusion(options.variant().compilation(), options.codeStore());
        this.plans = new PlanCache(options, workers, memory, fusion, new CallableTable(provider.procedures()));
    }

    /**
     * Runs a query that only reads.
     *
     * @param parameters boxed as {@code org.thetisdb.value} lists them; more than the text mentions is no error
     * @param snapshot what the query sees
     * @return the rows; the query runs when they are first asked for
     */
    public ResultCursor run(String text, Map<String, Object> parameters, RunOptions runOptions, Snapshot snapshot) {
        return run(text, parameters, runOptions, snapshot, new StopSignal(runOptions.timeoutNanos()));
    }

    /**
     * As {@link #run(String, Map, RunOptions, Snapshot)}.
     *
     * @param stop ends the planning and the run, instead of the time-out of the options
     */
    public ResultCursor run(
            String text, Map<String, Object> parameters, RunOptions runOptions, Snapshot snapshot, StopSignal stop) {
        return run(find(text), parameters, runOptions, snapshot, stop);
    }

    /**
     * Runs a query in a transaction: it sees what the transaction sees, and writes into it.
     *
     * @param parameters boxed as {@code org.thetisdb.value} lists them; more than the text mentions is no error
     * @return the rows; the query runs when they are first asked for, and to its end then if it writes
     */
    public ResultCursor run(
            String text, Map<String, Object> parameters, RunOptions runOptions, GraphTransaction transaction) {
        return run(text, parameters, runOptions, transaction, TransactionSteps.NONE);
    }

    /** As {@link #run(String, Map, RunOptions, GraphTransaction)} for a query that may commit on its way. */
    public ResultCursor run(
            String text,
            Map<String, Object> parameters,
            RunOptions runOptions,
            GraphTransaction transaction,
            TransactionSteps steps) {
        return run(text, parameters, runOptions, transaction, steps, new StopSignal(runOptions.timeoutNanos()));
    }

    /**
     * As {@link #run(String, Map, RunOptions, GraphTransaction)} for a query that may commit on its way.
     *
     * @param steps commits, and knows which transaction is the current one afterwards
     * @param stop ends the planning and the run, instead of the time-out of the options
     */
    public ResultCursor run(
            String text,
            Map<String, Object> parameters,
            RunOptions runOptions,
            GraphTransaction transaction,
            TransactionSteps steps,
            StopSignal stop) {
        return run(find(text), parameters, runOptions, transaction, steps, stop);
    }

    /**
     * As {@link #run(String, Map, RunOptions, Snapshot, StopSignal)}.
     *
     * @param query from {@link #find}
     */
    public ResultCursor run(
            QueryHandle query,
            Map<String, Object> parameters,
            RunOptions runOptions,
            Snapshot snapshot,
            StopSignal stop) {
        Outer where = new Outer(runOptions, snapshot, Optional.empty(), stop);
        return run(query, parameters, where, TransactionSteps.NONE, 0);
    }

    /**
     * As {@link #run(String, Map, RunOptions, GraphTransaction, TransactionSteps, StopSignal)}.
     *
     * @param query from {@link #find}
     */
    public ResultCursor run(
            QueryHandle query,
            Map<String, Object> parameters,
            RunOptions runOptions,
            GraphTransaction transaction,
            TransactionSteps steps,
            StopSignal stop) {
        Outer where = new Outer(runOptions, transaction.snapshot(), Optional.of(transaction), stop);
        return run(query, parameters, where, steps, 0);
    }

    private ResultCursor run(
            QueryHandle query, Map<String, Object> parameters, Outer where, TransactionSteps steps, int depth) {
        if (query.shift().isEmpty()) {
            return runAsPlanned(query, parameters, where, steps, depth);
        }
        TextShift shift = query.shift().get();
        try {
            return new ShiftedCursor(runAsPlanned(query, parameters, where, steps, depth), shift);
        } catch (ThetisException error) {
            throw shift.of(error);
        }
    }

    /** All places are those of the text that was planned. */
    private ResultCursor runAsPlanned(
            QueryHandle query, Map<String, Object> parameters, Outer where, TransactionSteps steps, int depth) {
        Map<String, Object> given = query.values(parameters);
        CompiledPlan plan =
                plans.plan(query, given, where.snapshot(), where.transaction().isPresent(), where.stop());
        if (!query.template().areGiven(parameters)) {
            throw MissingParameters.error(
                    query.parameters(), parameters.keySet(), plan.plan().places());
        }
        return plan.run(
                given,
                where.options(),
                where.snapshot(),
                where.transaction(),
                steps,
                (text, values, mayWrite, outer) -> begin(text, values, mayWrite, outer, depth + 1),
                where.stop());
    }

    /** @param depth how many statements it is within */
    private Inner begin(String text, Map<String, Object> parameters, boolean mayWrite, Outer outer, int depth) {
        if (depth > DEPTH_MAX) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "statements of procedures are within each other too often: depthMax=" + DEPTH_MAX
                            + "; let no procedure call itself, or end that earlier");
        }
        QueryHandle query = find(text);
        QueryNeeds needs = query.needs();
        if (needs.past().isPresent()) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "a statement of a procedure sees what its caller sees; write USE in front of the statement that"
                            + " calls the procedure");
        }
        if (needs.writes() && !mayWrite) {
            ThetisException refused = new ThetisException(
                    ErrorCode.READ_ONLY_TRANSACTION,
                    "a procedure that only reads runs a statement that writes; declare it with writes = true");
            throw needs.write().map(refused::at).orElse(refused);
        }
        return new Inner(run(query, parameters, outer, TransactionSteps.NONE, depth), needs.writes());
    }

    /** What waits on the heap for further runs, about, where it is much. */
    long idleBytes() {
        return plans.idleBytes();
    }

    /**
     * Looks a text up, for whoever runs it more than once or has to know what it needs.
     *
     * @throws ThetisException with the place in the text, if it is not Cypher or makes no sense
     */
    public QueryHandle find(String text) {
        return plans.find(text);
    }

    /** The same query as the engine knows it now: what it has forgotten meanwhile is looked up again. */
    public QueryHandle current(QueryHandle query) {
        return plans.isCurrent(query.template()) ? query : plans.find(query.text());
    }

    /**
     * Releases what is kept for snapshots over a base: to be called when there will be no more of them, so that idle
     * plans do not hold its memory. Queries that run are not disturbed.
     */
    public void forget(Object base) {
        plans.forget(base);
    }

    /** What the queries that run now keep together, but for what each may keep without asking. */
    public long memoryBytesTaken() {
        return memory.takenBytes();
    }

    /**
     * Adds an extension, or replaces the one of its name. Statements that begin afterwards find it; those that run end
     * with what they began with.
     *
     * @throws ThetisException {@code EXTENSION_INVALID} if a name is taken
     */
    public void register(Extension extension) {
        plans.change(callables -> callables.with(extension));
    }

    /**
     * Makes sure that an extension can be registered as things are now.
     *
     * @throws ThetisException {@code EXTENSION_INVALID} if a name is taken
     */
    public void check(Extension extension) {
        plans.callables().with(extension);
    }

    /**
     * Removes an extension.
     *
     * @return whether there was one of that name
     */
    public boolean unregister(String extension) {
        boolean isKnown = extension(extension).isPresent();
        if (isKnown) {
            plans.change(callables -> callables.without(extension));
        }
        return isKnown;
    }

    /** The extension that has a name now. */
    public Optional<Extension> extension(String name) {
        return plans.callables().extension(name);
    }

    /** What is called now when the graph changes. */
    public TriggerTable triggers() {
        return plans.callables().triggers();
    }

    /** What is told what happens to the database, as things are now. */
    public List<ListenerExtension> listeners() {
        return plans.callables().listeners();
    }

    /** What the code cache holds; empty if there is none. Reads all of it. */
    public Optional<CodeCacheSummary> codeCache() {
        return fusion.cached();
    }

    @Override
    public void close() {
        workers.shutdownNow();
        plans.close();
        fusion.close();
    }
}
