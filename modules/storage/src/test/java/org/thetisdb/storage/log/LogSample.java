package org.thetisdb.storage.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.log.LogRecord.Commit;

/** Commits whose content follows from their revision. */
final class LogSample {
    static final UUID DATABASE = new UUID(1, 2);
    static final Path DIRECTORY = Path.of("/db/log");

    private LogSample() {}

    static byte[] operations(long revision) {
        ChangeEncoder encoder = new ChangeEncoder();
        encoder.setNodeProperties(revision * 7, new int[] {3}, new Object[] {"value ".repeat((int) (revision % 5))});
        return encoder.toBytes();
    }

    static long append(RedoLog log, long revision) {
        Optional<String> message = revision % 3 == 0 ? Optional.of("revision " + revision) : Optional.empty();
        return log.append(revision, 1_000_000 + revision, message, operations(revision));
    }

    static void commit(RedoLog log, long revision) {
        log.awaitDurable(append(log, revision));
    }

    static void assertCommit(Commit commit, long revision) {
        assertThat(commit.revision()).isEqualTo(revision);
        assertThat(commit.timeMillis()).isEqualTo(1_000_000 + revision);
        assertThat(commit.message())
                .isEqualTo(revision % 3 == 0 ? Optional.of("revision " + revision) : Optional.empty());
        assertThat(commit.operations()).isEqualTo(operations(revision));
    }

    static List<LogRecord> all(LogReader reader, long fromRevision) {
        List<LogRecord> records = new ArrayList<>();
        try (LogCursor cursor = reader.cursor(fromRevision)) {
            while (cursor.next()) {
                records.add(cursor.record());
            }
        }
        return records;
    }

    /** Reads all commits from a revision on, compares each with what it must be, and returns the last one's number. */
    static long assertWhole(FileSystem fileSystem, Path directory, long fromRevision) {
        try (LogReader reader = LogReader.open(fileSystem, directory, DATABASE)) {
            long revision = fromRevision - 1;
            for (LogRecord record : all(reader, fromRevision)) {
                if (record instanceof Commit commit) {
                    assertCommit(commit, ++revision);
                }
            }
            return revision;
        }
    }
}
