package org.thetisdb.bench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.fuzz.query.Piece.phrase;

import java.time.LocalDate;
import java.time.LocalTime;
import org.junit.jupiter.api.Test;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.query.Sort;

class WordingTest {
    private static final Piece TIME = phrase(Sort.TIME, "v0");

    @Test
    void timeAsText_isWrittenByAFunction_numberIsNot() {
        assertThat(text(phrase(Sort.STRING, "toString(", TIME, ")"))).isEqualTo("toString(fuzz.written(v0))");
        assertThat(text(phrase(Sort.STRING, "toString(", phrase(Sort.INTEGER, "v0"), ")")))
                .isEqualTo("toString(v0)");
    }

    @Test
    void orderOfDurationsAndPoints_isNull_orderOfNumbersStays() {
        Piece duration = phrase(Sort.DURATION, "v0");
        Piece number = phrase(Sort.INTEGER, "v1");

        assertThat(text(phrase(Sort.BOOLEAN, "(", duration, " <= ", duration, ")")))
                .isEqualTo("(CASE WHEN (v0 <= v0) THEN null END)");
        assertThat(text(phrase(Sort.BOOLEAN, "(", phrase(Sort.POINT, "v0"), " > ", duration, ")")))
                .isEqualTo("(CASE WHEN (v0 > v0) THEN null END)");
        assertThat(text(phrase(Sort.BOOLEAN, "(", duration, " = ", duration, ")")))
                .isEqualTo("(v0 = v0)");
        assertThat(text(phrase(Sort.BOOLEAN, "(", number, " <= ", number, ")"))).isEqualTo("(v1 <= v1)");
    }

    @Test
    void callsThatFailInNeo4j_areNullOrMidnight() {
        assertThat(text(phrase(Sort.DATE, "date.truncate('week', ", phrase(Sort.DATE, "v0"), ")")))
                .isEqualTo("head([given IN [v0] WHERE given IS NOT NULL | date.truncate('week', given)])");
        assertThat(text(phrase(Sort.ZONED_DATETIME, "datetime(", constant(LocalDate.of(2024, 1, 2)), ")")))
                .contains("datetime.truncate('day', given)");
        assertThat(text(phrase(Sort.DURATION, "duration({", "days", ": ", phrase(Sort.INTEGER, "v0"), "})")))
                .contains("[v0] WHERE given IS NOT NULL | duration({days: given})");
        assertThat(text(phrase(Sort.DURATION, "duration.", "inDays(", TIME, ", ", constant(LocalTime.NOON), ")")))
                .endsWith("IS NULL THEN null ELSE duration('PT0S') END");
    }

    @Test
    void lists_beginWhereTheyBegin() {
        Piece list = phrase(Sort.INTEGER_LIST, "range(1, 6, 2)");

        assertThat(text(phrase(Sort.INTEGER_LIST, "reverse(", list, ")")))
                .isEqualTo("reverse([given IN range(1, 6, 2) | given])");
        assertThat(text(phrase(Sort.INTEGER_LIST, "range(3, 1, 3)"))).isEqualTo("[]");
        assertThat(text(phrase(Sort.INTEGER_LIST, "range(3, 1, -1)"))).isEqualTo("range(3, 1, -1)");
    }

    @Test
    void typesAndLabels_areNamedOnce() {
        assertThat(text(new Piece.Token("()-[r1:R|S|R*1..2]->(n:A:B)"))).isEqualTo("()-[r1:R|S*1..2]->(n:A&B)");
        assertThat(text(new Piece.Token("(r1:%)"))).isEqualTo("(CASE WHEN r1 IS NULL THEN null ELSE true END)");
    }

    private static Piece constant(Object value) {
        return new Piece.Constant(value);
    }

    private static String text(Piece piece) {
        return Wording.of(piece).text();
    }
}
