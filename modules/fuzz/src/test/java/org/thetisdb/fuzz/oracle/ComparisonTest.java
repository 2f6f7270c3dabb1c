package org.thetisdb.fuzz.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.fuzz.query.Piece.phrase;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.thetisdb.fuzz.oracle.Answer.NodeShape;
import org.thetisdb.fuzz.oracle.Answer.RelationshipShape;
import org.thetisdb.fuzz.oracle.Comparison.Difference;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;
import org.thetisdb.value.ErrorCode;

class ComparisonTest {
    private static final FuzzQuery PLAIN = query(Sort.INTEGER, Piece.nothing());
    private static final FuzzQuery ORDERED = query(Sort.INTEGER, Piece.optional(phrase(Sort.ORDER, " ORDER BY ", "x")));
    private static final FuzzQuery BAG = query(Sort.INTEGER_BAG, Piece.nothing());
    private static final FuzzQuery ROUGH = query(Sort.ROUGH, Piece.nothing());

    private static FuzzQuery query(Sort sort, Piece order) {
        return new FuzzQuery(
                phrase(
                        Sort.QUERY,
                        phrase(Sort.RETURN, "RETURN ", phrase(Sort.ITEM, phrase(sort, "x"), " AS x"), order)),
                Map.of());
    }

    private static Answer rows(Object... values) {
        return new Answer.Rows(
                List.of("x"), Arrays.stream(values).map(Arrays::asList).toList(), Optional.empty());
    }

    private static Answer error(ErrorCode code) {
        return new Answer.Failure(Optional.of(code), "message");
    }

    private static String kind(FuzzQuery query, Answer expected, Answer given) {
        return Comparison.of(query, expected, given).map(Difference::kind).orElse("none");
    }

    @Test
    void rows_inAnotherOrder_differOnlyIfOrdered() {
        assertThat(kind(PLAIN, rows(1L, 2L), rows(2L, 1L))).isEqualTo("none");
        assertThat(kind(ORDERED, rows(1L, 2L), rows(2L, 1L))).isEqualTo("order");
    }

    @Test
    void rows_differByCountAndType() {
        assertThat(kind(PLAIN, rows(1L, 1L), rows(1L))).isEqualTo("rows");
        assertThat(kind(PLAIN, rows(1L), rows(1.0))).isEqualTo("rows");
        assertThat(kind(PLAIN, rows(Double.NaN), rows(Double.NaN))).isEqualTo("none");
        assertThat(kind(PLAIN, rows(0.0), rows(-0.0))).isEqualTo("none");
    }

    @Test
    void lists_inAnotherOrder_differUnlessTheyAreBags() {
        assertThat(kind(PLAIN, rows(List.of(1L, 2L)), rows(List.of(2L, 1L)))).isEqualTo("rows");
        assertThat(kind(BAG, rows(List.of(1L, 2L)), rows(List.of(2L, 1L)))).isEqualTo("none");
    }

    @Test
    void floats_withOtherLastDigits_differUnlessTheyAreRough() {
        assertThat(kind(PLAIN, rows(0.3), rows(0.1 + 0.2))).isEqualTo("rows");
        assertThat(kind(ROUGH, rows(0.3), rows(0.1 + 0.2))).isEqualTo("none");
        assertThat(kind(ROUGH, rows(0.3), rows(0.31))).isEqualTo("rows");
    }

    @Test
    void toleranceOfOneColumn_doesNotLoosenAnother() {
        FuzzQuery query = new FuzzQuery(
                phrase(
                        Sort.QUERY,
                        phrase(
                                Sort.RETURN,
                                "RETURN ",
                                Piece.list(List.of(
                                        phrase(Sort.ITEM, phrase(Sort.INTEGER_BAG, "b"), " AS b"),
                                        phrase(Sort.ITEM, phrase(Sort.ROUGH, "r"), " AS r"),
                                        phrase(Sort.ITEM, phrase(Sort.FLOAT, "f"), " AS f"),
                                        phrase(Sort.ITEM, phrase(Sort.INTEGER_LIST, "l"), " AS l"))),
                                Piece.optional(phrase(Sort.ORDER, " ORDER BY ", "f")))),
                Map.of());
        List<Object> row = List.of(List.of(1L, 2L), 0.3, 0.3, List.of(1L, 2L));
        List<Object> tolerated = List.of(List.of(2L, 1L), 0.1 + 0.2, 0.3, List.of(1L, 2L));
        List<Object> otherFloat = List.of(List.of(1L, 2L), 0.3, 0.1 + 0.2, List.of(1L, 2L));
        List<Object> otherList = List.of(List.of(1L, 2L), 0.3, 0.3, List.of(2L, 1L));

        assertThat(kind(query, row(row), row(tolerated))).isEqualTo("none");
        assertThat(kind(query, row(row), row(otherFloat))).isEqualTo("rows");
        assertThat(kind(query, row(row), row(otherList))).isEqualTo("rows");
    }

    private static Answer row(List<Object> values) {
        return new Answer.Rows(List.of("b", "r", "f", "l"), List.of(values), Optional.empty());
    }

    @Test
    void error_onOneSideOnly_isADifference() {
        assertThat(kind(PLAIN, error(ErrorCode.DIVISION_BY_ZERO), rows(1L))).isEqualTo("error");
        assertThat(kind(PLAIN, rows(1L), error(ErrorCode.NUMBER_OUT_OF_RANGE))).isEqualTo("error");
        assertThat(kind(PLAIN, rows(1L), error(ErrorCode.SEMANTIC))).isEqualTo("error");
        assertThat(kind(PLAIN, error(ErrorCode.SEMANTIC), error(ErrorCode.SEMANTIC)))
                .isEqualTo("none");
    }

    @Test
    void errorOfAValueThatNobodyReads_mayNotHappen_andThenTheRowsAreCompared() {
        Answer wanted = new Answer.Failure(
                Optional.of(ErrorCode.DIVISION_BY_ZERO), "message", Optional.of((Answer.Rows) rows(1L)));

        assertThat(kind(PLAIN, wanted, rows(1L))).isEqualTo("none");
        assertThat(kind(PLAIN, wanted, rows(2L))).isEqualTo("rows");
        assertThat(kind(PLAIN, wanted, error(ErrorCode.DIVISION_BY_ZERO))).isEqualTo("none");
    }

    @Test
    void errorOfACondition_mayHappenBeforeTheMatchIsWhole() {
        for (String condition : List.of("n.i / m.i = 1", "n.l[m.i] = 1", "abs(n.i) = 1", "-n.i = 1 - 2")) {
            assertThat(kind(where(condition), rows(1L), error(ErrorCode.DIVISION_BY_ZERO)))
                    .as(condition)
                    .isEqualTo("none");
        }
        for (String condition : List.of("n.i = 1", "n.s IN ['a', '-'] OR n:A", "n.i < -1", "(true)")) {
            assertThat(kind(where(condition), rows(1L), error(ErrorCode.DIVISION_BY_ZERO)))
                    .as(condition)
                    .isEqualTo("error");
        }
        assertThat(kind(where("n.i / m.i = 1"), rows(1L), error(ErrorCode.SEMANTIC)))
                .isEqualTo("error");
    }

    private static FuzzQuery where(String condition) {
        Piece match = phrase(Sort.CLAUSE, "MATCH (n), (m)", phrase(Sort.CONDITION, " WHERE ", condition));
        return new FuzzQuery(phrase(Sort.QUERY, match, phrase(Sort.RETURN, " RETURN 1 AS x")), Map.of());
    }

    @Test
    void errors_ofAForeignProduct_areItsOwn() {
        Answer foreign = new Answer.Failure(Optional.empty(), "message");

        assertThat(Comparison.ofForeign(PLAIN, rows(1L), foreign)).isEmpty();
        assertThat(Comparison.ofForeign(PLAIN, error(ErrorCode.DIVISION_BY_ZERO), rows(1L)))
                .isEmpty();
        assertThat(Comparison.ofForeign(PLAIN, error(ErrorCode.SEMANTIC), rows(1L)))
                .isPresent();
        assertThat(Comparison.ofForeign(PLAIN, rows(1L), rows(2L))).isPresent();
    }

    @Test
    void defect_isAlwaysADifference() {
        assertThat(kind(PLAIN, rows(1L), new Answer.Defect("crash", "message"))).isEqualTo("crash");
    }

    @Test
    void graphs_areComparedByWhatTheyHoldAndHowTheyHangTogether() {
        NodeShape a = new NodeShape(List.of("A"), Map.of("k", 1L));
        NodeShape b = new NodeShape(List.of("B"), Map.of());
        RelationshipShape r = new RelationshipShape("R", Map.of());
        GraphShape one = GraphShape.of(List.of(a, b), List.of(new GraphShape.Link(r, 0, 1)));

        assertThat(GraphShape.of(List.of(b, a), List.of(new GraphShape.Link(r, 1, 0))))
                .isEqualTo(one);
        assertThat(GraphShape.of(List.of(b, a), List.of(new GraphShape.Link(r, 0, 1))))
                .isNotEqualTo(one);
        assertThat(GraphShape.of(List.of(a, b), List.of())).isNotEqualTo(one);
    }
}
