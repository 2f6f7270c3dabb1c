package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Session;

/** What a recording of the JVM says of the loops that were made. */
final class LoopCompilationTest {
    private static final String EVENT = "org.thetisdb.LoopCompilation";
    private static final String SUM = "MATCH (n:Node) WHERE n.value > 10 RETURN sum(n.value + 1) AS total";

    @TempDir
    private Path folder;

    @Test
    void aRecording_saysWhatWasCompiled() throws IOException {
        List<RecordedEvent> events = record("compile=always");
        assertThat(events).hasSize(1);
        RecordedEvent loop = events.getFirst();
        assertThat(loop.getString("outcome")).isEqualTo("defined");
        assertThat(loop.getInt("blockCount")).isGreaterThan(2);
        assertThat(loop.getLong("classBytes")).isPositive();
        assertThat(loop.getDuration("defineNanos")).isPositive();
        assertThat(loop.getDuration("warmNanos")).isZero();
        assertThat(loop.getDouble("rowNanos")).isZero();
    }

    @Test
    void aRecording_ofTheInterpreter_saysNothing() throws IOException {
        assertThat(record("compile=never")).isEmpty();
    }

    private List<RecordedEvent> record(String variant) throws IOException {
        Path file = folder.resolve("recording.jfr");
        DatabaseOptions options = DatabaseOptions.byDefault()
                .withDurability(Durability.OFF)
                .withThreadCount(1)
                .withEngineVariant(variant);
        try (Database database = Database.create(folder.resolve("database"), options);
                Session session = database.session();
                Recording recording = new Recording()) {
            session.run("UNWIND range(1, 2000) AS value CREATE (:Node {value: value})")
                    .consume();
            recording.enable(EVENT);
            recording.start();
            session.run(SUM).consume();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(EVENT))
                .toList();
    }
}
