package org.thetisdb.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.storage.log.LogSample.DATABASE;
import static org.thetisdb.storage.log.LogSample.DIRECTORY;
import static org.thetisdb.storage.log.LogSample.all;
import static org.thetisdb.storage.log.LogSample.assertWhole;
import static org.thetisdb.storage.log.LogSample.commit;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.log.LogRecord.Commit;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: a commit in parts is there whole or not at all, and what does not commit leaves nothing. Method: files in which
 * each byte is damaged, cut off or foreign in turn; faults on demand. Crashes at every event are in {@link
 * LogCrashTest}, whose sample has such commits.
 */
final class LargeCommitTest {
    private static final LogOptions SYNC = LogOptions.of(Durability.SYNC).withSegmentBytes(4096);
    private static final int PIECE_BYTES = 50;
    private static final int NODES = 100;

    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();

    private RedoLog create() {
        return RedoLog.create(fileSystem, DIRECTORY, SYNC, DATABASE, 1);
    }

    private RedoLog open() {
        return RedoLog.open(fileSystem, DIRECTORY, SYNC, DATABASE);
    }

    private static Path segment(int number) {
        return DIRECTORY.resolve(LogLayout.fileName(number));
    }

    private static void fill(OperationSpool spool) {
        for (long node = 0; node < NODES; node++) {
            spool.next().setNodeProperties(node, new int[] {3}, new Object[] {node});
        }
    }

    private static void commitLarge(RedoLog log, long revision) {
        try (OperationSpool spool = new OperationSpool(() -> log, new SpoolRoom(PIECE_BYTES, PIECE_BYTES, 0))) {
            fill(spool);
            log.awaitDurable(log.append(revision, 1_000_000 + revision, Optional.of("large"), spool.finish()));
        }
    }

    private static void assertLarge(LogRecord record) {
        Commit commit = (Commit) record;
        assertThat(commit.message()).hasValue("large");
        assertThat(commit.operations()).isInstanceOf(LoggedOperations.class);
        ChangeText text = new ChangeText();
        int[] pieces = {0};
        commit.operations().decode(text, () -> pieces[0]++);
        assertThat(text.lines()).hasSize(NODES);
        assertThat(text.lines().getLast()).isEqualTo("set node 99 [3] = [99]");
        assertThat(pieces[0]).isGreaterThan(NODES * 7 / PIECE_BYTES / 2);
    }

    /** A small commit, a large one and, in a segment after it, another small one. */
    private void fillThree() {
        try (RedoLog log = create()) {
            commit(log, 2);
            commitLarge(log, 3);
            commit(log, 4);
        }
    }

    @Test
    void commitInParts_isASegmentAndReadLikeOthers() {
        fillThree();
        assertThat(fileSystem.list(DIRECTORY)).containsExactly(segment(1), segment(2), segment(3));
        try (LogReader reader = LogReader.open(fileSystem, DIRECTORY, DATABASE)) {
            List<LogRecord> records = all(reader, 2);
            assertThat(records).hasSize(3);
            assertLarge(records.get(1));
            assertLarge(reader.commit(3));
            assertLarge(all(reader, 3).getFirst());
            assertThat(all(reader, 4)).hasSize(1);
            assertThat(reader.revisions(2, 9)).hasSize(3);
            assertThat(reader.info(3).message()).hasValue("large");
            assertThat(reader.extent(3).pieces()).hasSize(2);
            assertThat(reader.extent(3).end().revision()).isEqualTo(3);
        }
        open().close();
    }

    /** The last record may be a large commit, with nothing after it: that is no torn tail, and nothing is added. */
    @Test
    void logThatEndsWithALargeCommit_goesOnInTheNextSegment() {
        RedoLog log = create();
        commitLarge(log, 2);
        commitLarge(log, 3);
        // Nothing closes it.
        try (RedoLog again = open()) {
            assertThat(again.recovery().lastRevision()).isEqualTo(3);
            assertThat(again.recovery().tornBytes()).isZero();
            commitLarge(again, 4);
            commit(again, 5);
        }
        assertThat(all(LogReader.open(fileSystem, DIRECTORY, DATABASE), 2)).hasSize(4);
        assertThat(fileSystem.list(DIRECTORY)).hasSize(5);
    }

    @Test
    void cursorAtTheEnd_seesALargeCommitCome() {
        try (RedoLog log = create();
                LogReader reader = LogReader.open(fileSystem, DIRECTORY, DATABASE);
                LogCursor cursor = reader.cursor(2)) {
            for (long revision = 2; revision < 12; revision += 2) {
                assertThat(cursor.next()).isFalse();
                commitLarge(log, revision);
                assertThat(cursor.next()).isTrue();
                assertLarge(cursor.record());
                commit(log, revision + 1);
                assertThat(cursor.next()).isTrue();
            }
        }
    }

    @Test
    void operationsOfACommit_canBeReadBeforeAndAfterIt() {
        try (RedoLog log = create();
                OperationSpool spool = new OperationSpool(() -> log, new SpoolRoom(PIECE_BYTES, PIECE_BYTES, 0))) {
            fill(spool);
            Operations operations = spool.finish();
            List<String> before = ChangeText.of(operations);
            assertThat(before).hasSize(NODES);
            log.append(2, 5, Optional.empty(), operations);
            assertThat(ChangeText.of(operations)).isEqualTo(before);
            spool.close();
            assertThat(ChangeText.of(operations)).isEqualTo(before);
            assertThat(operations.bytes()).isGreaterThan(NODES * 5L);
        }
    }

    @Test
    void spoolThatDoesNotCommit_leavesNothing() {
        try (RedoLog log = create()) {
            commit(log, 2);
            List<Path> before = fileSystem.list(DIRECTORY);
            try (OperationSpool spool = new OperationSpool(() -> log, new SpoolRoom(PIECE_BYTES, PIECE_BYTES, 0))) {
                fill(spool);
                assertThat(fileSystem.list(DIRECTORY)).hasSize(before.size() + 1);
                assertThat(log.lastRevision()).isEqualTo(2);
            }
            assertThat(fileSystem.list(DIRECTORY)).isEqualTo(before);
            commit(log, 3);
        }
        assertThat(assertWhole(fileSystem, DIRECTORY, 2)).isEqualTo(3);
    }

    @Test
    void whatAKilledProcessLeft_isRemoved() {
        RedoLog log = create();
        commit(log, 2);
        fill(new OperationSpool(() -> log, new SpoolRoom(PIECE_BYTES, PIECE_BYTES, 0)));
        assertThat(fileSystem.list(DIRECTORY)).hasSize(2);
        RedoLog.removeUnfinished(fileSystem, DIRECTORY);
        assertThat(fileSystem.list(DIRECTORY)).containsExactly(segment(1));
        fill(new OperationSpool(() -> log, new SpoolRoom(PIECE_BYTES, PIECE_BYTES, 0)));
        open().close();
        assertThat(fileSystem.list(DIRECTORY)).containsExactly(segment(1));
    }

    /** Wherever the disk becomes full, before the commit or at it, the log is as it was and others commit. */
    @Test
    void fullDisk_anywhere_failsTheOneTransaction() {
        int refused = 0;
        for (long room = 0; room < 3_000; room += 40) {
            SimulatedFileSystem disk = new SimulatedFileSystem();
            try (RedoLog log = RedoLog.create(disk, DIRECTORY, SYNC, DATABASE, 1)) {
                commit(log, 2);
                List<Path> before = disk.list(DIRECTORY);
                disk.fullAfterBytes(room);
                long revision = 3;
                try {
                    commitLarge(log, revision);
                    revision++;
                } catch (ThetisException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL);
                    assertThat(disk.list(DIRECTORY)).isEqualTo(before);
                    assertThat(log.lastRevision()).isEqualTo(2);
                    refused++;
                }
                disk.fullAfterBytes(Long.MAX_VALUE);
                commit(log, revision);
            }
            try (LogReader reader = LogReader.open(disk, DIRECTORY, DATABASE)) {
                assertThat(all(reader, 2)).hasSizeBetween(2, 3);
            }
        }
        assertThat(refused).isBetween(20, 60);
    }

    @Test
    void failedSyncOfTheParts_failsTheOneTransaction() {
        try (RedoLog log = create()) {
            commit(log, 2);
            fileSystem.failForce(file -> file.toString().endsWith(LogLayout.UNFINISHED_SUFFIX));
            assertThatThrownBy(() -> commitLarge(log, 3))
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO_FAILED));
            fileSystem.failForce(file -> false);
            commitLarge(log, 3);
        }
    }

    /** All of the segment was on the device before it had its name, so nothing in it is taken for torn. */
    @Test
    void damage_anywhereInTheLastSegment_isFoundAndNothingIsCut() {
        RedoLog log = create();
        commit(log, 2);
        commitLarge(log, 3);
        byte[] whole = fileSystem.readAll(segment(2));
        for (int place = 0; place < whole.length; place++) {
            byte[] damaged = whole.clone();
            damaged[place] ^= 0x10;
            assertRefused(damaged);
        }
        for (int length = 0; length < whole.length; length += 13) {
            assertRefused(Arrays.copyOf(whole, length));
        }
        fileSystem.writeAll(segment(2), whole);
        open().close();
    }

    private void assertRefused(byte[] bytes) {
        fileSystem.writeAll(segment(2), bytes);
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        e -> assertThat(e.code())
                                .isIn(
                                        ErrorCode.LOG_DAMAGED,
                                        ErrorCode.WRONG_FILE,
                                        ErrorCode.WRONG_DATABASE,
                                        ErrorCode.FORMAT_TOO_NEW,
                                        ErrorCode.FORMAT_TOO_OLD));
        assertThat(fileSystem.readAll(segment(2))).isEqualTo(bytes);
    }

    /** A part is bound to its file before that has a number. */
    @Test
    void partsOfAnotherCommit_areRefused() {
        RedoLog log = create();
        commitLarge(log, 2);
        commitLarge(log, 3);
        byte[] first = fileSystem.readAll(segment(2));
        byte[] second = fileSystem.readAll(segment(3));
        assertThat(first).hasSameSizeAs(second);
        int begin = LogLayout.HEADER_BYTES;
        int part = LogLayout.recordBytes(MemorySegment.ofArray(first), begin);
        System.arraycopy(first, begin, second, begin, part);
        fileSystem.writeAll(segment(3), second);
        assertThatThrownBy(this::open).isInstanceOfSatisfying(ThetisException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.LOG_DAMAGED);
            assertThat(e).hasMessageContaining("a part or the commit of revision 3");
        });
    }

    @Test
    void deleteBefore_alsoDeletesLargeCommits() {
        try (RedoLog log = create();
                LogReader reader = log.newReader()) {
            for (long revision = 2; revision <= 40; revision++) {
                if (revision % 5 == 0) {
                    commitLarge(log, revision);
                } else {
                    commit(log, revision);
                }
            }
            assertThat(log.deleteBefore(31)).isPositive();
            assertThat(reader.firstRevision()).isEqualTo(30);
            assertThat(all(reader, 31)).hasSize(10);
        }
    }
}
