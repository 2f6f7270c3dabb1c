package org.thetisdb.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.engine.extension.CallableTable;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Runs scenarios and judges what they give. One thread. */
final class ScenarioRunner {
    private final TestDatabases databases;

    ScenarioRunner(TestDatabases databases) {
        this.databases = databases;
    }

    sealed interface Outcome {
        record Passed() implements Outcome {}

        record Skipped(String reason) implements Outcome {}

        record Failed(String reason) implements Outcome {}
    }

    Outcome run(Scenario scenario, TestConfiguration configuration) {
        Map<String, Object> parameters = new HashMap<>();
        scenario.parameters().forEach((name, value) -> parameters.put(name, ShapeParser.parse(value)));
        try {
            return writes(scenario.query())
                    ? write(scenario, configuration, parameters)
                    : read(scenario, configuration, parameters);
        } catch (UnsupportedOperationException e) {
            return new Outcome.Skipped(e.getMessage());
        } catch (ThetisException e) {
            return judge(scenario, e);
        } catch (RuntimeException | AssertionError e) {
            return new Outcome.Failed("it must never throw this: " + described(e));
        }
    }

    private static boolean writes(String query) {
        try {
            return Cypher.bind(query).writes();
        } catch (ThetisException e) {
            return false;
        }
    }

    private Outcome read(Scenario scenario, TestConfiguration configuration, Map<String, Object> parameters) {
        TestDatabase database = databases.of(scenario, configuration);
        Table found = scenario.procedures().isEmpty()
                ? database.run(scenario.query(), parameters)
                : database.run(scenario.query(), parameters, TestProcedures.of(scenario.procedures()));
        return judge(scenario, database.shapes(found));
    }

    /**
     * With the default configuration and wherever the graph lies in the delta, the transaction is committed and what it
     * left is looked at; with the others, it is rolled back after a look from inside, so that the graph serves the next
     * scenario too.
     */
    private Outcome write(Scenario scenario, TestConfiguration configuration, Map<String, Object> parameters) {
        boolean commit = configuration.commits();
        if (configuration.readsOnly() || !commit && scenario.expectation() instanceof Scenario.Error) {
            return new Outcome.Skipped("writes, and a commit may be needed to see it fail");
        }
        TestDatabase.Written written;
        if (commit) {
            try (TestDatabase database = databases.fresh(scenario, configuration)) {
                written = database.write(List.of(scenario.query()), parameters, true);
            }
        } else {
            written = databases.of(scenario, configuration).write(List.of(scenario.query()), parameters, false);
        }
        return judge(scenario, written.table(), written.sideEffects());
    }

    static Outcome judge(Scenario scenario, Table found, Map<String, Long> sideEffects) {
        Outcome outcome = judge(scenario, found);
        boolean effects = scenario.sideEffects().map(sideEffects::equals).orElse(true);
        return outcome instanceof Outcome.Passed && !effects
                ? new Outcome.Failed(
                        "expected side effects " + scenario.sideEffects().orElseThrow() + ", found " + sideEffects)
                : outcome;
    }

    static Outcome judge(Scenario scenario, Table found) {
        return switch (scenario.expectation()) {
            case Scenario.Error error -> new Outcome.Failed("expected " + error + ", found rows " + found.rows());
            case Scenario.Rows rows -> judge(rows, found);
        };
    }

    private static String described(Throwable e) {
        StackTraceElement[] trace = e.getStackTrace();
        return e + (trace.length == 0 ? "" : " at " + trace[0]);
    }

    static Outcome judge(Scenario scenario, ThetisException e) {
        if (scenario.expectation() instanceof Scenario.Error error
                && e.code().category() != ErrorCode.Category.INTERNAL
                && e.code() != ErrorCode.NOT_YET_SUPPORTED) {
            // Parameters are looked at before a query runs, but not when it is bound.
            boolean early = e.code() == ErrorCode.MISSING_PARAMETER;
            return error.phase().equals("compile time") && !early && binds(scenario)
                    ? new Outcome.Failed(
                            "expected " + error + ", found a later one: " + e.code() + " " + e.getMessage())
                    : new Outcome.Passed();
        }
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return new Outcome.Failed("error " + e.code() + " " + e.getMessage() + " at " + described(cause));
    }

    private static boolean binds(Scenario scenario) {
        try {
            Cypher.bind(
                    scenario.query(),
                    new CallableTable(TestProcedures.of(scenario.procedures()).procedures()));
            return true;
        } catch (ThetisException e) {
            return false;
        }
    }

    private static Outcome judge(Scenario.Rows expected, Table found) {
        if (expected.columns().isEmpty()) {
            return found.rows().isEmpty()
                    ? new Outcome.Passed()
                    : new Outcome.Failed("expected no rows, found " + found.rows());
        }
        if (!new TreeSet<>(expected.columns()).equals(new TreeSet<>(found.columns()))) {
            return new Outcome.Failed("expected columns " + expected.columns() + ", found " + found.columns());
        }
        List<Object> wanted = new ArrayList<>();
        for (List<String> cells : expected.cells()) {
            wanted.add(cells.stream().map(ShapeParser::parse).collect(ArrayList::new, List::add, List::addAll));
        }
        List<Object> given = new ArrayList<>();
        for (List<Object> row : found.rows()) {
            List<Object> values = new ArrayList<>();
            expected.columns()
                    .forEach(column -> values.add(row.get(found.columns().indexOf(column))));
            given.add(values);
        }
        List<Object> wantedRows = expected.listOrder() ? wanted : entriesWithoutOrder(wanted);
        List<Object> givenRows = expected.listOrder() ? given : entriesWithoutOrder(given);
        boolean equal = expected.ordered()
                ? wantedRows.equals(givenRows)
                : Shape.bag(wantedRows).equals(Shape.bag(givenRows));
        return equal ? new Outcome.Passed() : new Outcome.Failed("expected rows " + wanted + ", found " + given);
    }

    private static List<Object> entriesWithoutOrder(List<Object> rows) {
        List<Object> result = new ArrayList<>();
        for (Object row : rows) {
            result.add(
                    ((List<?>) row).stream().map(Shape::withoutOrder).collect(ArrayList::new, List::add, List::addAll));
        }
        return result;
    }
}
