package org.thetisdb.postgresql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.thetisdb.Database;
import org.thetisdb.Session;

/** A database with a thousand persons, and a server over it. */
final class GraphServer implements AutoCloseable {
    private static final long WAIT_NANOS = 20_000_000_000L;

    private final Database database;
    private final PostgresqlServer server;

    private GraphServer(Database database, PostgresqlServer server) {
        this.database = database;
        this.server = server;
    }

    static GraphServer start(Path directory) {
        return start(directory, PostgresqlOptions.onPort(0));
    }

    static GraphServer start(Path directory, PostgresqlOptions options) {
        Database database = Database.create(directory.resolve("graph.thetis"));
        boolean isStarted = false;
        try {
            GraphServer server = start(database, options);
            isStarted = true;
            return server;
        } finally {
            if (!isStarted) {
                database.close();
            }
        }
    }

    private static GraphServer start(Database database, PostgresqlOptions options) {
        try (Session session = database.session()) {
            session.run("UNWIND range(1, 1000) AS i CREATE (:Person {id: i, name: 'name' + i, score: i * 0.5,"
                    + " born: date('1980-01-01') + duration({days: i}), active: i % 2 = 0,"
                    + " at: datetime('2020-01-01T00:00:00Z') + duration({hours: i})})");
            session.run("MATCH (a:Person) MATCH (b:Person {id: a.id + 1}) CREATE (a)-[:KNOWS {since: a.id}]->(b)");
            session.run("MATCH (a:Person) MATCH (b:Person {id: a.id + 7}) CREATE (a)-[:KNOWS {since: a.id}]->(b)");
            session.run("CREATE (:City {name: 'Rome', tags: ['a', 'b']}), (:City {name: 'Oslo', people: 700000})");
        }
        return new GraphServer(database, PostgresqlServer.start(database, options, new Random(1)));
    }

    Database database() {
        return database;
    }

    PostgresqlServer server() {
        return server;
    }

    int port() {
        return server.port();
    }

    /** A connection of the driver, as ada; more options begin with an ampersand. */
    Connection connect(String options) throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port() + "/graph?user=ada" + options);
    }

    /** Waits for something, for a while; gives whether it has come. */
    static boolean await(BooleanSupplier condition) {
        long until = System.nanoTime() + WAIT_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - until > 0) {
                return false;
            }
            LockSupport.parkNanos(1_000_000);
        }
        return true;
    }

    @Override
    public void close() {
        server.close();
        database.close();
    }
}
