package org.thetisdb.engine.procedure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.ProcedureSignature;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.query.QueryEngine;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

class ProceduresTest {
    private final TestGraph graph = graph();
    private final List<Object> told = new ArrayList<>();
    private final QueryEngine engine =
            new QueryEngine(new EngineOptions(2, 100), () -> List.of(numbers(), tell(), taken()));

    private static TestGraph graph() {
        TestGraph.Builder builder = TestGraph.builder(4);
        long ada = builder.node(Set.of("Person"), Map.of("name", "Ada"));
        long bob = builder.node(Set.of("Person", "Admin"), Map.of("name", "Bob"));
        builder.relationship(ada, "KNOWS", bob, Map.of("since", 1999L));
        return builder.index("Person", "name").build();
    }

    /** Gives the numbers from one to another, and each as text. */
    private static Procedure numbers() {
        ProcedureSignature signature = ProcedureSignature.parse(
                "test.numbers(last INTEGER, [first INTEGER = 1]) :: (number INTEGER, text STRING)", "Counts");
        return new Procedure(signature, (context, arguments, rows) -> {
            if (arguments[0] == null) {
                return;
            }
            boolean more = true;
            for (long number = (long) arguments[1]; more && number <= (long) arguments[0]; number++) {
                context.checkpoint();
                more = rows.add(number, number % 2 == 0 ? null : "n" + number);
            }
        });
    }

    /** Gives nothing. */
    private Procedure tell() {
        ProcedureSignature signature = ProcedureSignature.parse("test.tell(what ANY)", "Takes note");
        return new Procedure(signature, (context, arguments, rows) -> told.add(arguments[0]));
    }

    /** Tells in each of two columns whether the other one is taken. */
    private static Procedure taken() {
        ProcedureSignature signature =
                ProcedureSignature.parse("columns.taken() :: (second BOOLEAN, first BOOLEAN)", "Tells what is taken");
        return new Procedure(signature, (context, arguments, rows) -> rows.add(context.takes(1), context.takes(0)));
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private List<List<Object>> rows(String text, Map<String, Object> parameters) {
        List<List<Object>> rows = new ArrayList<>();
        for (int batchRows : new int[] {1, 3, 1024}) {
            rows.clear();
            RunOptions options = new RunOptions(2, 0, 0, batchRows, Clock.systemUTC(), new Random(1));
            try (ResultCursor cursor = engine.run(text, parameters, options, graph)) {
                while (cursor.next()) {
                    for (int row = 0; row < cursor.rowCount(); row++) {
                        Object[] values = new Object[cursor.columns().size()];
                        for (int column = 0; column < values.length; column++) {
                            values[column] = cursor.column(column).valueAt(row);
                        }
                        rows.add(Arrays.asList(values));
                    }
                }
            }
        }
        return rows;
    }

    private List<List<Object>> rows(String text) {
        return rows(text, Map.of());
    }

    private void fails(String text, ErrorCode code, String message) {
        assertThatThrownBy(() -> rows(text))
                .as(text)
                .isInstanceOf(ThetisException.class)
                .hasMessageContaining(message)
                .extracting(failure -> ((ThetisException) failure).code())
                .isEqualTo(code);
    }

    @Test
    void schema_names_areListed() {
        assertThat(rows("CALL db.labels()")).containsExactlyInAnyOrder(List.of("Person"), List.of("Admin"));
        assertThat(rows("CALL db.labels() YIELD label AS l WHERE l STARTS WITH 'A' RETURN l"))
                .containsExactly(List.of("Admin"));
        assertThat(rows("CALL db.relationshipTypes")).containsExactly(List.of("KNOWS"));
        assertThat(rows("CALL db.propertyKeys() YIELD propertyKey RETURN count(*) AS n"))
                .containsExactly(List.of(2L));
        assertThat(engine.find("CALL db.labels()").columns()).containsExactly("label");
        assertThat(engine.find("CALL db.labels() YIELD label AS l").columns()).containsExactly("l");
    }

    @Test
    void show_indexes_describesThem() {
        assertThat(rows("SHOW INDEXES YIELD labelsOrTypes, properties, state, unique"))
                .containsExactly(List.of(List.of("Person"), List.of("name"), "ONLINE", false));
        assertThat(rows("SHOW INDEXES WHERE state = 'POPULATING'")).isEmpty();
        assertThat(rows("SHOW INDEXES YIELD entityType RETURN count(*) AS n, entityType"))
                .containsExactly(List.of(1L, "NODE"));
        assertThat(rows("SHOW CONSTRAINTS")).isEmpty();
    }

    @Test
    void takes_columnThatIsRead_isTrue() {
        assertThat(rows("CALL columns.taken()")).containsExactly(List.of(true, true));
        assertThat(rows("CALL columns.taken() YIELD first RETURN first")).containsExactly(List.of(false));
        assertThat(rows("CALL columns.taken() YIELD second RETURN second")).containsExactly(List.of(false));
        assertThat(rows("CALL columns.taken() YIELD first, second RETURN first"))
                .containsExactly(List.of(false));
        assertThat(rows("CALL columns.taken() YIELD first, second WHERE first RETURN second"))
                .containsExactly(List.of(true));
    }

    @Test
    void show_proceduresAndFunctions_listsThem() {
        assertThat(rows("SHOW PROCEDURES YIELD name, mode, signature WHERE name STARTS WITH 'test'"))
                .containsExactly(
                        List.of(
                                "test.numbers",
                                "READ",
                                "test.numbers(last INTEGER, [first INTEGER = 1]) :: (number INTEGER, text STRING)"),
                        List.of("test.tell", "READ", "test.tell(what ANY)"));
        assertThat(rows("SHOW FUNCTIONS YIELD name WHERE name = 'toUpper'")).containsExactly(List.of("toUpper"));
    }

    @Test
    void call_argumentsOfRows_joinsEachRow() {
        assertThat(rows("UNWIND [2, null, 0, 3] AS x CALL test.numbers(x) YIELD number RETURN x, number"))
                .containsExactly(List.of(2L, 1L), List.of(2L, 2L), List.of(3L, 1L), List.of(3L, 2L), List.of(3L, 3L));
        assertThat(rows("UNWIND [2, null] AS x OPTIONAL CALL test.numbers(x, 2) YIELD number, text RETURN *"))
                .containsExactly(Arrays.asList(2L, null, 2L), Arrays.asList(null, null, null));
        assertThat(rows("CALL test.numbers(5, 4)")).containsExactly(Arrays.asList(4L, null), List.of(5L, "n5"));
        assertThat(rows("CALL test.numbers", Map.of("last", 1L))).containsExactly(List.of(1L, "n1"));
        assertThat(rows("CALL test.numbers(1000000000) YIELD number RETURN number LIMIT 2"))
                .containsExactly(List.of(1L), List.of(2L));
        assertThat(rows("RETURN COUNT { CALL test.numbers(7) YIELD number WHERE number > 4 RETURN number } AS n"))
                .containsExactly(List.of(3L));
        assertThat(rows("MATCH (p:Person) CALL test.numbers(2) YIELD number AS k RETURN p.name AS n, k ORDER BY n, k"))
                .containsExactly(List.of("Ada", 1L), List.of("Ada", 2L), List.of("Bob", 1L), List.of("Bob", 2L));
    }

    @Test
    void call_withoutColumns_keepsRows() {
        assertThat(rows("UNWIND [1, 'x'] AS x CALL test.tell(x) RETURN x")).containsExactly(List.of(1L), List.of("x"));
        assertThat(told).containsExactly(1L, "x", 1L, "x", 1L, "x");
    }

    @Test
    void call_wrong_saysWhatWouldBeRight() {
        fails("CALL db.lables()", ErrorCode.UNKNOWN_PROCEDURE, "did you mean `db.labels`?");
        fails("CALL test.numbers()", ErrorCode.WRONG_ARGUMENT_COUNT, "test.numbers(last INTEGER, [first INTEGER = 1])");
        fails("CALL test.numbers('x')", ErrorCode.TYPE_MISMATCH, "last");
        fails("UNWIND ['x'] AS x CALL test.numbers(x) YIELD number RETURN number", ErrorCode.TYPE_MISMATCH, "last");
        fails("CALL test.numbers(1) YIELD numbr", ErrorCode.SEMANTIC, "did you mean `number`?");
        fails("UNWIND [1] AS x CALL test.numbers(x) RETURN x", ErrorCode.SYNTAX, "add YIELD");
        fails(
                "UNWIND [1] AS number CALL test.numbers(1) YIELD number RETURN number",
                ErrorCode.VARIABLE_ALREADY_DEFINED,
                "number");
    }
}
