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
    void countOfWhatMayBeNoNumber_isNotComparedIfDistinct() {
        Piece counted = column(phrase(Sort.INTEGER, "count(DISTINCT sqrt(v0))"));

        assertThat(of(counted, 2L)).contains(DialectDifference.GROUP_OF_NAN);
        assertThat(of(column(phrase(Sort.INTEGER, "count(sqrt(v0))")), 2L)).isEmpty();
        assertThat(of(column(phrase(Sort.INTEGER, "count(DISTINCT v0)")), 2L)).isEmpty();
    }

    @Test
    void dateAndComputedDuration_isNotCompared_dateAndWrittenDurationIs() {
        Piece date = phrase(Sort.DATE, "v0");
        Piece duration = phrase(Sort.DURATION, "v1");

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

    private static Piece column(Piece value) {
        return phrase(Sort.ITEM, value, " AS c1");
    }

    private static Optional<DialectDifference> of(Piece root, Object value) {
        Answer.Rows rows = new Answer.Rows(List.of("c1"), List.of(List.of(value)), Optional.empty());
        return DialectDifference.of(new FuzzQuery(root, Map.of()), rows);
    }
}
