package org.thetisdb.bench.adaptive;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Record;
import org.thetisdb.Result;
import org.thetisdb.Session;
import org.thetisdb.bench.peer.ThetisPeer;
import org.thetisdb.bench.snb.QueryCase;

/** A database, opened for reading in a mode, with one session. Used by one thread. */
final class AskedDatabase implements AutoCloseable {
    private final Database database;
    private final Session session;

    /** Opens a store, whose engine compiles as the variant says. */
    AskedDatabase(Path store, String variant, int threadCount, long memoryBytes) {
        this(
                store,
                DatabaseOptions.byDefault()
                        .withMemoryBytes(memoryBytes)
                        .withThreadCount(threadCount)
                        .withEngineVariant(variant));
    }

    private AskedDatabase(Path store, DatabaseOptions options) {
        this.database = Database.open(store, options.asReadOnly());
        this.session = database.session();
    }

    /** Opens what an order says. */
    static AskedDatabase open(ModeOrder order) {
        DatabaseOptions options = DatabaseOptions.byDefault()
                .withMemoryBytes(order.memoryBytes())
                .withThreadCount(order.threadCount())
                .withEngineVariant(order.mode().variant());
        AskedDatabase opened = new AskedDatabase(
                Path.of(order.store()),
                order.codeCache().isEmpty() ? options : options.withCodeCache(Path.of(order.codeCache())));
        if (order.isStoreRead()) {
            ThetisPeer.READ_ALL.forEach(text -> opened.run(text, Map.of()));
        }
        return opened;
    }

    /**
     * All rows of a statement.
     *
     * @param nanos from the call to the last row as Java values
     * @param plan the drawing of its plan, if it was asked for
     */
    record Rows(List<String> columns, List<Object[]> values, long nanos, Optional<String> plan) {}

    Rows run(QueryCase asked) {
        return run(asked.text(), asked.parameters());
    }

    /** Runs it with a profile. */
    Rows profile(QueryCase asked) {
        return run("PROFILE " + asked.text(), asked.parameters());
    }

    Rows run(String text, Map<String, Object> parameters) {
        long begin = System.nanoTime();
        try (Result result = session.run(text, parameters)) {
            List<Object[]> rows = new ArrayList<>();
            while (result.hasNext()) {
                Record record = result.next();
                Object[] row = new Object[record.size()];
                for (int column = 0; column < row.length; column++) {
                    row[column] = record.get(column);
                }
                rows.add(row);
            }
            long nanos = System.nanoTime() - begin;
            return new Rows(result.keys(), rows, nanos, result.plan());
        }
    }

    @Override
    public void close() {
        session.close();
        database.close();
    }
}
