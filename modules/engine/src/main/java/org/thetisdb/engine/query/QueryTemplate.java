package org.thetisdb.engine.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.cypher.bound.LiteralParameter;
import org.thetisdb.cypher.parse.QueryLiterals;
import org.thetisdb.engine.extension.CallableTable;

/**
 * What is the same for all texts that differ in literals only: what they have to be given, and their plans as soon as
 * one was run. A text without such literals has a template of its own. Thread safe.
 *
 * <p>Closed when no text finds it any more. It can still be run then, but keeps nothing for another run.
 */
final class QueryTemplate implements AutoCloseable {
    /** Which of its plans suits a run has to be found out before each. */
    private static final int PLANS_MAX = 4;

    private final Supplier<BoundQuery> binder;
    private final Optional<QueryLiterals> literals;
    private final CallableTable callables;
    private final Set<String> parameters;

    /** The same, for each run: going through a set would make an iterator. */
    private final String[] parameterNames;

    private final List<LiteralParameter> literalParameters;
    private final List<String> columns;
    private final QueryNeeds needs;

    /** Until somebody plans it, who then need not bind the text once more. */
    private final AtomicReference<BoundQuery> fresh;

    private volatile List<PreparedQuery> prepared = List.of();
    private volatile boolean closed;

    /**
     * @param bound the meaning of the text that was met first
     * @param literals those of that text, if some of them are parameters
     * @param callables by which it was bound
     * @param binder gives the meaning of that text again
     */
    QueryTemplate(
            BoundQuery bound, Optional<QueryLiterals> literals, CallableTable callables, Supplier<BoundQuery> binder) {
        this.binder = binder;
        this.literals = literals;
        this.callables = callables;
        this.parameters = bound.parameters();
        this.parameterNames = parameters.toArray(String[]::new);
        this.literalParameters = bound.literals();
        this.columns = bound.columns();
        this.needs = QueryNeeds.of(bound);
        this.fresh = new AtomicReference<>(bound);
    }

    /** The meaning of the text that was met first; to be changed by nobody. */
    BoundQuery bound() {
        BoundQuery known = fresh.getAndSet(null);
        return known == null ? binder.get() : known;
    }

    /** What could be called when it was bound: what it is planned with, too. */
    CallableTable callables() {
        return callables;
    }

    /** The literals of the text that was met first; empty if none varies. */
    Optional<QueryLiterals> literals() {
        return literals;
    }

    /** The literals that vary. */
    List<LiteralParameter> literalParameters() {
        return literalParameters;
    }

    /** The names of the parameters that have to be given. */
    Set<String> parameters() {
        return parameters;
    }

    /** Whether each parameter has a value among these. */
    boolean areGiven(Map<String, Object> values) {
        for (String parameter : parameterNames) {
            if (!values.containsKey(parameter)) {
                return false;
            }
        }
        return true;
    }

    List<String> columns() {
        return columns;
    }

    QueryNeeds needs() {
        return needs;
    }

    /** Its plans if it has been run, for different values of its parameters; the newest comes first. */
    List<PreparedQuery> prepared() {
        return prepared;
    }

    /**
     * Adds a plan.
     *
     * @param former whose place it takes, if it suits no graph any more
     */
    void prepare(PreparedQuery made, Optional<PreparedQuery> former) {
        List<PreparedQuery> dropped = new ArrayList<>();
        synchronized (this) {
            List<PreparedQuery> kept = new ArrayList<>(List.of(made));
            for (PreparedQuery each : prepared) {
                // Two threads may have planned for the same values.
                boolean isReplaced = former.filter(each::equals).isPresent() || made.assumesTheSame(each);
                (isReplaced ? dropped : kept).add(each);
            }
            while (kept.size() > PLANS_MAX) {
                dropped.add(kept.removeLast());
            }
            prepared = closed ? List.of() : List.copyOf(kept);
        }
        dropped.forEach(PreparedQuery::close);
        if (closed) {
            made.close();
        }
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized void close() {
        closed = true;
        prepared.forEach(PreparedQuery::close);
        prepared = List.of();
    }
}
