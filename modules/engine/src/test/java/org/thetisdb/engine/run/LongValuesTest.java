package org.thetisdb.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.EngineOptions;
import org.thetisdb.engine.testing.FaultySnapshot;
import org.thetisdb.engine.testing.GeneratedGraph;
import org.thetisdb.engine.testing.Queries;
import org.thetisdb.engine.testing.TestEngine;

/** A plan waits for its next run with a reader and its vectors, but not with such as long values were in. */
class LongValuesTest {
    private static final String TEXT = "UNWIND range(1, 10) AS x RETURN x, $value AS value";

    private final FaultySnapshot store = new FaultySnapshot(GeneratedGraph.of(3, 200, 500, 32));

    private int waitingAfter(Object value) {
        try (TestEngine engine = new TestEngine(store.snapshot(), new EngineOptions(1, 100))) {
            for (int run = 0; run < 2; run++) {
                try (var cursor = engine.run(TEXT, Map.of("value", value), Queries.options(1, 4))) {
                    while (cursor.next()) {
                        assertThat(cursor.column(1).valueAt(0)).isEqualTo(value);
                    }
                }
            }
            return store.openReaders();
        }
    }

    @Test
    void run_ofShortValues_leavesOneThatWaits() {
        assertThat(waitingAfter("text")).isEqualTo(1);
        assertThat(waitingAfter(List.of(1L, 2L))).isEqualTo(1);
    }

    @Test
    void run_ofALongText_leavesNone() {
        assertThat(waitingAfter("long ".repeat(200_000))).isZero();
    }

    @Test
    void run_ofALongList_leavesNone() {
        assertThat(waitingAfter(Collections.nCopies(100_000, 7L))).isZero();
    }
}
