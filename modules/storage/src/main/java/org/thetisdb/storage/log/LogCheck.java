package org.thetisdb.storage.log;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.storage.report.CheckReport;
import org.thetisdb.value.ThetisException;

/**
 * Reads a whole log:
 *
 * <pre>
 *   segments: none is missing, each is of this database and follows on the one before it, back to the oldest root
 *   records:  checksums, revisions one after the other, times that do not go back; each can be decoded
 *   the end:  not before what a superblock says was on the device, and no damage that could be taken for it
 * </pre>
 *
 * A segment that cannot be read further is one finding, and the check continues with the next. One thread, once.
 * Another may write the log meanwhile.
 */
public final class LogCheck {
    private final LogDirectory directory;
    private final CheckReport.Collector collector;
    private final Set<String> told = new HashSet<>();
    private long lastTimeMillis = Long.MIN_VALUE;

    public LogCheck(FileSystem fileSystem, Path directory, UUID databaseId, CheckReport.Collector collector) {
        this.directory = new LogDirectory(fileSystem, directory, Optional.of(databaseId));
        this.collector = collector;
    }

    /**
     * Reads what there is.
     *
     * @param fromRevision the oldest revision that must be in the log, if any is
     * @param toRevision the newest that must be
     * @param mark a commit that must be there
     * @throws ThetisException where there is no log to go through: nothing can be said but that
     */
    public void run(long fromRevision, long toRevision, LogMark mark) {
        List<Integer> numbers = directory.numbers();
        LogReader reader = new LogReader(directory);
        problem(() -> reader.requireSegments(fromRevision)).ifPresent(this::report);
        int number = numbers.getFirst();
        long lastRevision = 0;
        while (number <= numbers.getLast()) {
            int begun = number;
            Walk walk = new Walk(mark);
            Optional<ThetisException> problem = problem(() -> walk.from(begun));
            number = walk.segment + 1;
            lastRevision = walk.lastRevision;
            problem.ifPresent(this::report);
            if (problem.isEmpty()) {
                break;
            }
        }
        if (lastRevision < toRevision && told.isEmpty()) {
            // Checkpoints drop the beginning of a log, never of its end.
            ThetisException missing =
                    LogErrors.endMissing(directory.path(), numbers.getLast(), lastRevision, toRevision);
            collector.finding("log", "a whole log", missing.code().code() + " " + missing.getMessage());
        }
    }

    private static Optional<ThetisException> problem(Runnable piece) {
        try {
            piece.run();
            return Optional.empty();
        } catch (ThetisException problem) {
            return Optional.of(problem);
        }
    }

    /** Two looks at the same place find the same. */
    private void report(ThetisException problem) {
        String text = problem.code().code() + " " + problem.getMessage();
        if (told.add(text)) {
            collector.problem("log", "a whole log", problem);
        }
    }

    /** From the begin of a segment to the end of the log, or to the first damage. */
    private final class Walk {
        private final LogMark mark;
        private int segment;
        private long lastRevision;

        Walk(LogMark mark) {
            this.mark = mark;
        }

        void from(int number) {
            segment = number;
            try (LogCursor cursor =
                    LogCursor.ofSegment(directory, directory.segment(number)).expect(mark)) {
                while (cursor.next()) {
                    segment = cursor.segment().number();
                    lastRevision = cursor.lastRevision();
                    look(cursor);
                    collector.items(1);
                }
                segment = cursor.segment().number();
                lastRevision = cursor.lastRevision();
                cursor.checkEnd();
            }
        }

        private void look(LogCursor cursor) {
            if (cursor.record() instanceof LogRecord.Commit commit) {
                if (commit.timeMillis() < lastTimeMillis) {
                    collector.finding(
                            cursor.file() + ", revision " + commit.revision(),
                            "a time at or after " + lastTimeMillis,
                            String.valueOf(commit.timeMillis()));
                }
                lastTimeMillis = commit.timeMillis();
                commit.operations().decode(NoChanges.INSTANCE);
            }
        }
    }
}
