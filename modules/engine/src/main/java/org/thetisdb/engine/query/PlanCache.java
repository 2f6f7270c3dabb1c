package org.thetisdb.engine.query;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.cypher.bound.LiteralParameter;
import org.thetisdb.cypher.parse.QueryLiterals;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.EngineVariant;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.estimate.DegreeSamples;
import org.thetisdb.engine.estimate.KnownValues;
import org.thetisdb.engine.estimate.ValueSpreads;
import org.thetisdb.engine.estimate.WindowShares;
import org.thetisdb.engine.extension.CallableTable;
import org.thetisdb.engine.fuse.Fusion;
import org.thetisdb.engine.pipeline.QueryMemory;
import org.thetisdb.engine.plan.Planner;
import org.thetisdb.engine.plan.PlanningOptions;
import org.thetisdb.engine.run.CompiledPlan;
import org.thetisdb.engine.run.IdleInstances;
import org.thetisdb.storage.Snapshot;

/**
 * Plans, found by text.
 *
 * <pre>
 *   text ──► texts ──known──► QueryHandle ──► QueryTemplate ──► PreparedQuery ──suits the snapshot──► CompiledPlan
 *              │ new                             ▲      ▲               └──else: planned again
 *              └► literals ► shapes ► templates ─┘      │
 *                              │ new       │ new        │
 *                              └───────────┴► bind ─────┘
 * </pre>
 *
 * <p>{@code shapes} knows for each shape of a text which of its literals vary, which is the same for all texts of that
 * shape; with them taken out, a text is the key of its template. So a text that was never met before, but others like
 * it, is only split into its tokens. All three give way by {@link SieveCache}'s rule: texts that come once do not push
 * out those that come again, however many they are.
 *
 * <p>When a newer base appears, plans stay, for what they take for granted is asked before each run; only the readers
 * that their idle instances hold over older bases are closed. Thread safe.
 */
final class PlanCache implements AutoCloseable {
    /** Characters of a text that weigh as much as a plan. */
    private static final int CHARACTERS_WEIGHT = 1 << 14;

    /** Who reads the past, or has read for long, sees another base than others do at the same time. */
    private static final int SAMPLED_BASES_MAX = 4;

    private final EngineVariant variant;
    private final Executor executor;
    private final QueryMemory memory;
    private final Fusion fusion;
    private final IdleInstances idle;
    private final SieveCache<String, QueryHandle> texts;
    private final SieveCache<String, BitSet> shapes;
    private final SieveCache<String, QueryTemplate> templates;
    private final Object newestLock = new Object();
    private volatile List<Samples> samples = List.of();
    private long newestRevision = Long.MIN_VALUE;
    private volatile CallableTable callables;

    /** What was looked up in a base for estimates. */
    private record Samples(Object base, DegreeSamples degrees, ValueSpreads values) {
        static Samples of(Object base) {
            return new Samples(base, new DegreeSamples(), new ValueSpreads());
        }
    }

    PlanCache(EngineOptions options, Executor executor, QueryMemory memory, Fusion fusion, CallableTable callables) {
        int capacity = options.planCacheEntries();
        this.callables = callables;
        this.variant = options.variant();
        this.executor = executor;
        this.memory = memory;
        this.fusion = fusion;
        this.idle = new IdleInstances(memory.idleBytesMax());
        this.texts = new SieveCache<>(capacity, PlanCache::weight, PlanCache::closeIfAlone);
        this.shapes = new SieveCache<>(capacity, PlanCache::weight, _ -> {});
        this.templates = new SieveCache<>(capacity, PlanCache::weight, QueryTemplate::close);
    }

    private static int weight(String key) {
        return 1 + key.length() / CHARACTERS_WEIGHT;
    }

    private static void closeIfAlone(QueryHandle handle) {
        if (handle.isAlone()) {
            handle.template().close();
        }
    }

    /** What waits on the heap for further runs, about, where it is much. */
    long idleBytes() {
        return idle.heldBytes();
    }

    /**
     * A text's meaning.
     *
     * @throws org.thetisdb.value.ThetisException if it has none
     */
    QueryHandle find(String text) {
        Optional<QueryHandle> known = texts.get(text);
        if (known.isPresent() && isCurrent(known.get().template())) {
            return known.get();
        }
        QueryHandle made = make(text);
        texts.put(text, made);
        return made;
    }

    private QueryHandle make(String text) {
        Optional<QueryLiterals> literals = QueryLiterals.of(text);
        if (literals.isEmpty()) {
            return QueryHandle.of(text, alone(text));
        }
        String shape = literals.get().shape();
        Optional<BitSet> varying = shapes.get(shape);
        if (varying.isEmpty()) {
            return learn(shape, literals.get());
        }
        if (varying.get().isEmpty()) {
            return QueryHandle.of(text, alone(text));
        }
        String key = literals.get().template(varying.get());
        Optional<QueryTemplate> template = templates.get(key);
        if (template.isPresent() && isCurrent(template.get())) {
            return QueryHandle.of(literals.get(), template.get());
        }
        CallableTable table = callables;
        return add(key, literals.get(), varying.get(), table, Cypher.bind(literals.get(), table));
    }

    /** Whether a template may be used for another run. */
    boolean isCurrent(QueryTemplate template) {
        return !template.isClosed() && template.callables() == callables;
    }

    private QueryTemplate alone(String text) {
        CallableTable table = callables;
        return alone(text, table, Cypher.bind(text, table));
    }

    private QueryTemplate alone(String text, CallableTable table, BoundQuery bound) {
        return new QueryTemplate(bound, Optional.empty(), table, () -> Cypher.bind(text, table));
    }

    /** Finds out which literals of a shape vary. */
    private QueryHandle learn(String shape, QueryLiterals literals) {
        CallableTable table = callables;
        BoundQuery bound = Cypher.bind(literals, table);
        BitSet varying = new BitSet();
        for (LiteralParameter parameter : bound.literals()) {
            varying.set(parameter.literal());
        }
        shapes.put(shape, varying);
        if (varying.isEmpty()) {
            String text = literals.source().text();
            return QueryHandle.of(text, alone(text, table, bound));
        }
        return add(literals.template(varying), literals, varying, table, bound);
    }

    private QueryHandle add(String key, QueryLiterals literals, BitSet varying, CallableTable table, BoundQuery bound) {
        QueryTemplate template = variant.otherLiterals()
                ? template(QueryLiterals.of(OtherLiterals.in(literals, varying)).orElseThrow(), table)
                : template(literals, table, bound);
        templates.put(key, template);
        return QueryHandle.of(literals, template);
    }

    private QueryTemplate template(QueryLiterals literals, CallableTable table) {
        return template(literals, table, Cypher.bind(literals, table));
    }

    private QueryTemplate template(QueryLiterals literals, CallableTable table, BoundQuery bound) {
        return new QueryTemplate(bound, Optional.of(literals), table, () -> Cypher.bind(literals, table));
    }

    /** What can be called now. */
    CallableTable callables() {
        return callables;
    }

    /**
     * Changes what can be called. Nothing is kept that was bound by the former table, so that what was in it can go;
     * queries that run end with it.
     */
    synchronized void change(UnaryOperator<CallableTable> change) {
        callables = change.apply(callables);
        texts.clear();
        templates.clear();
    }

    /**
     * The plan for a run.
     *
     * @param parameters of the run; may lack some
     * @param own whether the snapshot shows a transaction its own writes
     * @param stop ends the planning
     */
    CompiledPlan plan(
            QueryHandle query, Map<String, Object> parameters, Snapshot snapshot, boolean own, StopSignal stop) {
        QueryTemplate template = query.template();
        List<PreparedQuery> known = template.prepared();
        if (known.isEmpty() || !known.getFirst().isOver(snapshot.base())) {
            noteBase(snapshot);
        }
        Optional<PreparedQuery> suiting = suiting(known, snapshot, parameters);
        if (suiting.isPresent() && suiting.get().hasRightCosts()) {
            Optional<CompiledPlan> plan = suiting.get().planFor(snapshot, own, stop);
            if (plan.isPresent()) {
                return plan.get();
            }
        }
        CompiledPlan plan = plan(template, new KnownValues(parameters), snapshot, true, stop);
        PreparedQuery made = new PreparedQuery(
                snapshot, plan, (other, otherStop) -> plan(template, KnownValues.NONE, other, false, otherStop));
        template.prepare(made, suiting);
        return made.planFor(snapshot, own, stop).orElse(plan);
    }

    /** A plan that was made for values like these. */
    private Optional<PreparedQuery> suiting(
            List<PreparedQuery> plans, Snapshot snapshot, Map<String, Object> parameters) {
        if (plans.isEmpty()) {
            return Optional.empty();
        }
        if (plans.getFirst().isForAllValues()) {
            return Optional.of(plans.getFirst());
        }
        ValueSpreads spreads = samples(snapshot).values();
        KnownValues values = new KnownValues(parameters);
        return plans.stream()
                .filter(each -> each.isForValues(snapshot, spreads, values))
                .findFirst();
    }

    private CompiledPlan plan(
            QueryTemplate template, KnownValues values, Snapshot snapshot, boolean trusting, StopSignal stop) {
        PlanningOptions options = new PlanningOptions(trusting && variant.countsTrusted(), variant.planSeed());
        Samples sampled = samples(snapshot);
        return new CompiledPlan(
                Planner.plan(
                        template.bound(),
                        snapshot,
                        sampled.degrees(),
                        new WindowShares(snapshot, sampled.values(), values),
                        template.callables(),
                        options,
                        stop),
                executor,
                memory,
                variant,
                fusion,
                idle);
    }

    private Samples samples(Snapshot snapshot) {
        Object base = snapshot.base();
        for (Samples each : samples) {
            if (each.base().equals(base)) {
                return each;
            }
        }
        return begin(base);
    }

    private synchronized Samples begin(Object base) {
        Samples made = Samples.of(base);
        samples = Stream.concat(Stream.of(made), samples.stream())
                .limit(SAMPLED_BASES_MAX)
                .toList();
        return made;
    }

    private void noteBase(Snapshot snapshot) {
        synchronized (newestLock) {
            if (snapshot.revision() <= newestRevision) {
                return;
            }
            newestRevision = snapshot.revision();
        }
        Object base = snapshot.base();
        forEach(template -> template.prepared().forEach(query -> query.keepOnly(base)));
    }

    /** Releases what is kept for a base: the readers of idle instances, and what was remembered of it. */
    void forget(Object base) {
        forEach(template -> template.prepared().forEach(query -> query.forget(base)));
        synchronized (this) {
            samples = samples.stream().filter(each -> !each.base().equals(base)).toList();
        }
    }

    private void forEach(Consumer<QueryTemplate> work) {
        templates.forEach(work);
        texts.forEach(handle -> {
            if (handle.isAlone()) {
                work.accept(handle.template());
            }
        });
    }

    @Override
    public void close() {
        forEach(QueryTemplate::close);
    }
}
