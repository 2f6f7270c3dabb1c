package org.thetisdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** What the statements of one session may keep, and what a summary says of it. */
final class SessionMemoryTest {
    private static final String COLLECT = "UNWIND range(1, 600000) AS x RETURN collect(x + 0.5) AS list";
    private static final String COMPREHENSION = "RETURN [x IN range(1, 600000) | x + 0.5] AS list";

    /** One value that nothing puts on disk. */
    private static final String LONG_VALUE =
            "RETURN size(reduce(text = 'abcdefgh', x IN range(1, 19) | text + text)) AS length";

    private static final String SORT = "UNWIND range(1, 300000) AS x RETURN x ORDER BY x * 7919 % 100003";

    @TempDir
    private java.nio.file.Path folder;

    private Database database() {
        return Database.create(
                folder.resolve("database"),
                DatabaseOptions.byDefault().withDurability(Durability.OFF).withThreadCount(1));
    }

    @Test
    void oneStatement_mayKeepWhatTheSessionMay() {
        try (Database database = database();
                Session little = database.session(SessionOptions.byDefault().withMemoryBytes(2 << 20));
                Session usual = database.session()) {
            assertThatThrownBy(() -> little.run(LONG_VALUE).consume())
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            problem -> assertThat(problem.code()).isEqualTo(ErrorCode.MEMORY_EXHAUSTED))
                    .hasMessageContaining("limitBytes=2097152");
            assertThat(little.run(SORT).consume()).isEqualTo(300_000);
            assertThat(little.run(COLLECT).consume()).isEqualTo(1);
            assertThat(little.run(COMPREHENSION).consume()).isEqualTo(1);
            assertThat(usual.run(LONG_VALUE).consume()).isEqualTo(1);
        }
    }

    /** Each of them fits, but a session has one memory for all results that are open. */
    @Test
    void statementsOfOneSession_shareItsMemory() {
        try (Database database = database();
                Session session = database.session(SessionOptions.byDefault().withMemoryBytes(12 << 20));
                Session other = database.session(SessionOptions.byDefault().withMemoryBytes(12 << 20))) {
            Result held = session.run(COLLECT + " UNION ALL UNWIND range(1, 3000000) AS x RETURN [x] AS list");
            assertThat(held.next().getList("list")).hasSize(600_000);
            Result second = other.run(COLLECT);
            assertThat(second.next().getList("list")).hasSize(600_000);
            held.close();
            assertThat(session.run(COLLECT).consume()).isEqualTo(1);
        }
    }

    @Test
    void aSummary_saysWhatWasKeptAndSpilled() {
        try (Database database = database();
                Session little = database.session(SessionOptions.byDefault().withMemoryBytes(2 << 20));
                Session usual = database.session()) {
            ResultSummary small = usual.run("RETURN 1 AS x").summary();
            assertThat(List.of(small.peakMemoryBytes(), small.spilledBytes())).containsExactly(0L, 0L);
            ResultSummary sorted = usual.run(SORT).summary();
            assertThat(sorted.peakMemoryBytes()).isBetween(300_000L * 8, 300_000L * 100);
            assertThat(sorted.spilledBytes()).isZero();
            ResultSummary spilled = little.run(SORT).summary();
            assertThat(spilled.peakMemoryBytes()).isBetween(100_000L, 2L << 20);
            assertThat(spilled.spilledBytes()).isGreaterThan(300_000L);
        }
    }

    /** What a recording of the JVM says of a query that spills, and not of one that keeps nothing. */
    @Test
    void aRecording_saysWhatQueriesKept() throws IOException {
        java.nio.file.Path file = folder.resolve("recording.jfr");
        try (Database database = database();
                Session little = database.session(SessionOptions.byDefault().withMemoryBytes(2 << 20));
                Recording recording = new Recording()) {
            recording.enable("org.thetisdb.QueryMemory");
            recording.start();
            little.run("RETURN 1 AS one").consume();
            little.run(SORT).consume();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("org.thetisdb.QueryMemory"))
                .toList();
        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getString("columns")).isEqualTo("x");
        assertThat(events.getFirst().getLong("peakBytes")).isPositive();
        assertThat(events.getFirst().getLong("spilledBytes")).isPositive();
    }

    @Test
    void aLimitThatAllowsNothing_isRefused() {
        assertThatThrownBy(() -> SessionOptions.byDefault().withMemoryBytes(0))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        problem -> assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }
}
