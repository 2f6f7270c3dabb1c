package org.thetisdb.storage.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.log.LogRecord.Commit;

/** Commits whose content follows from their revision; some have operations enough for parts. */
final class LogSample {
    static final UUID DATABASE = new UUID(1, 2);
    static final Path DIRECTORY = Path.of("/db/log");

    private LogSample() {}

    /** Of so many operations each commit is that is written in parts. */
    private static final int LARGE_OPERATIONS = 12;

    private static final int PIECE_BYTES = 50;

    static Operations operations(long revision) {
        ChangeEncoder encoder = new ChangeEncoder();
        operate(revision, () -> encoder);
        return Operations.of(encoder.toBytes());
    }

    private static void operate(long revision, Supplier<Changes> next) {
        int count = isLarge(revision) ? LARGE_OPERATIONS : 1;
        for (int operation = 0; operation < count; operation++) {
            Object[] value = {"value ".repeat((int) ((revision + operation) % 5))};
            next.get().setNodeProperties(revision * 7 + operation, new int[] {3}, value);
        }
    }

    /** Whether a commit has a segment of its own. */
    static boolean isLarge(long revision) {
        return revision % 17 == 13;
    }

    static long append(RedoLog log, long revision) {
        Optional<String> message = revision % 3 == 0 ? Optional.of("revision " + revision) : Optional.empty();
        try (OperationSpool spool = new OperationSpool(() -> log, new SpoolRoom(PIECE_BYTES, PIECE_BYTES, 0))) {
            operate(revision, spool::next);
            return log.append(revision, 1_000_000 + revision, message, spool.finish());
        }
    }

    static void commit(RedoLog log, long revision) {
        log.awaitDurable(append(log, revision));
    }

    static void assertCommit(Commit commit, long revision) {
        assertThat(commit.revision()).isEqualTo(revision);
        assertThat(commit.timeMillis()).isEqualTo(1_000_000 + revision);
        assertThat(commit.message())
                .isEqualTo(revision % 3 == 0 ? Optional.of("revision " + revision) : Optional.empty());
        assertThat(ChangeText.of(commit.operations())).isEqualTo(ChangeText.of(operations(revision)));
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
