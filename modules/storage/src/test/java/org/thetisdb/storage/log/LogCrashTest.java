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
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.thetisdb.io.simulated.CrashImage;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.log.LogRecord.Token;
import org.thetisdb.storage.log.LogRecord.TokenKind;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Goal: what was acknowledged is there after any crash, and nothing by halves. Method: record a workload, then open the
 * log in images of crashes at every event, and compare with what had been acknowledged by then.
 */
final class LogCrashTest {
    private static final LogOptions SYNC = LogOptions.of(Durability.SYNC).withSegmentBytes(4096);
    private static final LogOptions OFF = LogOptions.of(Durability.OFF).withSegmentBytes(4096);
    private static final long SEED = Long.getLong("thetis.seed", 17L);

    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();

    /** The last revision that was safe when so many events had happened; and the oldest that must be there. */
    private final TreeMap<Integer, Long> safe = new TreeMap<>();

    private final TreeMap<Integer, Long> oldest = new TreeMap<>();

    private RedoLog create(LogOptions options) {
        fileSystem.createDirectories(DIRECTORY);
        RedoLog log = RedoLog.create(fileSystem, DIRECTORY, options, DATABASE, 1);
        fileSystem.startRecording();
        safe.put(0, 1L);
        oldest.put(0, 2L);
        return log;
    }

    private RedoLog open(LogOptions options) {
        return RedoLog.open(fileSystem, DIRECTORY, options, DATABASE);
    }

    private synchronized void acknowledge(long revision) {
        safe.merge(fileSystem.eventCount(), revision, Math::max);
    }

    private void check(CrashImage image) {
        long safeRevision = safe.floorEntry(image.eventCount()).getValue();
        long oldestRevision = oldest.floorEntry(image.eventCount()).getValue();
        try {
            long last;
            try (RedoLog log = RedoLog.open(image.fileSystem(), DIRECTORY, SYNC, DATABASE)) {
                last = log.lastRevision();
                assertThat(last).isGreaterThanOrEqualTo(safeRevision);
                commit(log, last + 1);
                commit(log, last + 2);
            }
            assertThat(assertWhole(image.fileSystem(), DIRECTORY, oldestRevision))
                    .isEqualTo(last + 2);
        } catch (ThetisException | AssertionError e) {
            throw new AssertionError("Image: " + image + ", safeRevision=" + safeRevision, e);
        }
    }

    @Test
    void images_ofOneClient_haveAllThatWasAcknowledged() {
        RedoLog log = create(SYNC);
        for (long revision = 2; revision <= 200; revision++) {
            if (revision % 50 == 0) {
                log.appendToken(Token.named(TokenKind.LABEL, (int) revision, "Label" + revision));
            }
            if (revision % 90 == 0) {
                log.close();
                log = open(SYNC);
            }
            commit(log, revision);
            acknowledge(revision);
        }
        log.close();
        fileSystem.forEachCrashImage(SEED, 4, this::check);
    }

    @Test
    void images_ofRandomWork_areAPrefixThatHasAllThatWasSynced() {
        for (int run = 0; run < 4; run++) {
            Random random = new Random(SEED + run);
            if (fileSystem.exists(DIRECTORY)) {
                fileSystem.list(DIRECTORY).forEach(fileSystem::delete);
                safe.clear();
                oldest.clear();
            }
            RedoLog log = create(OFF);
            long revision = 1;
            for (int step = 0; step < 200; step++) {
                switch (random.nextInt(12)) {
                    case 0 -> {
                        log.sync();
                        acknowledge(revision);
                    }
                    case 1 -> {
                        log.close();
                        acknowledge(revision);
                        log = open(OFF);
                    }
                    case 2 -> {
                        log.sync();
                        acknowledge(revision);
                        // What is to be kept is said before, because the images in between may have either.
                        long keptRevision = Math.max(2, revision - 40);
                        oldest.put(fileSystem.eventCount(), keptRevision);
                        log.deleteBefore(keptRevision);
                    }
                    default -> {
                        for (int i = random.nextInt(12); i >= 0; i--) {
                            append(log, ++revision);
                        }
                        long position = append(log, ++revision);
                        if (random.nextBoolean()) {
                            log.awaitDurable(position);
                        }
                    }
                }
            }
            log.close();
            acknowledge(revision);
            fileSystem.sampleCrashImages(SEED + run, 500, this::check);
        }
    }

    @Test
    void images_ofManyClients_haveAllThatWasAcknowledged() throws InterruptedException {
        AtomicReference<Throwable> problem = new AtomicReference<>();
        Object commitLock = new Object();
        try (RedoLog log = create(SYNC.withSegmentBytes(16 << 10))) {
            List<Thread> threads = new ArrayList<>();
            for (int client = 0; client < 8; client++) {
                threads.add(Thread.ofVirtual().start(() -> {
                    try {
                        for (int i = 0; i < 60; i++) {
                            long revision;
                            long position;
                            synchronized (commitLock) {
                                revision = log.lastRevision() + 1;
                                position = append(log, revision);
                            }
                            log.awaitDurable(position);
                            acknowledge(revision);
                        }
                    } catch (Throwable e) {
                        problem.set(e);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(problem.get()).isNull();
        assertThat(safe.lastEntry().getValue()).isEqualTo(481);
        // An acknowledgement covers all revisions before it.
        long last = 0;
        for (var entry : safe.entrySet()) {
            last = Math.max(last, entry.getValue());
            entry.setValue(last);
        }
        fileSystem.sampleCrashImages(SEED, 1000, this::check);
    }

    @Test
    void awaitDurable_afterAFailedSync_acknowledgesNothingAnyMore() throws InterruptedException {
        RedoLog log = create(SYNC);
        commit(log, 2);
        acknowledge(2);
        long durable = append(log, 3);
        log.awaitDurable(durable);
        acknowledge(3);
        // Several wait while the sync that will fail runs.
        CountDownLatch waiting = new CountDownLatch(1);
        fileSystem.beforeForce(_ -> awaitUninterruptibly(waiting));
        fileSystem.failForce(_ -> true);
        AtomicInteger refused = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            long position = append(log, 4 + i);
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    log.awaitDurable(position);
                } catch (ThetisException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.LOG_FAILED);
                    refused.incrementAndGet();
                }
            }));
        }
        waiting.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(refused).hasValue(4);
        // The device is well again; the log is not.
        fileSystem.failForce(_ -> false);
        assertFailed(() -> append(log, 8));
        assertFailed(log::sync);
        log.awaitDurable(durable);
        log.close();
        fileSystem.forEachCrashImage(SEED, 10, this::check);
    }

    @Test
    void awaitDurable_afterAShortWrite_acknowledgesNothingAnyMore() {
        for (int bytes = 0; bytes < 60; bytes += 7) {
            SimulatedFileSystem disk = new SimulatedFileSystem();
            RedoLog log = RedoLog.create(disk, DIRECTORY, SYNC, DATABASE, 1);
            commit(log, 2);
            disk.failWrite(_ -> true, bytes);
            long position = append(log, 3);
            assertFailed(() -> log.awaitDurable(position));
            assertFailed(() -> log.awaitDurable(position));
            log.close();
            disk.failWrite(_ -> false, 0);
            RedoLog.open(disk, DIRECTORY, SYNC, DATABASE).close();
            assertThat(assertWhole(disk, DIRECTORY, 2)).isBetween(2L, 3L);
        }
    }

    private static void assertFailed(Runnable action) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_FAILED));
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void append_onAFullDisk_failsWholeAndWorksAgainWhenRoomIsBack() {
        for (Durability durability : Durability.values()) {
            SimulatedFileSystem disk = new SimulatedFileSystem();
            LogOptions options = LogOptions.of(durability).withSegmentBytes(8192);
            Random random = new Random(SEED);
            Path filler = DIRECTORY.resolveSibling("filler");
            try (RedoLog log = RedoLog.create(disk, DIRECTORY, options, DATABASE, 1)) {
                disk.writeAll(filler, new byte[100_000]);
                long revision = 1;
                int refused = 0;
                for (int round = 0; round < 50; round++) {
                    disk.fullAfterBytes(random.nextInt(10_000));
                    for (int i = 0; i < 200; i++) {
                        try {
                            commit(log, revision + 1);
                            revision++;
                        } catch (ThetisException e) {
                            assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL);
                            refused++;
                            break;
                        }
                    }
                    assertThat(log.lastRevision()).isEqualTo(revision);
                    disk.fullAfterBytes(Long.MAX_VALUE);
                    commit(log, ++revision);
                }
                assertThat(refused).isPositive();
                log.sync();
                assertThat(assertWhole(disk, DIRECTORY, 2)).isEqualTo(revision);
                disk.fullAfterBytes(0);
            }
            disk.fullAfterBytes(Long.MAX_VALUE);
            RedoLog.open(disk, DIRECTORY, options, DATABASE).close();
        }
    }
}
