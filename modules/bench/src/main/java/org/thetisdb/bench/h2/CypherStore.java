package org.thetisdb.bench.h2;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.Database;
import org.thetisdb.PreparedStatement;
import org.thetisdb.Record;
import org.thetisdb.Result;
import org.thetisdb.Session;

/** Thetis, embedded. */
final class CypherStore implements Store {
    private final Database database;

    CypherStore(Database database) {
        this.database = database;
    }

    @Override
    public void define(Statement statement) {
        if (!statement.cypher().isEmpty()) {
            try (Session session = database.session()) {
                session.run(statement.cypher()).consume();
            }
        }
    }

    @Override
    public Client connect() {
        return new CypherClient(database.session());
    }

    @Override
    public void closeCompact() {
        database.checkpoint();
        close();
    }

    @Override
    public void close() {
        database.close();
    }

    private final class CypherClient implements Client {
        private final Session session;
        private final Map<Statement, PreparedStatement> prepared = new EnumMap<>(Statement.class);

        CypherClient(Session session) {
            this.session = session;
        }

        private PreparedStatement prepare(Statement statement) {
            return prepared.computeIfAbsent(statement, each -> database.prepare(each.cypher()));
        }

        @Override
        public void writeAll(Statement statement, List<Object[]> rows) {
            List<List<Object>> lists = rows.stream().map(Arrays::asList).toList();
            PreparedStatement query = prepare(statement);
            session.executeWrite(
                    transaction -> transaction.run(query, Map.of("rows", lists)).consume());
        }

        @Override
        public void change(Statement statement, Object... parameters) {
            PreparedStatement query = prepare(statement);
            // It is tried again after a conflict, for which H2 waits.
            session.executeWrite(
                    transaction -> transaction.run(query, named(parameters)).consume());
        }

        @Override
        public long read(Statement statement, Object... parameters) {
            Digest digest = new Digest();
            try (Result result = session.run(prepare(statement), named(parameters))) {
                while (result.hasNext()) {
                    Record record = result.next();
                    for (int column = 0; column < record.size(); column++) {
                        digest.value(record.get(column));
                    }
                    digest.endRow();
                }
            }
            return digest.sum();
        }

        private static Map<String, Object> named(Object[] parameters) {
            Map<String, Object> named = new HashMap<>();
            for (int i = 0; i < parameters.length; i++) {
                named.put("p" + i, parameters[i]);
            }
            return named;
        }

        @Override
        public void close() {
            session.close();
        }
    }
}
