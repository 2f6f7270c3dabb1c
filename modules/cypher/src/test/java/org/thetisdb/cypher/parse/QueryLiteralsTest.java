package org.thetisdb.cypher.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.cypher.bound.CallableCatalog;
import org.thetisdb.cypher.bound.LiteralParameter;

/** Which texts have one shape, and which of their literals vary. */
class QueryLiteralsTest {
    private static QueryLiterals of(String text) {
        return QueryLiterals.of(text).orElseThrow();
    }

    /** The literals of a text that become parameters, as they are written, by their parameters. */
    private static List<String> varying(String text) {
        QueryLiterals literals = of(text);
        BoundQuery bound = Cypher.bind(literals, CallableCatalog.NONE);
        return bound.literals().stream()
                .map(each -> each.name() + "=" + each.value(literals.value(each.literal())))
                .collect(Collectors.toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '§',
            value = {
                "RETURN {id: 1}             | RETURN {id: 2}",
                "RETURN {id: 1}             | RETURN {id: 0x7f}",
                "RETURN [1, 2, 1]           | RETURN [30, 4, 30]",
                "RETURN 'a' + \"b\"         | RETURN \"it's\" + ''",
                "RETURN 1.5                 | RETURN 1e3",
                "RETURN 1 // one 1          | RETURN 22 // one 1",
            })
    void shape_sameButForValues_isTheSame(String one, String other) {
        assertThat(of(one).shape()).isEqualTo(of(other).shape());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '§',
            value = {
                "RETURN {id: 1}             | RETURN {id: 1.0}",
                "RETURN {id: 1}             | RETURN {id: '1'}",
                "RETURN {id: 1}             | RETURN {id:  1}",
                "RETURN [1, 1]              | RETURN [1, 2]",
                "RETURN [1, 2, 1]           | RETURN [1, 2, 2]",
                "RETURN `1`, 1              | RETURN `2`, 1",
                "RETURN 1 // one 1          | RETURN 1 // one 2",
                "RETURN 1, true             | RETURN 1, false",
            })
    void shape_differsInMore_isAnother(String one, String other) {
        assertThat(of(one).shape()).isNotEqualTo(of(other).shape());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RETURN true",
                "RETURN 9223372036854775808",
                "RETURN -9223372036854775808",
                "RETURN 1e999",
                "RETURN '\\q'",
                "RETURN \0 + 1",
                "RETURN $` 0` + 1",
            })
    void of_nothingThatCouldVary_isEmpty(String text) {
        assertThat(QueryLiterals.of(text)).isEmpty();
    }

    @Test
    void of_moreThanAQueryHas_isEmpty() {
        String list = "1, ".repeat(256);
        assertThat(QueryLiterals.of("RETURN [" + list + "1] AS l")).isEmpty();
    }

    @Test
    void template_someVary_holdsTheOthers() {
        QueryLiterals literals = of("MATCH (p {id: 7}) RETURN p LIMIT 7");
        BitSet first = new BitSet();
        first.set(0);
        assertThat(literals.template(first)).isEqualTo("MATCH (p {id: \0i0\0}) RETURN p LIMIT 7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '§',
            value = {
                "MATCH (p {id: 7}) RETURN p.name                            | [ 0=7]",
                "MATCH (p {id: -7}) RETURN p.name                           | [ -0=-7]",
                "MATCH (p) WHERE p.x = - 7 RETURN p.name                    | [ -0=-7]",
                "MATCH (p) WHERE p.x = -7.5 RETURN p.name                   | [ 0=7.5]",
                "MATCH (p {a: 'x', b: 'x'}) RETURN p.name                   | [ 0=x,  0=x]",
                "MATCH (p {id: 7}) RETURN p.name LIMIT 3                    | [ 0=7]",
                "MATCH (p {id: 7}) RETURN p.name SKIP 1 + 1                 | [ 0=7]",
                "MATCH (p {id: 3}) RETURN p.name LIMIT 3                    | []",
                "MATCH (p {id: 7}) RETURN p.age + 1                         | [ 0=7]",
                "MATCH (p {id: 7}) RETURN p.age + 1 AS x                    | [ 0=7,  1=1]",
                "MATCH (p {id: 1}) RETURN p.age + 1                         | []",
                "MATCH (p)-[:KNOWS*1..2]->(q {id: 7}) RETURN q              | [ 2=7]",
                "MATCH (p) WHERE p['a'] = 'b' RETURN p                      | [ 1=b]",
                "MATCH (p) SET p['a'] = 'b'                                 | [ 1=b]",
                "MATCH (p) REMOVE p['a']                                    | []",
                "USE revision(7) MATCH (p {id: 8}) RETURN p                 | [ 1=8]",
                "EXPLAIN MATCH (p {id: 7}) RETURN p                         | []",
                "PROFILE MATCH (p {id: 7}) RETURN p                         | []",
                "UNWIND [1, 2] AS x CALL (x) { CREATE ({x: x}) } IN TRANSACTIONS OF 5 ROWS | [ 0=1,  1=2]",
                "MATCH (p) WITH p.x + 1 AS x, count(*) AS n ORDER BY p.x + 1 RETURN x | [ 0=1,  0=1]",
            })
    void bind_literals_thoseThatAreValuesOnlyVary(String text, String expected) {
        assertThat(varying(text)).hasToString(expected);
    }

    @Test
    void bind_withoutLiterals_hasNoSuchParameters() {
        assertThat(Cypher.bind("MATCH (p {id: 7}) RETURN p").literals()).isEmpty();
    }

    @Test
    void value_negated_isOfTheSameKind() {
        assertThat(LiteralParameter.of(0, 0, true).value(5L)).isEqualTo(-5L);
        assertThat(LiteralParameter.of(0, 0, true).value(5.5)).isEqualTo(-5.5);
        assertThat(LiteralParameter.of(0, 0, false).value("a")).isEqualTo("a");
    }
}
