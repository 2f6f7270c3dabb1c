package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Expansions that are counted instead of walked: a few thousand relationships give counts beyond all numbers. No text
 * test, because plans that walk would need years for the same rows.
 */
final class CountsBeyondIntegerTest {
    private static final String HUB = " MATCH (a)-[:R]->()".repeat(6);

    @Test
    void countOfManyTimesManyRows_isAnErrorAndNoOtherNumber(@TempDir Path directory) {
        try (Database database = Database.openOrCreate(directory.resolve("hubs"));
                Session session = database.session()) {
            session.run("UNWIND range(1, 10) AS x CREATE (a:A {x: x}) WITH a UNWIND range(1, 1000) AS i"
                            + " CREATE (a)-[:R]->(:B)")
                    .consume();

            assertThat(session.run("MATCH (a:A) WHERE a.x < 10" + HUB + " RETURN count(*) AS c")
                            .single()
                            .getLong("c"))
                    .isEqualTo(9_000_000_000_000_000_000L);
            for (String aggregate : new String[] {"count(*)", "count(a)", "sum(1)", "sum(a.x)"}) {
                assertThatThrownBy(() -> session.run("MATCH (a:A)" + HUB + " RETURN " + aggregate)
                                .list())
                        .as(aggregate)
                        .isInstanceOfSatisfying(
                                ThetisException.class,
                                error -> assertThat(error.code()).isEqualTo(ErrorCode.NUMBER_OUT_OF_RANGE));
            }
            assertThat(session.run("MATCH (a:A)" + HUB + " RETURN max(a.x) AS m")
                            .single()
                            .getLong("m"))
                    .isEqualTo(10L);
        }
    }
}
