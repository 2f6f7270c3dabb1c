package org.thetisdb.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.engine.plan.DegreeSamples;
import org.thetisdb.engine.plan.Planner;
import org.thetisdb.engine.run.CompiledPlan;
import org.thetisdb.engine.run.QueryMemory;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Runs query texts over one snapshot. Thread safe. Plans are kept by text: what is planned does not depend on the
 * parameters' values, and evaluators choose their kernels by the kinds of the vectors they meet, so types need no plan
 * of their own.
 */
public final class QueryEngine implements AutoCloseable {
    private final Snapshot snapshot;
    private final DegreeSamples samples;
    private final EngineOptions options;
    private final ExecutorService workers;
    private final QueryMemory memory;
    private final Map<String, Prepared> plans = new ConcurrentHashMap<>();

    private record Prepared(CompiledPlan plan, Set<String> parameters) {}

    public QueryEngine(Snapshot snapshot, EngineOptions options) {
        this.snapshot = snapshot;
        this.samples = new DegreeSamples(snapshot);
        this.options = options;
        this.memory = new QueryMemory(options.memoryBytes());
        AtomicInteger number = new AtomicInteger();
        this.workers = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "thetis-worker-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Runs a query.
     *
     * @param parameters boxed as {@code org.thetisdb.value} lists them; more than the text mentions is no error
     * @return the rows; the query runs when they are first asked for
     */
    public ResultCursor run(String text, Map<String, Object> parameters, RunOptions runOptions) {
        Prepared prepared = plans.get(text);
        if (prepared == null) {
            prepared = prepare(text);
        }
        if (!parameters.keySet().containsAll(prepared.parameters())) {
            throw missing(prepared.parameters(), parameters);
        }
        return prepared.plan().run(parameters, runOptions);
    }

    /** The columns of a query, without running it. */
    public List<String> columns(String text) {
        Prepared prepared = plans.get(text);
        return (prepared == null ? prepare(text) : prepared).plan().plan().columns();
    }

    /** What the queries that run now keep together, but for what each may keep without asking. */
    public long memoryBytesTaken() {
        return memory.takenBytes();
    }

    private Prepared prepare(String text) {
        BoundQuery query = Cypher.bind(text);
        CompiledPlan plan = new CompiledPlan(Planner.plan(query, snapshot, samples), snapshot, workers, memory);
        Prepared prepared = new Prepared(plan, query.parameters());
        if (plans.size() >= options.planCacheEntries()) {
            evictOne();
        }
        Prepared earlier = plans.putIfAbsent(text, prepared);
        return earlier == null ? prepared : earlier;
    }

    /** Any other plan will do: the cache is far larger than the set of texts that an application uses. */
    private void evictOne() {
        Optional<String> victim = plans.keySet().stream().findFirst();
        victim.map(plans::remove).ifPresent(evicted -> evicted.plan().close());
    }

    private static ThetisException missing(Set<String> wanted, Map<String, Object> given) {
        String names = wanted.stream()
                .filter(name -> !given.containsKey(name))
                .sorted()
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
        return new ThetisException(
                ErrorCode.MISSING_PARAMETER, "the query needs parameters that were not given: missing=" + names);
    }

    @Override
    public void close() {
        workers.shutdownNow();
        plans.values().forEach(prepared -> prepared.plan().close());
        plans.clear();
    }
}
