package org.thetisdb.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.storage.log.LogSample.DATABASE;
import static org.thetisdb.storage.log.LogSample.DIRECTORY;
import static org.thetisdb.storage.log.LogSample.commit;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.store.Findings;
import org.thetisdb.value.ErrorCode;

final class LogCheckTest {
    private static final LogOptions SMALL = LogOptions.of(Durability.SYNC).withSegmentBytes(4096);

    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();
    private Findings findings = new Findings();

    private LogMark fill(int lastRevision) {
        try (RedoLog log = RedoLog.create(fileSystem, DIRECTORY, SMALL, DATABASE, 1)) {
            for (long revision = 2; revision <= lastRevision; revision++) {
                commit(log, revision);
            }
            return log.lastCommit();
        }
    }

    private List<String> check(long fromRevision, long toRevision, LogMark mark) {
        findings = new Findings();
        new LogCheck(fileSystem, DIRECTORY, DATABASE, findings).run(fromRevision, toRevision, mark);
        return findings.found();
    }

    @Test
    void wholeLog_isSound() {
        LogMark mark = fill(600);
        assertThat(mark.revision()).isEqualTo(600);
        assertThat(check(2, 600, mark)).isEmpty();
        assertThat(findings.itemCount()).isEqualTo(599);
    }

    @Test
    void logThatBeginsTooLateOrEndsTooEarly_isFound() {
        LogMark mark = fill(600);
        assertThat(check(1, 600, mark)).singleElement().asString().contains("beginning of the log is missing");
        assertThat(check(2, 601, mark)).singleElement().asString().contains("end of the log is missing");
        assertThat(check(2, 600, new LogMark(400, mark.checksum())))
                .singleElement()
                .asString()
                .contains(ErrorCode.WRONG_FILE.code(), "revision=400", "history differs");
    }

    @Test
    void damageInSeveralSegments_isFoundInEach() {
        LogMark mark = fill(600);
        for (int number : new int[] {1, 3}) {
            Path path = DIRECTORY.resolve(LogLayout.fileName(number));
            byte[] bytes = fileSystem.readAll(path);
            bytes[bytes.length / 2] ^= 1;
            fileSystem.writeAll(path, bytes);
        }
        List<String> found = check(2, 600, mark);
        assertThat(found).hasSize(2);
        assertThat(found.get(0)).contains(LogLayout.fileName(1));
        assertThat(found.get(1)).contains(LogLayout.fileName(3));
    }

    @Test
    void commitThatCannotBeDecoded_isFound() {
        try (RedoLog log = RedoLog.create(fileSystem, DIRECTORY, SMALL, DATABASE, 1)) {
            log.awaitDurable(log.append(2, 1_000, Optional.empty(), Operations.of(new byte[] {99, 1, 2})));
        }
        assertThat(check(2, 2, LogMark.NONE)).singleElement().asString().contains(ErrorCode.CORRUPT_STRUCTURE.code());
    }

    @Test
    void timesThatGoBack_areFound() {
        try (RedoLog log = RedoLog.create(fileSystem, DIRECTORY, SMALL, DATABASE, 1)) {
            log.append(2, 1_000, Optional.empty(), LogSample.operations(2));
            log.awaitDurable(log.append(3, 999, Optional.empty(), LogSample.operations(3)));
        }
        assertThat(check(2, 3, LogMark.NONE)).singleElement().asString().contains("revision 3", "1000", "999");
    }
}
