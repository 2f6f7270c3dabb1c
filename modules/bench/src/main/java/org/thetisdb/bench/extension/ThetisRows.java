package org.thetisdb.bench.extension;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Session;

/** Thetis: nodes with a number each. */
final class ThetisRows implements RowSystem {
    private final Database database;
    private final Session session;

    ThetisRows(Path folder, ExtensionOptions options) throws IOException {
        database = Database.create(
                folder.resolve("database"),
                DatabaseOptions.byDefault()
                        .withDurability(Durability.OFF)
                        .withThreadCount(options.threads())
                        .withMemory(options.memoryBytes() + "B"));
        session = database.session();
        session.run("UNWIND range(1, " + options.rows() + ") AS x CALL (x) { CREATE (:R {v: " + RowSystem.formula("x")
                        + "}) } IN TRANSACTIONS OF 1000000 ROWS")
                .consume();
        database.checkpoint();
        database.extend("bench")
                .classes(SampleFunctions.class, SampleSum.class)
                .longFunction("bench.lambda", value -> 2 * value + 1)
                .register();
        session.run(PureJar.functions(folder)).consume();
    }

    @Override
    public String name() {
        return "thetis";
    }

    @Override
    public Map<Task, Map<String, String>> statements() {
        Map<String, String> function = new LinkedHashMap<>();
        function.put("an expression", "MATCH (r:R) RETURN sum(2 * r.v + 1) AS s");
        function.put("a method in Java", "MATCH (r:R) RETURN sum(bench.f(r.v)) AS s");
        function.put("a method in Java, held to the fence", "MATCH (r:R) RETURN sum(pure.f(r.v)) AS s");
        function.put("a lambda", "MATCH (r:R) RETURN sum(bench.lambda(r.v)) AS s");
        Map<String, String> aggregate = new LinkedHashMap<>();
        aggregate.put("sum()", "MATCH (r:R) RETURN sum(r.v) AS s");
        aggregate.put("a class in Java", "MATCH (r:R) RETURN bench.sum(r.v) AS s");
        aggregate.put("a class in Java, held to the fence", "MATCH (r:R) RETURN pure.sum(r.v) AS s");
        Map<String, String> digits = new LinkedHashMap<>();
        digits.put("a method in Java", "MATCH (r:R) RETURN sum(bench.digits(r.v)) AS s");
        digits.put("the same, held to the fence", "MATCH (r:R) RETURN sum(pure.digits(r.v)) AS s");
        Map<String, String> twice = new LinkedHashMap<>();
        twice.put("an expression", "MATCH (r:R) RETURN sum(2 * (2 * r.v + 1) + 1) AS s");
        twice.put("a method in Java", "MATCH (r:R) RETURN sum(bench.twice(r.v)) AS s");
        twice.put("the same, held to the fence", "MATCH (r:R) RETURN sum(pure.twice(r.v)) AS s");
        Map<String, String> absolute = new LinkedHashMap<>();
        absolute.put("abs()", "MATCH (r:R) RETURN sum(abs(r.v)) AS s");
        absolute.put("a method in Java", "MATCH (r:R) RETURN sum(bench.absolute(r.v)) AS s");
        Map<String, String> root = new LinkedHashMap<>();
        root.put("sqrt()", "MATCH (r:R) RETURN sum(toInteger(sqrt(r.v))) AS s");
        root.put("a method in Java", "MATCH (r:R) RETURN sum(bench.root(r.v)) AS s");
        return Map.of(
                Task.FUNCTION,
                function,
                Task.AGGREGATE,
                aggregate,
                Task.ABSOLUTE,
                absolute,
                Task.ROOT,
                root,
                Task.DIGITS,
                digits,
                Task.TWICE,
                twice);
    }

    @Override
    public long run(String statement) {
        return session.run(statement).list().getFirst().getLong("s");
    }

    @Override
    public long runInNewSession(String statement) {
        try (Session another = database.session()) {
            return another.run(statement).list().getFirst().getLong("s");
        }
    }

    @Override
    public void close() {
        session.close();
        database.close();
    }
}
