package org.thetisdb.bench.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.thetisdb.Database;
import org.thetisdb.PreparedStatement;
import org.thetisdb.Session;
import org.thetisdb.bench.harness.StoreDirectory;

/**
 * Statements that read one thing, through the API, all pages resident. Nanoseconds and allocated bytes per statement:
 * that is the cost of a statement itself.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PointReadBenchmark {
    private static final int PERSON_COUNT = 1_000;
    private static final String BY_ID = "MATCH (p:Person {id: $id}) RETURN p.name AS name";

    private Path directory;
    private Database database;
    private Session session;
    private PreparedStatement byId;
    private long next;

    /** Makes persons in a line, each of whom knows the next. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        directory = Files.createTempDirectory("thetis-point-reads");
        database = Database.create(directory.resolve("persons.thetis"));
        session = database.session();
        session.run("CREATE INDEX FOR (p:Person) ON (p.id)").consume();
        session.run(
                        "UNWIND $ids AS id CREATE (:Person {id: id, name: 'n' + id, age: id % 90})",
                        Map.of("ids", LongStream.range(0, PERSON_COUNT).boxed().toList()))
                .consume();
        session.run("MATCH (p:Person), (q:Person) WHERE q.id = p.id + 1 CREATE (p)-[:KNOWS]->(q)")
                .consume();
        database.checkpoint();
        byId = database.prepare(BY_ID);
    }

    /** Closes and deletes everything. */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        session.close();
        database.close();
        StoreDirectory.delete(directory);
    }

    private Map<String, Long> person() {
        next = (next + 1) % (PERSON_COUNT - 1);
        return Map.of("id", next);
    }

    /** A property by an indexed one, from a text. */
    @Benchmark
    public String property_by_text() {
        return session.run(BY_ID, person()).single().getString("name");
    }

    /** The same from a prepared statement. */
    @Benchmark
    public String property_by_prepared_statement() {
        return session.run(byId, person()).single().getString("name");
    }

    /** The same from a text that names the person, one of as many texts as there are persons. */
    @Benchmark
    public String property_by_literal() {
        next = (next + 1) % PERSON_COUNT;
        return session.run("MATCH (p:Person {id: " + next + "}) RETURN p.name AS name")
                .single()
                .getString("name");
    }

    /** A node with all that it holds. */
    @Benchmark
    public Object node() {
        return session.run("MATCH (p:Person {id: $id}) RETURN p", person())
                .single()
                .get("p");
    }

    /** A neighbour's property. */
    @Benchmark
    public String one_hop() {
        return session.run("MATCH (:Person {id: $id})-[:KNOWS]->(q) RETURN q.name AS name", person())
                .single()
                .getString("name");
    }
}
