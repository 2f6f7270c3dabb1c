package org.thetisdb.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.Session;

/** Goal: JSON comes in and goes out as it was, and JSONPath finds in it what it says. Method: calls by Cypher. */
final class JsonFunctionsTest {
    private static final String SHOP = """
            {"books": [{"title": "A", "price": 8.95, "tags": ["x", "y"]}, {"title": "B", "price": 12}, null],
             "open": true}""";

    private final DocumentDatabase database = new DocumentDatabase();

    @BeforeEach
    void open() {
        database.open();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Object one(String expression) {
        return database.one("RETURN " + expression + " AS x", Map.of("d", SHOP));
    }

    @Test
    void parse_givesValues() {
        assertThat(one("json.parse('[1, -2.5, 1e2, true, null, \"\\u00e4\", {}]')"))
                .isEqualTo(Arrays.asList(1L, -2.5, 100.0, true, null, "ä", Map.of()));
        assertThat(one("json.parse('12345678901234567890')")).isEqualTo(1.2345678901234567e19);
        assertThat(one("json.parse('null')")).isNull();
        assertThat(one("json.parse($d).books[1].title")).isEqualTo("B");
        assertThat(one("json.isValid('[1')")).isEqualTo(false);
        assertThat(one("json.isValid($d)")).isEqualTo(true);
        for (String wrong : List.of("", "[1,]", "{a: 1}", "1 2", "[1", "'a'", "{\"a\": 1, \"a\": 2}", "1e999", "NaN")) {
            assertThatThrownBy(() -> database.one("RETURN json.parse($w) AS x", Map.of("w", wrong)))
                    .as(wrong)
                    .hasMessageContaining("not JSON");
        }
        assertThatThrownBy(() -> one("json.parse('{\n  \"a\": tru}')")).hasMessageContaining("line=2, column=8");
        for (String deep : List.of("[".repeat(502) + "]".repeat(502), "[".repeat(1_000_000))) {
            assertThatThrownBy(() -> database.one("RETURN json.values($d, '$[1]') AS x", Map.of("d", deep)))
                    .hasMessageContaining("not JSON");
        }
        assertThat(one("json.values('" + "[".repeat(500) + "]".repeat(500) + "', '$[1]')"))
                .isEqualTo(List.of());
    }

    @Test
    void text_isThatOfAValue() {
        assertThat(one("json.text({a: [1, 2.5, null, true, 'q\"\\\\\n\\u0001'], b: {}, c: []})"))
                .isEqualTo("{\"a\":[1,2.5,null,true,\"q\\\"\\\\\\n\\u0001\"],\"b\":{},\"c\":[]}");
        assertThat(one("json.text([date('2020-01-02'), duration('P1D'), null])"))
                .isEqualTo("[\"2020-01-02\",\"P1D\",null]");
        assertThat(one("json.text(null)")).isEqualTo("null");
        assertThatThrownBy(() -> one("json.text(1.0/0)")).hasMessageContaining("JSON has no such value");
    }

    @Test
    void paths_findValues() {
        assertThat(one("json.value($d, '$.books[0].title')")).isEqualTo("A");
        assertThat(one("json.value(json.parse($d), '$.open')")).isEqualTo(true);
        assertThat(one("json.value($d, '$.none')")).isNull();
        assertThat(one("json.values($d, '$.books[?@.price < 10].title')")).isEqualTo(List.of("A"));
        assertThat(one("json.paths($d, '$..title')"))
                .isEqualTo(List.of("$['books'][0]['title']", "$['books'][1]['title']"));
        assertThatThrownBy(() -> one("json.value($d, '$..title')")).hasMessageContaining("more than one value");
        assertThatThrownBy(() -> one("json.values($d, '$.a[')"))
                .hasMessageContaining("column=5")
                .hasMessageContaining("selector");
    }

    @Test
    void table_hasARowForEachValue() {
        assertThat(database.all(
                        "CALL json.table($d, '$.books[*]', {t: '$.title', tag: '$.tags[1]', p: '$.price'})"
                                + " YIELD number, row RETURN [number, row] AS x",
                        Map.of("d", SHOP)))
                .containsExactly(
                        List.of(1L, database.map("t", "A", "tag", "y", "p", 8.95)),
                        List.of(2L, database.map("t", "B", "tag", null, "p", 12L)),
                        List.of(3L, database.map("t", null, "tag", null, "p", null)));
    }

    @Test
    void document_isAGraph() {
        try (Session session = database.database().session()) {
            session.run(
                            "CALL json.nodes($d) YIELD id, parent, kind, key, value, position CREATE (:Json {id: id,"
                                    + " parent: parent, kind: kind, key: key, value: value, position: position})",
                            Map.of("d", SHOP))
                    .consume();
            session.run("MATCH (n:Json {key: 'open'}) SET n.value = false").consume();
        }
        assertThat(database.one("MATCH (n:Json) RETURN json.document(n {.*}) AS x", Map.of()))
                .isEqualTo("{\"books\":[{\"title\":\"A\",\"price\":8.95,\"tags\":[\"x\",\"y\"]},"
                        + "{\"title\":\"B\",\"price\":12},null],\"open\":false}");
        assertThatThrownBy(() -> database.one(
                        "UNWIND [{id: 1, kind: 'object'}, {id: 2, parent: 1, kind: 'null', key: 'a'},"
                                + " {id: 3, parent: 1, kind: 'null', key: 'a'}] AS n RETURN json.document(n) AS x",
                        Map.of()))
                .hasMessageContaining("once");
    }

    @Test
    void generatedValues_comeBack() {
        long seed = Long.getLong("thetis.seed", System.nanoTime());
        System.out.println("seed of the values: " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 100; round++) {
            Map<String, Object> parameters = new LinkedHashMap<>();
            parameters.put("v", value(random, 0));
            assertThat(database.one("RETURN json.parse(json.text($v)) AS x", parameters))
                    .as("seed=%d", seed)
                    .isEqualTo(parameters.get("v"));
            assertThat(database.one(
                            "WITH json.text($v) AS t CALL json.nodes(t) YIELD id, parent, kind, key, value, position"
                                    + " WITH * ORDER BY rand() WITH t, json.document({id: id, parent: parent,"
                                    + " kind: kind, key: key, value: value, position: position}) AS d"
                                    + " RETURN t = d AS x",
                            parameters))
                    .as("seed=%d", seed)
                    .isEqualTo(true);
        }
    }

    private static Object value(Random random, int level) {
        return switch (random.nextInt(level > 4 ? 5 : 8)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> random.nextLong() >> random.nextInt(64);
            case 3 -> random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
            case 4 ->
                random.ints(random.nextInt(6), 0, 0xd800)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
            case 5 -> {
                List<Object> list = new ArrayList<>();
                for (int count = random.nextInt(5); count > 0; count--) {
                    list.add(value(random, level + 1));
                }
                yield list;
            }
            default -> {
                Map<String, Object> map = new LinkedHashMap<>();
                for (int count = random.nextInt(5); count > 0; count--) {
                    map.put("k\"" + count, value(random, level + 1));
                }
                yield map;
            }
        };
    }
}
