package org.thetisdb.bench.fuzz;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.neo4j.graphdb.NotFoundException;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.graphdb.TransactionTerminatedException;
import org.neo4j.kernel.api.exceptions.Status;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.oracle.Answer;
import org.thetisdb.fuzz.oracle.Oracle;
import org.thetisdb.fuzz.oracle.OracleFactory;
import org.thetisdb.fuzz.query.FuzzQuery;

/**
 * Asks Neo4j. What it does not accept, what takes it too long and what {@link DialectDifference} names is declined.
 *
 * <p>Threads: the factory may be shared; each thread that asks gets a database of its own, which lives until the
 * factory is closed.
 */
final class Neo4jOracle implements OracleFactory, AutoCloseable {
    /** As {@code --configuration} takes it. */
    static final String NAME = "neo4j";

    /** Version 5 of the language is the one nearest to openCypher 9: it still has importing WITH and shortestPath. */
    private static final String OPTIONS = "CYPHER 5 replan=skip\n";

    private final Path folder;
    private final Duration limit;
    private final Tally tally;
    private final Map<Thread, Neo4jDatabase> databases = new ConcurrentHashMap<>();

    /**
     * @param folder databases are made in folders of their own in it
     * @param limit of each query
     * @param tally counts what becomes of the queries
     */
    Neo4jOracle(Path folder, Duration limit, Tally tally) {
        this.folder = folder;
        this.limit = limit;
        this.tally = tally;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean writes() {
        return true;
    }

    @Override
    public boolean isForeign() {
        return true;
    }

    /** The graph is loaded by the first query that follows one about another graph. */
    @Override
    public Oracle over(FuzzGraph graph) {
        return new Oracle() {
            @Override
            public Answer answer(FuzzQuery query) {
                return Neo4jOracle.this.answer(graph, query);
            }

            @Override
            public void close() {
                // The database is that of the thread.
            }
        };
    }

    private Answer answer(FuzzGraph graph, FuzzQuery query) {
        Neo4jDatabase database = databases.computeIfAbsent(Thread.currentThread(), thread -> new Neo4jDatabase(folder));
        database.hold(graph);
        Wording.Worded worded = Wording.of(query.root());
        worded.used().forEach(wording -> tally.noteWorded(wording.name() + ", " + wording.reason()));
        try (Transaction transaction = database.begin(limit)) {
            Answer.Rows rows = rows(transaction, worded.text(), query);
            Optional<DialectDifference> difference = DialectDifference.of(query, rows);
            if (difference.isPresent()) {
                return declined(
                        difference.get().name() + ", " + difference.get().reason());
            }
            tally.noteAnswered();
            return rows;
        } catch (RuntimeException | StackOverflowError failure) {
            return failure(failure);
        }
    }

    private static Answer.Rows rows(Transaction transaction, String text, FuzzQuery query) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        query.parameters().forEach((name, value) -> parameters.put(name, Neo4jValues.parameter(value)));
        List<List<Object>> rows = new ArrayList<>();
        List<String> columns;
        boolean updates;
        try (Result result = transaction.execute(OPTIONS + text, parameters)) {
            columns = result.columns();
            while (result.hasNext()) {
                Map<String, Object> row = result.next();
                List<Object> values = new ArrayList<>(columns.size());
                columns.forEach(column -> values.add(Neo4jValues.shape(row.get(column))));
                rows.add(values);
            }
            updates = switch (result.getQueryExecutionType().queryType()) {
                case READ_WRITE, WRITE -> true;
                default -> false;
            };
        }
        return new Answer.Rows(
                columns, rows, updates ? Optional.of(Neo4jDatabase.graph(transaction)) : Optional.empty());
    }

    private Answer declined(String reason) {
        tally.noteDeclined(reason);
        return new Answer.Declined(reason);
    }

    private Answer failure(Throwable failure) {
        Optional<Status> known = Optional.empty();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof TransactionTerminatedException) {
                return declined("it took longer than " + limit.toSeconds() + " s");
            }
            if (known.isEmpty() && cause instanceof Status.HasStatus withStatus) {
                known = Optional.of(withStatus.status());
            }
        }
        if (failure instanceof NotFoundException) {
            known = Optional.of(Status.Statement.EntityNotFound);
        }
        String message = firstLine(failure);
        Status status = known.orElse(Status.General.UnknownError);
        return switch (status) {
            case Status.Statement.ArithmeticError,
                    Status.Statement.TypeError,
                    Status.Statement.ArgumentError,
                    Status.Statement.EntityNotFound,
                    Status.Schema.ConstraintValidationFailed -> {
                tally.noteFailed(general(message));
                yield new Answer.Failure(Optional.empty(), status.code().serialize() + ": " + message);
            }
            default -> declined(status.code().serialize() + ": " + general(message));
        };
    }

    private static String firstLine(Throwable failure) {
        return ("" + failure.getMessage()).lines().findFirst().orElse("");
    }

    /** Without what differs from query to query. */
    private static String general(String message) {
        return message.replaceAll("'[^']*'|\"[^\"]*\"|`[^`]*`", "…")
                .replaceAll("-?\\d[\\d.E+-]*", "0")
                .replaceFirst("expressed as :.*", "…");
    }

    @Override
    public void close() {
        databases.values().forEach(Neo4jDatabase::close);
        databases.clear();
    }
}
