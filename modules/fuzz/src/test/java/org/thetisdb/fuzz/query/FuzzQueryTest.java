package org.thetisdb.fuzz.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.fuzz.query.Piece.phrase;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FuzzQueryTest {
    private static final Piece CLAUSES = new Piece.Series(
            "",
            "",
            "",
            List.of(phrase(
                    Sort.CLAUSE,
                    "MATCH ",
                    Piece.list(List.of(phrase(
                            Sort.PART,
                            phrase(Sort.NODE_PATTERN, "(a)"),
                            phrase(Sort.HOP, "-[r", "]->"),
                            phrase(Sort.NODE_PATTERN, "(b)"),
                            phrase(Sort.HOP, "<-[", "]-"),
                            phrase(Sort.NODE_PATTERN, "(c)")))),
                    Piece.optional(phrase(
                            Sort.CONDITION,
                            " WHERE ",
                            phrase(
                                    Sort.BOOLEAN,
                                    "(",
                                    phrase(Sort.INTEGER, "a.i"),
                                    " = ",
                                    new Piece.Constant(3L),
                                    ")"))),
                    "\n")),
            0);
    private static final FuzzQuery QUERY = new FuzzQuery(
            phrase(
                    Sort.QUERY,
                    CLAUSES,
                    phrase(
                            Sort.RETURN,
                            "RETURN ",
                            Piece.list(List.of(phrase(Sort.ITEM, "a"), phrase(Sort.ITEM, "b.i AS i"))),
                            Piece.optional(phrase(Sort.ORDER, " ORDER BY ", "a.k DESC", ", ", "i")))),
            Map.of("p", 1L));

    @Test
    void text_ofTree_isThatOfItsParts() {
        assertThat(QUERY.text())
                .isEqualTo("MATCH (a)-[r]->(b)<-[]-(c) WHERE (a.i = 3)\nRETURN a, b.i AS i ORDER BY a.k DESC, i");
    }

    @Test
    void sortedBy_namesTheColumns() {
        assertThat(QUERY.sortedBy()).containsExactly("a", "i");
    }

    @Test
    void withParameters_replacesEachLiteral() {
        FuzzQuery other = QUERY.withParameters();

        assertThat(other.text()).contains("(a.i = $q1)");
        assertThat(other.parameters()).containsEntry("q1", 3L).containsEntry("p", 1L);
    }

    @Test
    void partition_takesTheConditionOut() {
        FuzzQuery unordered = QUERY.withRoot(phrase(Sort.QUERY, CLAUSES, phrase(Sort.RETURN, "RETURN a")));

        Rewrites.Partition partition = Rewrites.partition(unordered).orElseThrow();

        assertThat(partition.whole().text()).isEqualTo("MATCH (a)-[r]->(b)<-[]-(c)\nRETURN a");
        assertThat(partition.rejected().text()).contains("WHERE NOT ((a.i = 3))");
        assertThat(partition.unknown().text()).contains("WHERE ((a.i = 3)) IS NULL");
    }

    @Test
    void partition_ofWhatLooksAtManyRows_isEmpty() {
        assertThat(Rewrites.partition(QUERY)).isEmpty();
    }

    @Test
    void rewrites_keepTheReturnAndChangeThePattern() {
        FuzzQuery other = Rewrites.of(QUERY);

        assertThat(other.text())
                .endsWith("RETURN a, b.i AS i ORDER BY a.k DESC, i")
                .isNotEqualTo(QUERY.text());
    }
}
