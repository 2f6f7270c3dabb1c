package org.thetisdb.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.CodeCacheDescription;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Session;

/** What a database leaves to the next one in a code cache: a process that has opened it before. */
final class CodeCacheTest {
    private static final String EVENT = "org.thetisdb.LoopCompilation";
    private static final String SUM =
            "MATCH (n:Node) WHERE n.value > 10 AND n.value * 3 < 250000 RETURN sum(n.value + 1) AS total";
    private static final long DEADLINE_NANOS = 60_000_000_000L;

    @TempDir
    private Path folder;

    private DatabaseOptions options() {
        return DatabaseOptions.byDefault()
                .withDurability(Durability.OFF)
                .withThreadCount(1)
                .withCodeCache(folder.resolve("code"));
    }

    private void create() {
        try (Database database = Database.create(folder.resolve("database"), options());
                Session session = database.session()) {
            session.run("UNWIND range(1, 100000) AS value CREATE (:Node {value: value})")
                    .consume();
        }
    }

    private long fileCount() throws IOException {
        if (!Files.exists(folder.resolve("code"))) {
            return 0;
        }
        try (var files = Files.list(folder.resolve("code"))) {
            return files.count();
        }
    }

    /** Asks until something is true of what was compiled, or what is kept. */
    private List<RecordedEvent> run(DatabaseOptions options, boolean untilKept) throws IOException {
        Path file = folder.resolve("recording.jfr");
        try (Database database = Database.open(folder.resolve("database"), options);
                Session session = database.session();
                Recording recording = new Recording()) {
            recording.enable(EVENT);
            recording.start();
            long begin = System.nanoTime();
            long total = session.run(SUM).single().getLong("total");
            for (int runs = 0; System.nanoTime() - begin < DEADLINE_NANOS; runs++) {
                assertThat(session.run(SUM).single().getLong("total")).isEqualTo(total);
                if (untilKept ? fileCount() > 0 : runs > 400) {
                    break;
                }
            }
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(EVENT))
                .toList();
    }

    @Test
    void theNextDatabase_hasTheCodeAtOnce() throws IOException {
        create();
        assertThat(fileCount()).isZero();
        List<RecordedEvent> first = run(options(), true);
        assertThat(fileCount()).isEqualTo(1);
        assertThat(first).isNotEmpty().noneMatch(event -> event.getBoolean("retrieved"));
        List<RecordedEvent> second = run(options(), false);
        CodeCacheDescription kept = describe(options()).orElseThrow();
        assertThat(kept.fileCount()).isEqualTo(1);
        assertThat(kept.bytes()).isEqualTo(Files.size(onlyFile()));
        assertThat(kept.bytesMax()).isEqualTo(16 << 20);
        assertThat(kept.fasterCount() + kept.slowerCount()).isEqualTo(1);
        if (kept.fasterCount() == 1) {
            assertThat(second).isNotEmpty().allMatch(event -> event.getBoolean("retrieved"));
        } else {
            assertThat(second).isEmpty();
        }
    }

    private Path onlyFile() throws IOException {
        try (var files = Files.list(folder.resolve("code"))) {
            return files.findFirst().orElseThrow();
        }
    }

    private Optional<CodeCacheDescription> describe(DatabaseOptions options) {
        try (Database database = Database.open(folder.resolve("database"), options)) {
            return database.codeCache();
        }
    }

    @Test
    void withoutCompilation_nothingIsReadOrWritten() throws IOException {
        create();
        assertThat(run(options().withCompilation(false), false)).isEmpty();
        assertThat(folder.resolve("code")).doesNotExist();
        assertThat(describe(options().withCompilation(false))).isEmpty();
        assertThat(describe(options()).orElseThrow().fileCount()).isZero();
        assertThat(options().codeCache()).contains(folder.resolve("code"));
        assertThat(DatabaseOptions.byDefault().codeCache()).isEmpty();
    }
}
