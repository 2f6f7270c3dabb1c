package org.thetisdb.engine.query;

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
 * What is the same for all texts that differ in literals only: what they have to be given, and their plan as soon as
 * one was run. A text without such literals has a template of its own. Thread safe.
 *
 * <p>Closed when no text finds it any more. It can still be run then, but keeps nothing for another run.
 */
final class QueryTemplate implements AutoCloseable {
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

    private volatile Optional<PreparedQuery> prepared = Optional.empty();
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

    /** Its plan, if it has been run. */
    Optional<PreparedQuery> prepared() {
        return prepared;
    }

    /** Takes the place of the former plan, which is closed. */
    void prepare(PreparedQuery made) {
        Optional<PreparedQuery> former;
        synchronized (this) {
            former = prepared;
            prepared = closed ? Optional.empty() : Optional.of(made);
        }
        former.ifPresent(PreparedQuery::close);
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
        prepared.ifPresent(PreparedQuery::close);
        prepared = Optional.empty();
    }
}
