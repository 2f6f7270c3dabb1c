package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Result;
import org.thetisdb.Session;

/** A loop of several parts keeps arrays between them, which are of the query's memory; without it there is no loop. */
final class LoopMemoryTest {
    private static final int BRANCHES = 400;
    private static final int SUMS = 200;

    /** Enough for the interpreter, and too little for the arrays. */
    private static final long LITTLE_BYTES = 1 << 20;

    @TempDir
    private Path folder;

    /** One CASE whose branches share sums, so that they are computed in one part and used in many. */
    private static String longCase() {
        StringBuilder text = new StringBuilder("CASE");
        for (int branch = 0; branch < BRANCHES; branch++) {
            text.append(" WHEN n.value = ").append(branch).append(" THEN n.half");
            text.repeat(" + n.half", branch % SUMS);
        }
        return text.append(" END").toString();
    }

    /** What a query has kept at most, and its answer. */
    private record Run(long peakBytes, long answer) {}

    private Run run(String query, String variant, long queryBytes) {
        DatabaseOptions options = DatabaseOptions.byDefault()
                .withDurability(Durability.OFF)
                .withThreadCount(1)
                .withQueryMemoryBytes(queryBytes)
                .withEngineVariant(variant);
        try (Database database = Database.openOrCreate(folder.resolve("database"), options);
                Session session = database.session()) {
            if (session.run("MATCH (n:Node) RETURN count(*) AS n").single().getLong("n") == 0) {
                session.run("UNWIND range(0, 2999) AS value CREATE (:Node {value: value % 500, half: 0.5})")
                        .consume();
            }
            Run first = run(session, query);
            assertThat(run(session, query).answer()).as("again").isEqualTo(first.answer());
            return first;
        }
    }

    private static Run run(Session session, String query) {
        try (Result result = session.run(query)) {
            long answer = result.single().getLong("answer");
            return new Run(result.summary().peakMemoryBytes(), answer);
        }
    }

    @Test
    void longLoop_isChargedToItsQuery_orNotUsed() {
        // Six nodes of each value; the sums are 0.5, 1.0 and so on, of which the first twenty are at most 10.0.
        long expected = 6L * (BRANCHES / SUMS) * (SUMS - 20);
        for (String query : new String[] {
            "MATCH (n:Node) WHERE " + longCase() + " > 10.0 RETURN count(*) AS answer",
            // One that is a key of groups, and so a loop by itself.
            "MATCH (n:Node) WITH " + longCase() + " AS key, count(*) AS count WHERE key > 10.0"
                    + " RETURN sum(count) AS answer"
        }) {
            Run interpreted = run(query, "compile=never", 64 << 20);
            Run compiled = run(query, "compile=always", 64 << 20);
            Run withoutRoom = run(query, "compile=always", LITTLE_BYTES);
            assertThat(interpreted.answer()).isEqualTo(expected);
            assertThat(compiled.answer()).isEqualTo(expected);
            assertThat(withoutRoom.answer()).isEqualTo(expected);
            assertThat(compiled.peakBytes())
                    .as("some hundred arrays of a batch's length")
                    .isGreaterThan(LITTLE_BYTES);
            assertThat(withoutRoom.peakBytes()).as("no loop").isEqualTo(interpreted.peakBytes());
        }
    }
}
