package org.thetisdb.fuzz.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.thetisdb.fuzz.oracle.Answer;
import org.thetisdb.fuzz.oracle.Oracle;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.fuzz.query.Piece;

class ImpatientOracleTest {
    private static Answer answer(Answer given) {
        Oracle oracle = new Oracle() {
            @Override
            public Answer answer(FuzzQuery query) {
                return given;
            }

            @Override
            public void close() {}
        };
        return new ImpatientOracle(oracle).answer(new FuzzQuery(new Piece.Token("RETURN 1"), Map.of()));
    }

    @Test
    void answer_thatTakesTooLong_isDeclined_andNothingElse() {
        Answer rows = new Answer.Rows(List.of("x"), List.of(List.of(1L)), Optional.empty());
        Answer crash = new Answer.Defect("crash", "message");

        assertThat(answer(new Answer.Defect(Answer.Defect.NO_END, "10 s"))).isInstanceOf(Answer.Declined.class);
        assertThat(answer(crash)).isEqualTo(crash);
        assertThat(answer(rows)).isEqualTo(rows);
    }
}
