package org.thetisdb.bench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.fuzz.query.Piece.phrase;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.thetisdb.fuzz.oracle.Answer;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;

class DialectDifferenceTest {
    @Test
    void groupOfWhatIsNoNumber_isNotCompared_otherGroupsAre() {
        Piece distinct = phrase(Sort.RETURN, "RETURN DISTINCT ", column(phrase(Sort.FLOAT, "v0")));

        assertThat(of(distinct, List.of(Double.NaN))).contains(DialectDifference.GROUP_OF_NAN);
        assertThat(of(distinct, 1.5)).isEmpty();
    }

    @Test
    void groupOfWhatMayBeNoNumber_isNotCompared_otherGroupsAre() {
        Piece counted = column(phrase(Sort.INTEGER, "count(DISTINCT v0 ^ 0.5)"));

        assertThat(of(counted, 2L)).contains(DialectDifference.GROUP_OF_NAN);
        assertThat(of(column(phrase(Sort.FLOAT, "sqrt(v0)")), 2L)).isEmpty();
        assertThat(of(column(phrase(Sort.INTEGER, "count(DISTINCT v0)")), 2L)).isEmpty();
    }

    @Test
    void largeSumsAndRoundedNumbers_areNotCompared_smallOnesAre() {
        Piece sum = column(phrase(Sort.INTEGER, "sum(v0)"));
        Piece rounded = column(phrase(Sort.FLOAT, "round(v0)"));

        assertThat(of(sum, -0x1p63)).contains(DialectDifference.SUM_BEYOND_ON_THE_WAY);
        assertThat(of(rounded, 0x1p63)).contains(DialectDifference.ROUNDED_BEYOND_INTEGER);
        assertThat(of(sum, 1.5)).isEmpty();
        assertThat(of(rounded, 2.0)).isEmpty();
    }

    @Test
    void whatNeo4jMakesOfOptionalMapsAndSizes_isNotCompared() {
        Piece projection = phrase(Sort.RETURN, "OPTIONAL MATCH (n7:%) RETURN n7 {extra: n2.i}");
        Piece size = phrase(Sort.BOOLEAN, "(0 <= size([(n0)-[]->(n6) | 0]))");

        assertThat(of(projection, 1L)).contains(DialectDifference.MAP_OUT_OF_OPTIONAL);
        assertThat(of(size, true)).contains(DialectDifference.SIZE_AT_LEAST_NOTHING);
        assertThat(of(phrase(Sort.RETURN, "OPTIONAL MATCH (n7 {k: 1}) RETURN n7 {.k}"), 1L))
                .isEmpty();
    }

    @Test
    void dateAndComputedDuration_isNotCompared_dateAndWrittenDurationIs() {
        Piece date = phrase(Sort.DATE, "v0");
        Piece duration = phrase(Sort.DURATION, "duration.inSeconds(v1, v2)");

        assertThat(of(column(phrase(Sort.DATE, "(", date, " + ", duration, ")")), 1L))
                .contains(DialectDifference.DATE_AND_LESS_THAN_A_DAY);
        assertThat(of(column(phrase(Sort.DATE, "(", date, " + duration('P1D'))")), 1L))
                .isEmpty();
    }

    @Test
    void averageBesideZero_isNotCompared_otherAveragesAre() {
        Piece average = column(phrase(Sort.ROUGH, "avg(v0)"));

        assertThat(of(average, 5.6e-17)).contains(DialectDifference.AVERAGE_NEAR_ZERO);
        assertThat(of(average, 0.0)).isEmpty();
    }

    @Test
    void whatIsReadWhileLabelsAreSet_isNotCompared_propertiesAre() {
        assertThat(of(phrase(Sort.RETURN, "MATCH (n0:B) REMOVE n0:B RETURN 1"), 1L))
                .contains(DialectDifference.READ_WHILE_SETTING);
        assertThat(of(phrase(Sort.RETURN, "MATCH (n0:B) SET n0.k = 1 RETURN 1"), 1L))
                .isEmpty();
    }

    private static Piece column(Piece value) {
        return phrase(Sort.ITEM, value, " AS c1");
    }

    private static Optional<DialectDifference> of(Piece root, Object value) {
        Answer.Rows rows = new Answer.Rows(List.of("c1"), List.of(List.of(value)), Optional.empty());
        return DialectDifference.of(new FuzzQuery(root, Map.of()), rows);
    }
}
