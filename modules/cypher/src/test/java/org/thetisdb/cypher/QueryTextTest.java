package org.thetisdb.cypher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.FunctionCatalog;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.TokenKind;
import org.thetisdb.cypher.parse.Tokens;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Tokens of unfinished text, completeness, how errors look, and texts that are no Cypher at all. */
class QueryTextTest {
    @Test
    void isComplete_openBracketOrQuote_isFalse() {
        assertThat(QueryText.isComplete("MATCH (n")).isFalse();
        assertThat(QueryText.isComplete("RETURN 'a")).isFalse();
        assertThat(QueryText.isComplete("RETURN 1 /* x")).isFalse();
        assertThat(QueryText.isComplete("CALL { RETURN 1")).isFalse();
        assertThat(QueryText.isComplete("RETURN `a")).isFalse();
        assertThat(QueryText.isComplete("RETURN ')' // (")).isTrue();
        assertThat(QueryText.isComplete("RETURN 1)(")).isTrue();
    }

    @Test
    void scanWithComments_unfinishedText_coversEveryCharacterThatIsNoBlank() {
        String text = "MATCH (n:`A b`) // c\nWHERE n.x >= 1.5e3 AND n.y <> $p RETURN 'unfin";
        Tokens tokens = Lexer.scanWithComments(text);
        int end = 0;
        for (int index = 0; index < tokens.count(); index++) {
            assertThat(text.substring(end, tokens.start(index))).isBlank();
            end = tokens.end(index);
        }
        assertThat(end).isEqualTo(text.length());
        assertThat(tokens.kind(tokens.count() - 2)).isEqualTo(TokenKind.UNFINISHED);
        assertThat(tokens.kind(6)).isEqualTo(TokenKind.COMMENT);
    }

    @Test
    void keywords_areSorted_soThatAnyIsFound() {
        assertThat(QueryText.keywords()).isSorted();
        assertThat(QueryText.isKeyword("match")).isTrue();
        assertThat(QueryText.isKeyword("person")).isFalse();
    }

    @Test
    void render_error_showsLineAndCaret() {
        String text = "MATCH (person)\n\tRETURN persn.name";
        ThetisException error = catchThrowableOfType(ThetisException.class, () -> Cypher.bind(text));
        assertThat(ErrorText.render(text, error, 0)).isEqualTo("""
                        THETIS-1002: variable `persn` is not defined; did you mean `person`?
                        2 | \tRETURN persn.name
                          | \t       ^\
                        """);
    }

    @Test
    void bind_deepNesting_isRefusedWithoutOverflow() {
        for (String query : List.of(
                "RETURN " + "(".repeat(100_000) + "1",
                "RETURN " + "NOT ".repeat(100_000) + "true",
                "RETURN " + "-".repeat(100_000) + "1",
                "RETURN " + "[".repeat(100_000),
                "RETURN 1" + " + 1".repeat(100_000),
                "RETURN " + "CASE WHEN ".repeat(100_000),
                "MATCH (n:" + "!".repeat(100_000) + "A) RETURN n",
                "MATCH (n) RETURN n" + ".a".repeat(100_000),
                "RETURN EXISTS {".repeat(50_000),
                "RETURN 1 AS a" + " UNION RETURN 1 AS a".repeat(50_000))) {
            ThetisException error = catchThrowableOfType(ThetisException.class, () -> Cypher.bind(query));
            assertThat(error).as(query.substring(0, 30)).isNotNull();
            assertThat(error.code()).as(query.substring(0, 30)).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
        }
    }

    @Test
    void bind_manyConditions_isAccepted() {
        String query = "MATCH (n) WHERE n.x = 0" + " OR n.x = 1".repeat(5_000) + " RETURN n";
        assertThat(Cypher.bind(query).columns()).containsExactly("n");
    }

    @Test
    void bind_randomMutations_throwNothingButThetisException() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> bases = List.of(
                "MATCH (a:A {x: 1})-[r:R*..3]->(b) WHERE a.y = 'z' AND EXISTS { (b)-->(c) } RETURN a, count(*) AS n",
                "UNWIND [1, 2.5, 'x'] AS v WITH v, {k: v} AS m CALL (m) { RETURN m.k AS k } RETURN [i IN [1] | i + k]",
                "MATCH p = shortestPath((a)-[*]-(b)) "
                        + "RETURN CASE WHEN a:B THEN p ELSE null END AS q ORDER BY q LIMIT 3");
        String alphabet = "()[]{}:,.|&!%<>=-+*/'\"`$ \n09azMATCHRETURN";
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder(bases.get(random.nextInt(bases.size())));
            for (int change = random.nextInt(4); change >= 0; change--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, alphabet.charAt(random.nextInt(alphabet.length())));
                    default -> text.setCharAt(at, alphabet.charAt(random.nextInt(alphabet.length())));
                }
            }
            try {
                Cypher.bind(text.toString());
            } catch (ThetisException expected) {
                assertThat(ErrorText.render(text.toString(), expected, 0)).isNotEmpty();
            } catch (RuntimeException e) {
                throw new AssertionError("seed=" + seed + ", text=" + text, e);
            }
        }
    }

    @Test
    void catalog_everyFunction_hasSignatureAndTypes() {
        assertThat(FunctionCatalog.all()).hasSizeGreaterThan(110).allSatisfy(function -> {
            assertThat(function.signature()).contains("::");
            assertThat(function.description()).isNotBlank();
            assertThat(function.minArguments()).isLessThanOrEqualTo(function.maxArguments());
            assertThat(FunctionCatalog.find(function.displayName())).contains(function);
        });
        assertThat(FunctionCatalog.find("DISTANCE").orElseThrow().name()).isEqualTo("point.distance");
    }
}
