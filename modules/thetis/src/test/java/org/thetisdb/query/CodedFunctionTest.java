package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Record;
import org.thetisdb.Session;

/**
 * Goal: functions of texts that are stored as codes give what they give for any texts. Method: the same function of the
 * property and of a text that is made of it, which has no codes.
 */
final class CodedFunctionTest {
    private Database database;
    private Session session;

    @BeforeEach
    void open(@TempDir Path folder) {
        database = Database.create(
                folder.resolve("db"), DatabaseOptions.byDefault().withDurability(Durability.OFF));
        session = database.session();
        session.run("UNWIND range(1, 9000) AS x CREATE (:R {x: x, t: CASE x % 8 WHEN 0 THEN null WHEN 1 THEN '12'"
                        + " WHEN 2 THEN ' Ada ' WHEN 3 THEN 'Öd' WHEN 4 THEN '' WHEN 5 THEN 'true' WHEN 6 THEN '1.5'"
                        + " ELSE 'ada, ada' END})")
                .consume();
        database.checkpoint();
    }

    @AfterEach
    void close() {
        session.close();
        database.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "toLower(T)",
                "toUpper(T)",
                "trim(T)",
                "btrim(T, 'a')",
                "ltrim(T)",
                "rtrim(T)",
                "char_length(T)",
                "left(T, 2)",
                "right(T, 2)",
                "substring(T, 1)",
                "substring('abcdef', size(T))",
                "replace(T, 'a', 'b')",
                "split(T, ',')",
                "normalize(T)",
                "reverse(T)",
                "size(T)",
                "isEmpty(T)",
                "toInteger(T)",
                "toFloat(T)",
                "toBoolean(T)",
                "toUpper(trim(T)) + 'x'",
                "case when x % 3 = 0 then toUpper(T) else size(T) end",
            })
    void function_ofCodes_givesWhatItGivesOfTexts(String function) {
        List<Record> coded = run(function.replace("T", "r.t").replace("x %", "r.x %"), Map.of());
        List<Record> plain = run(function.replace("T", "(r.t + '')").replace("x %", "r.x %"), Map.of());
        assertThat(coded).hasSize(9000).isEqualTo(plain);
    }

    @Test
    void function_withAParameter_isComputedAnewInEachRun() {
        for (int length = 0; length < 4; length++) {
            Map<String, Object> parameters = Map.of("n", length);
            assertThat(run("left(r.t, $n)", parameters)).isEqualTo(run("left(r.t + '', $n)", parameters));
        }
    }

    @Test
    void function_isNotComputedForTextsThatAreLeftOut() {
        List<Record> rows = session.run("MATCH (r:R) WHERE r.t IN ['12', '1.5'] AND left('abc', toInteger(r.t)) <> ''"
                        + " RETURN count(*) AS n, min(split('a', r.t)[0]) AS s")
                .list();
        assertThat(rows.getFirst().getLong("n")).isEqualTo(2250);
        assertThat(session.run("MATCH (r:R) WHERE r.t <> '' AND size(split('a-b', r.t)) > 0 RETURN count(*) AS n")
                        .list()
                        .getFirst()
                        .getLong("n"))
                .isEqualTo(6750);
    }

    private List<Record> run(String expression, Map<String, Object> parameters) {
        return session.run("MATCH (r:R) RETURN r.x AS x, " + expression + " AS y ORDER BY x", parameters)
                .list();
    }
}
