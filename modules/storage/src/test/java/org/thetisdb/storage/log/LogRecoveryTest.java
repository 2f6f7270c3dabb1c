package org.thetisdb.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.storage.log.LogSample.DATABASE;
import static org.thetisdb.storage.log.LogSample.DIRECTORY;
import static org.thetisdb.storage.log.LogSample.append;
import static org.thetisdb.storage.log.LogSample.assertWhole;
import static org.thetisdb.storage.log.LogSample.commit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Files of a log that a crash or a disk has changed. */
final class LogRecoveryTest {
    private static final LogOptions SYNC = LogOptions.of(Durability.SYNC);
    private static final LogOptions SMALL = SYNC.withSegmentBytes(4096);
    private static final long SEED = Long.getLong("thetis.seed", 9L);

    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();

    private static Path segment(int number) {
        return DIRECTORY.resolve(String.format("%08d.log", number));
    }

    private RedoLog create(LogOptions options) {
        return RedoLog.create(fileSystem, DIRECTORY, options, DATABASE, 1);
    }

    private RedoLog open(LogOptions options) {
        return RedoLog.open(fileSystem, DIRECTORY, options, DATABASE);
    }

    /** Commits so many revisions, each durable before the next, and never closes; returns where each ends. */
    private List<Integer> commitAndCrash(int count) {
        RedoLog log = create(SYNC);
        List<Integer> ends = new ArrayList<>(List.of(64));
        for (int i = 0; i < count; i++) {
            commit(log, 2 + i);
            try (LogCursor cursor = log.newReader().cursor(2)) {
                while (cursor.next()) {
                    assertThat(cursor.isCommit()).isTrue();
                }
                ends.add((int) cursor.offset());
            }
        }
        return ends;
    }

    private void assertDamaged(Path file, long offset, LogOptions options) {
        assertRefused(ErrorCode.LOG_DAMAGED, file, offset, options);
    }

    private void assertRefused(ErrorCode code, Path file, long offset, LogOptions options) {
        assertThatThrownBy(() -> open(options)).isInstanceOfSatisfying(ThetisException.class, e -> {
            assertThat(e.code()).isEqualTo(code);
            assertThat(e.getMessage()).contains("file=" + file, "offset=" + offset);
        });
    }

    @Test
    void open_afterATornTail_cutsItWhereverItTears() {
        List<Integer> ends = commitAndCrash(5);
        byte[] bytes = fileSystem.readAll(segment(1));
        int begin = ends.get(4);
        int end = ends.get(5);
        Random random = new Random(SEED);
        for (int cut = begin; cut < end; cut++) {
            for (int kind = 0; kind < 3; kind++) {
                byte[] torn = bytes.clone();
                switch (kind) {
                    case 0 -> torn = Arrays.copyOf(bytes, cut);
                    case 1 -> Arrays.fill(torn, cut, torn.length, (byte) 0);
                    default -> {
                        byte[] garbage = new byte[end - cut];
                        random.nextBytes(garbage);
                        System.arraycopy(garbage, 0, torn, cut, garbage.length);
                    }
                }
                fileSystem.writeAll(segment(1), torn);
                boolean whole = Arrays.equals(Arrays.copyOf(torn, end), Arrays.copyOf(bytes, end));
                int tornBytes = 0;
                for (int at = whole ? end : begin; at < torn.length; at++) {
                    tornBytes = torn[at] == 0 ? tornBytes : at + 1 - begin;
                }
                try (RedoLog log = open(SYNC)) {
                    assertThat(log.recovery().endOffset()).isEqualTo(whole ? end : begin);
                    assertThat(log.recovery().lastRevision()).isEqualTo(whole ? 6 : 5);
                    assertThat(log.recovery().tornBytes()).isEqualTo(tornBytes);
                    commit(log, log.lastRevision() + 1);
                }
                assertThat(assertWhole(fileSystem, DIRECTORY, 2)).isEqualTo(whole ? 7 : 6);
            }
        }
    }

    @Test
    void open_withAnyByteOfAnInnerRecordDamaged_says() {
        List<Integer> ends = commitAndCrash(5);
        byte[] bytes = fileSystem.readAll(segment(1));
        for (int at = ends.get(2); at < ends.get(3); at++) {
            for (int change : new int[] {0, 1, 0x80, 0xFF}) {
                byte[] damaged = bytes.clone();
                damaged[at] = (byte) (change == 0 ? 0 : damaged[at] ^ change);
                if (damaged[at] != bytes[at]) {
                    fileSystem.writeAll(segment(1), damaged);
                    assertDamaged(segment(1), ends.get(2), SYNC);
                    assertThat(fileSystem.readAll(segment(1))).isEqualTo(damaged);
                }
            }
        }
    }

    @Test
    void open_withTheLastCommitOfAClosedLogDamaged_says() {
        try (RedoLog log = create(LogOptions.of(Durability.OFF))) {
            append(log, 2);
            append(log, 3);
        }
        byte[] bytes = fileSystem.readAll(segment(1));
        bytes[bytes.length - 20] ^= 1;
        fileSystem.writeAll(segment(1), bytes);
        assertThatThrownBy(() -> open(SYNC))
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_DAMAGED));
    }

    @Test
    void open_afterALaterPartOfATornBatchSurvived_cutsTheBatch() {
        RedoLog log = create(SYNC);
        commit(log, 2);
        int begin;
        try (LogCursor cursor = log.newReader().cursor(2)) {
            while (cursor.next()) {
                assertThat(cursor.isCommit()).isTrue();
            }
            begin = (int) cursor.offset();
        }
        append(log, 3);
        append(log, 4);
        commit(log, 5);
        byte[] bytes = fileSystem.readAll(segment(1));
        bytes[begin] = 0;
        bytes[begin + 12] = 0;
        fileSystem.writeAll(segment(1), bytes);
        try (RedoLog reopened = open(SYNC)) {
            assertThat(reopened.lastRevision()).isEqualTo(2);
            assertThat(reopened.recovery().tornBytes()).isPositive();
            commit(reopened, 3);
        }
        assertThat(assertWhole(fileSystem, DIRECTORY, 2)).isEqualTo(3);
    }

    private int fillSegments() {
        try (RedoLog log = create(SMALL)) {
            for (long revision = 2; revision <= 600; revision++) {
                commit(log, revision);
            }
        }
        return fileSystem.list(DIRECTORY).size();
    }

    @Test
    void open_withoutASegmentInTheMiddle_namesIt() {
        assertThat(fillSegments()).isGreaterThan(4);
        fileSystem.delete(segment(2));
        assertThatThrownBy(() -> open(SMALL)).isInstanceOfSatisfying(ThetisException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.LOG_SEGMENT_MISSING);
            assertThat(e.getMessage()).contains(segment(2).toString());
        });
    }

    @Test
    void cursor_overDamageInAnEarlierSegment_readsUpToItAndSays() {
        fillSegments();
        byte[] bytes = fileSystem.readAll(segment(2));
        bytes[bytes.length / 2] ^= 4;
        fileSystem.writeAll(segment(2), bytes);
        try (RedoLog log = open(SMALL);
                LogCursor cursor = log.newReader().cursor(2)) {
            assertThatThrownBy(() -> {
                        while (cursor.next()) {
                            assertThat(cursor.record()).isNotNull();
                        }
                    })
                    .isInstanceOfSatisfying(ThetisException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.LOG_DAMAGED);
                        assertThat(e.getMessage()).contains("file=" + segment(2));
                    });
            assertThat(cursor.commitCount()).isPositive();
        }
    }

    @Test
    void open_withSegmentsSwappedCutOrOfAnotherDatabase_says() {
        int count = fillSegments();
        byte[] last = fileSystem.readAll(segment(count));
        byte[] before = fileSystem.readAll(segment(count - 1));
        fileSystem.writeAll(segment(count), before);
        assertRefused(ErrorCode.WRONG_FILE, segment(count), 12, SMALL);
        fileSystem.writeAll(segment(count), last);
        fileSystem.writeAll(segment(count - 1), Arrays.copyOf(before, before.length - 1));
        assertDamaged(segment(count - 1), before.length - 1, SMALL);
        fileSystem.writeAll(segment(count - 1), before);
        assertThatThrownBy(() -> RedoLog.open(fileSystem, DIRECTORY, SMALL, new UUID(3, 4)))
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WRONG_DATABASE));
        open(SMALL).close();
    }

    @Test
    void open_withAnyByteOfAHeaderDamaged_says() {
        fillSegments();
        byte[] bytes = fileSystem.readAll(segment(1));
        for (int at = 0; at < 64; at++) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 16;
            fileSystem.writeAll(segment(1), damaged);
            assertThatThrownBy(() -> assertWhole(fileSystem, DIRECTORY, 2))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            e -> assertThat(e.code()).isIn(ErrorCode.LOG_DAMAGED, ErrorCode.WRONG_FILE));
        }
    }

    @Test
    void open_ofNoLog_says() {
        fileSystem.createDirectories(DIRECTORY);
        assertThat(LogReader.exists(fileSystem, DIRECTORY)).isFalse();
        assertThatThrownBy(() -> open(SYNC))
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_SEGMENT_MISSING));
    }

    @Test
    void reader_ofRandomlyDamagedLog_readsAPrefixOrFailsWithOurError() {
        fillSegments();
        int segmentCount = fileSystem.list(DIRECTORY).size();
        Random random = new Random(SEED);
        for (int round = 0; round < 500; round++) {
            Path path = segment(1 + random.nextInt(segmentCount));
            byte[] bytes = fileSystem.readAll(path);
            byte[] damaged = bytes.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            fileSystem.writeAll(path, damaged);
            try {
                assertThat(assertWhole(fileSystem, DIRECTORY, 2)).isLessThanOrEqualTo(600);
            } catch (ThetisException e) {
                assertThat(e.code())
                        .as("seed %s, round %s", SEED, round)
                        .isIn(ErrorCode.LOG_DAMAGED, ErrorCode.WRONG_FILE);
            }
            fileSystem.writeAll(path, bytes);
        }
    }
}
