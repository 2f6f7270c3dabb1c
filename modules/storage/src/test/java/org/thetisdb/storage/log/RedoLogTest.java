package org.thetisdb.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.storage.log.LogSample.DATABASE;
import static org.thetisdb.storage.log.LogSample.all;
import static org.thetisdb.storage.log.LogSample.append;
import static org.thetisdb.storage.log.LogSample.assertCommit;
import static org.thetisdb.storage.log.LogSample.commit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.depth.CommitGate;
import org.thetisdb.storage.log.LogRecord.Commit;
import org.thetisdb.storage.log.LogRecord.Token;
import org.thetisdb.storage.log.LogRecord.TokenKind;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.report.Revision;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

final class RedoLogTest {
    private static final LogOptions SYNC = LogOptions.of(Durability.SYNC);
    private static final LogOptions SMALL = LogOptions.of(Durability.OFF).withSegmentBytes(4096);
    private static final long SEED = Long.getLong("thetis.seed", 3L);

    private final FileSystem fileSystem = new LocalFileSystem();

    @TempDir
    private Path temporary;

    private Path directory() {
        return temporary.resolve("log");
    }

    private RedoLog create(LogOptions options) {
        return RedoLog.create(fileSystem, directory(), options, DATABASE, 1);
    }

    private RedoLog reopen(LogOptions options) {
        return RedoLog.open(fileSystem, directory(), options, DATABASE);
    }

    private static byte[] oneField(long revision) {
        ChangeEncoder encoder = new ChangeEncoder();
        encoder.setNodeProperties(1_000_000, new int[] {3}, new Object[] {revision});
        return encoder.toBytes();
    }

    private LogReader open() {
        return LogReader.open(fileSystem, directory(), DATABASE);
    }

    @Test
    void records_appended_areReadInOrderAndAfterReopening() {
        Token token = Token.named(TokenKind.LABEL, 4, "Person");
        Token labelSet = Token.labelSet(2, List.of(4, 9));
        try (RedoLog log = create(SYNC)) {
            commit(log, 2);
            log.appendToken(token);
            log.appendToken(labelSet);
            commit(log, 3);
            assertThat(all(log.newReader(), 2)).hasSize(4);
        }
        try (RedoLog log = reopen(SYNC);
                LogReader reader = log.newReader()) {
            assertThat(log.recovery().lastRevision()).isEqualTo(3);
            assertThat(log.recovery().tornBytes()).isZero();
            commit(log, 4);
            List<LogRecord> records = all(reader, 2);
            assertCommit((Commit) records.get(0), 2);
            assertThat(records.subList(1, 3)).containsExactly(token, labelSet);
            assertCommit((Commit) records.get(3), 3);
            assertCommit((Commit) records.get(4), 4);
            assertThat(all(reader, 3).getFirst()).isEqualTo(token);
            assertThat(all(reader, 4)).hasSize(1);
            assertThat(all(reader, 5)).isEmpty();
        }
    }

    @Test
    void segments_whenFull_followEachOtherAndAreCutToTheirRecords() throws IOException {
        try (RedoLog log = create(SMALL)) {
            for (long revision = 2; revision <= 2000; revision++) {
                commit(log, revision);
            }
        }
        try (LogReader reader = open()) {
            List<LogRecord> records = all(reader, 2);
            assertThat(records).hasSize(1999);
            for (int i = 0; i < records.size(); i++) {
                assertCommit((Commit) records.get(i), i + 2);
            }
            assertThat(reader.lastRevision()).isEqualTo(2000);
        }
        try (var files = Files.list(directory())) {
            List<Path> segments = files.toList();
            assertThat(segments).hasSizeGreaterThan(10);
            for (Path segment : segments) {
                assertThat(Files.size(segment)).isLessThanOrEqualTo(4096 + 20);
            }
        }
    }

    @Test
    void commit_ofAnyRevision_isFoundWhileTheLogGrows() {
        Random random = new Random(SEED);
        try (RedoLog log = create(SMALL);
                LogReader reader = log.newReader();
                LogReader other = open()) {
            long revision = 1;
            for (int round = 0; round < 300; round++) {
                for (int i = random.nextInt(20); i >= 0; i--) {
                    commit(log, ++revision);
                }
                long wanted = random.nextLong(2, revision + 1);
                assertCommit(reader.commit(wanted), wanted);
                assertCommit(other.commit(wanted), wanted);
                long last = revision;
                assertThat(reader.lastRevision()).isEqualTo(last);
                assertThatThrownBy(() -> reader.commit(last + 1))
                        .isInstanceOfSatisfying(
                                ThetisException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.REVISION_NOT_FOUND));
                List<Revision> infos = reader.revisions(wanted, revision + 5);
                assertThat(infos).hasSize((int) (revision - wanted + 1));
                assertThat(infos.getLast().number()).isEqualTo(revision);
                assertThat(reader.info(wanted)).isEqualTo(infos.getFirst());
            }
        }
    }

    @Test
    void follower_ofAGrowingLog_seesCommitsAsTheyCome() {
        try (RedoLog log = create(SMALL);
                LogReader reader = open();
                LogCursor follower = reader.cursor(2)) {
            for (long revision = 2; revision <= 1000; revision++) {
                assertThat(follower.next()).isFalse();
                commit(log, revision);
                assertThat(follower.next()).isTrue();
                assertCommit((Commit) follower.record(), revision);
            }
            assertThat(follower.commitCount()).isEqualTo(999);
        }
    }

    @Test
    void deleteBefore_aRevision_keepsItAndWhatStandsRightBefore() {
        try (RedoLog log = create(SMALL);
                LogReader reader = log.newReader()) {
            for (long revision = 2; revision <= 1000; revision++) {
                commit(log, revision);
            }
            assertThat(log.deleteBefore(2)).isZero();
            assertThat(log.deleteBefore(500)).isPositive();
            assertThat(reader.firstRevision()).isBetween(300L, 499L);
            assertCommit((Commit) all(reader, 500).getFirst(), 500);
            assertThatThrownBy(() -> reader.cursor(2))
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_SEGMENT_MISSING));
        }
    }

    @Test
    void commit_whereAllSegmentsThatTheReaderKnowsAreGone_isFound() {
        try (RedoLog log = create(SMALL);
                LogReader reader = log.newReader()) {
            for (long revision = 2; revision <= 1000; revision++) {
                commit(log, revision);
                if (revision == 50) {
                    assertThat(reader.commit(revision).revision()).isEqualTo(revision);
                }
            }
            log.deleteBefore(900);
            assertThat(reader.commit(950).revision()).isEqualTo(950);
        }
    }

    @Test
    void record_largerThanASegment_hasOneOfItsOwn() {
        byte[] large = new byte[100_000];
        new Random(SEED).nextBytes(large);
        try (RedoLog log = create(SMALL)) {
            commit(log, 2);
            log.awaitDurable(log.append(3, 5, Optional.empty(), Operations.of(large)));
            commit(log, 4);
            List<LogRecord> records = all(log.newReader(), 2);
            assertThat(((KeptOperations) ((Commit) records.get(1)).operations()).content())
                    .isEqualTo(large);
            assertCommit((Commit) records.get(2), 4);
        }
    }

    @Test
    void commits_ofManyThreads_areAllThere() throws InterruptedException {
        int threadCount = 16;
        int commitCount = 100;
        AtomicReference<Throwable> problem = new AtomicReference<>();
        try (RedoLog log = create(SYNC.withSegmentBytes(16 << 10))) {
            Object commitLock = new Object();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < threadCount; i++) {
                threads.add(Thread.ofPlatform().start(() -> {
                    try {
                        for (int n = 0; n < commitCount; n++) {
                            long position;
                            synchronized (commitLock) {
                                position = append(log, log.lastRevision() + 1);
                            }
                            log.awaitDurable(position);
                            if (n % 10 == 0) {
                                Thread.currentThread().interrupt();
                            }
                        }
                    } catch (Throwable e) {
                        problem.set(e);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(problem.get()).isNull();
        }
        assertThat(all(open(), 2)).hasSize(threadCount * commitCount);
    }

    @Test
    void versions_ofOneDocument_takeFewBytes() throws IOException {
        try (RedoLog log = create(LogOptions.of(Durability.OFF))) {
            for (long revision = 2; revision <= 5002; revision++) {
                log.awaitDurable(
                        log.append(revision, 1_795_000_000_000L, Optional.empty(), Operations.of(oneField(revision))));
            }
        }
        assertThat(Files.size(directory().resolve("00000001.log"))).isLessThan(5001L * 40);
    }

    @Test
    void interval_withoutFurtherCommits_syncs() {
        try (RedoLog log = create(LogOptions.of(Durability.INTERVAL).withFlushDelayNanos(1_000_000))) {
            for (long revision = 2; revision < 20; revision++) {
                commit(log, revision);
            }
            assertThat(all(open(), 2)).hasSize(18);
        }
    }

    @Test
    void commit_waitingForTheDevice_keepsTheGateBusy() {
        CommitGate gate = new CommitGate();
        List<Boolean> isBusy = new ArrayList<>();
        FaultPoints look = point -> {
            if (point == FaultPoints.Point.LOG_WRITTEN) {
                isBusy.add(gate.isBusy());
            }
        };
        try (RedoLog log = create(SYNC.withCommitGate(gate).withFaultPoints(look))) {
            commit(log, 2);
            commit(log, 3);
        }
        assertThat(isBusy).isNotEmpty().containsOnly(true);
    }

    @Test
    void append_outOfOrderOrAfterClose_isRefused() {
        RedoLog log = create(SYNC);
        assertThatThrownBy(() -> append(log, 5)).hasMessageContaining("revision=5, lastRevision=1");
        log.close();
        log.close();
        assertThatThrownBy(() -> append(log, 2))
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
    }
}
