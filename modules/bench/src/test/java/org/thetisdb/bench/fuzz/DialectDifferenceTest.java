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
    void timeAsText_isNotCompared_numberAsTextIs() {
        assertThat(of(column(phrase(Sort.STRING, "toString(", phrase(Sort.TIME, "v0"), ")")), 1L))
                .contains(DialectDifference.TIME_AS_TEXT);
        assertThat(of(column(phrase(Sort.STRING, "toString(", phrase(Sort.INTEGER, "v0"), ")")), 1L))
                .isEmpty();
    }

    @Test
    void rangeAwayFromItsEnd_isNotCompared_otherRangesAre() {
        assertThat(of(column(phrase(Sort.INTEGER_LIST, "range(3, 1, 3)")), 1L))
                .contains(DialectDifference.RANGE_AGAINST_STEP);
        assertThat(of(column(phrase(Sort.INTEGER_LIST, "range(3, 1, -1)")), 1L)).isEmpty();
    }

    @Test
    void groupOfWhatIsNoNumber_isNotCompared_otherGroupsAre() {
        Piece distinct = phrase(Sort.RETURN, "RETURN DISTINCT ", column(phrase(Sort.FLOAT, "v0")));

        assertThat(of(distinct, List.of(Double.NaN))).contains(DialectDifference.GROUP_OF_NAN);
        assertThat(of(distinct, 1.5)).isEmpty();
    }

    private static Piece column(Piece value) {
        return phrase(Sort.ITEM, value, " AS c1");
    }

    private static Optional<DialectDifference> of(Piece root, Object value) {
        Answer.Rows rows = new Answer.Rows(List.of("c1"), List.of(List.of(value)), Optional.empty());
        return DialectDifference.of(new FuzzQuery(root, Map.of()), rows);
    }
}
