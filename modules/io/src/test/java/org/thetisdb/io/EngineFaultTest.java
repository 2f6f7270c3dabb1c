package org.thetisdb.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.io.depth.SimulatedKernel;
import org.thetisdb.io.system.FaultyFunctions;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** What becomes of reads when system calls fail: the right bytes, or an error with file and offset; nothing is left. */
class EngineFaultTest {
    private static final int FILE_BYTES = 300_000;
    private static final int PAGE = 4096;
    private static final int RANGES = 100;

    @TempDir
    private Path directory;

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final byte[] content = new byte[FILE_BYTES];
    private final SimulatedKernel kernel = new SimulatedKernel(content, seed);
    private final FaultyFunctions functions = new FaultyFunctions();
    private Path path = Path.of("");

    /** The engines that make system calls of their own. */
    enum Kind {
        PREAD,
        DIRECT,
        MAPPED,
        RING
    }

    @BeforeEach
    void writeFile() throws IOException {
        random.nextBytes(content);
        path = Files.write(directory.resolve("data"), content);
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(functions.descriptors()).as("descriptors").isZero();
        assertThat(functions.mappings()).as("mappings").isZero();
        assertThat(kernel.openRings()).as("rings").isZero();
        assertThat(kernel.maps()).as("maps of rings").isZero();
        assertThat(kernel.inFlight()).as("reads under way").isZero();
    }

    private IoEngine engine(Kind kind) {
        return switch (kind) {
            case PREAD -> new PreadEngine(functions.calls());
            case DIRECT -> new DirectEngine(functions.calls(), () -> kernel);
            case MAPPED -> new MappedEngine(functions.calls());
            case RING -> new UringEngine(new PreadEngine(functions.calls()), () -> kernel, 8);
        };
    }

    /** Half of the ranges as a page cache asks for them, half of them anywhere. */
    private ReadBatch batch(Arena arena) {
        ReadBatch batch = new ReadBatch(arena.allocate(FILE_BYTES + PAGE, PAGE));
        for (int i = 0; i < RANGES; i++) {
            int pages = FILE_BYTES / PAGE;
            int bytes = 1 + random.nextInt(9000);
            if (i % 2 == 0) {
                batch.add((long) random.nextInt(pages - 2) * PAGE, (1 + random.nextInt(2)) * PAGE);
            } else {
                batch.add(random.nextInt(FILE_BYTES - bytes), bytes);
            }
        }
        return batch;
    }

    private void assertRead(ReadBatch batch, int range) {
        int offset = (int) batch.offset(range);
        assertThat(batch.problem(range)).as("seed=%d", seed).isNull();
        assertThat(batch.target(range).mismatch(MemorySegment.ofArray(content).asSlice(offset, batch.bytes(range))))
                .as("seed=%d, offset=%d", seed, offset)
                .isEqualTo(-1);
    }

    private void assertReadsAll(ReadableFile file) {
        try (Arena arena = Arena.ofShared()) {
            ReadBatch batch = batch(arena);
            file.readBatch(batch);
            for (int range = 0; range < batch.count(); range++) {
                assertRead(batch, range);
                batch.target(range).fill((byte) 0);
                file.readFully(batch.offset(range), batch.target(range));
                assertRead(batch, range);
            }
        }
    }

    private void assertReadsAll(Kind kind) {
        try (ReadableFile file = engine(kind).open(path)) {
            assertReadsAll(file);
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutFaults_allIsRead(Kind kind) {
        try (ReadableFile file = engine(kind).open(path)) {
            assertReadsAll(file);
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutFunctionsOfLateKernels_allIsRead(Kind kind) {
        functions.failing("preadv2", FaultyFunctions.ENOSYS);
        functions.failing("process_vm_readv", FaultyFunctions.ENOSYS);
        kernel.refusingSetup(SimulatedKernel.ENOSYS);
        assertReadsAll(kind);
    }

    @ParameterizedTest
    @EnumSource
    void whereContainersForbid_allIsRead(Kind kind) {
        functions.failing("preadv2", FaultyFunctions.EPERM);
        functions.failing("process_vm_readv", FaultyFunctions.EPERM, 30);
        functions.failing("madvise", FaultyFunctions.EPERM);
        kernel.refusingSetup(SimulatedKernel.EPERM);
        assertReadsAll(kind);
    }

    @ParameterizedTest
    @EnumSource
    void readsThatGiveLittle_areContinued(Kind kind) {
        functions.readingAtMost(3 * PAGE / 4).failing("process_vm_readv", FaultyFunctions.EFAULT, 3);
        kernel.readingAtMost(700);
        assertReadsAll(kind);
    }

    @ParameterizedTest
    @EnumSource
    void interruptedCalls_areRepeated(Kind kind) {
        for (String name : new String[] {"open", "pread", "preadv2", "process_vm_readv"}) {
            functions.interrupting(name, 20);
        }
        kernel.failingToEnter(SimulatedKernel.EINTR, 0, SimulatedKernel.EINTR);
        assertReadsAll(kind);
    }

    @ParameterizedTest
    @EnumSource
    void interruptedThread_readsOn_andStaysInterrupted(Kind kind) {
        Thread.currentThread().interrupt();
        assertReadsAll(kind);
        assertThat(Thread.interrupted()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void deviceThatFailsInTheMiddle_failsTheRangesOfThatPlaceAlone(Kind kind) {
        int failing = FILE_BYTES / 3;
        functions.failingAt(failing, FaultyFunctions.EIO).failing("process_vm_readv", FaultyFunctions.EFAULT);
        kernel.failingAt(failing, SimulatedKernel.EIO);
        try (ReadableFile file = engine(kind).open(path);
                Arena arena = Arena.ofShared()) {
            ReadBatch batch = batch(arena);
            batch.add((long) failing / PAGE * PAGE, 2 * PAGE);
            file.readBatch(batch);
            int failures = 0;
            for (int range = 0; range < batch.count(); range++) {
                ThetisException problem = batch.problem(range);
                if (problem == null) {
                    assertRead(batch, range);
                } else {
                    failures++;
                    assertThat(batch.offset(range) - PAGE).isLessThanOrEqualTo(failing);
                    assertThat(batch.offset(range) + batch.bytes(range) + PAGE).isGreaterThan(failing);
                    assertThat(problem.code()).isEqualTo(ErrorCode.IO_FAILED);
                    assertThat(problem).hasMessageContainingAll("at offset", "file=" + path, "(errno 5)");
                }
            }
            assertThat(failures).as("seed=%d", seed).isPositive().isLessThan(RANGES / 2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void truncatedFile_isAnErrorOfWhatIsGone(Kind kind) throws IOException {
        // The simulated kernel knows the file as it was.
        kernel.refusingSetup(SimulatedKernel.ENOSYS);
        try (ReadableFile file = engine(kind).open(path);
                Arena arena = Arena.ofShared()) {
            assertReadsAll(file);
            truncate(100_001);
            ReadBatch batch = new ReadBatch(arena.allocate(FILE_BYTES + PAGE, PAGE));
            batch.add(0, 20 * PAGE);
            batch.add(24 * PAGE, PAGE);
            batch.add(100_000, 2);
            batch.add(200_000, 10);
            batch.add(60 * PAGE, PAGE);
            batch.add(99_999, 2);
            file.readBatch(batch);
            assertRead(batch, 0);
            assertRead(batch, 5);
            assertTruncated(batch, 1, 25 * PAGE);
            assertTruncated(batch, 2, 100_002);
            assertTruncated(batch, 3, 200_010);
            assertTruncated(batch, 4, 61 * PAGE);
            assertThat(file.read(200_000, arena.allocate(10))).isZero();
        }
    }

    private void truncate(long bytes) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(bytes);
        }
    }

    private void assertTruncated(ReadBatch batch, int range, long expectedBytes) {
        ThetisException problem = batch.problem(range);
        assertThat(problem).as("range %d", range).isNotNull();
        assertThat(problem.code()).isEqualTo(ErrorCode.FILE_TRUNCATED);
        assertThat(problem).hasMessageContainingAll(path.toString(), "expectedBytes>=" + expectedBytes, "foundBytes=");
    }

    @Test
    void fileThatIsCutWhileItsMappingIsRead_givesNoZerosForBytes() {
        functions.afterCopy(() -> {
            try {
                truncate(5000);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try (ReadableFile file = engine(Kind.MAPPED).open(path);
                Arena arena = Arena.ofShared()) {
            assertThatThrownBy(() -> file.readFully(4096, arena.allocate(8192)))
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_TRUNCATED))
                    .hasMessageContainingAll(path.toString(), "expectedBytes>=12288", "foundBytes=5000");
        }
    }

    @ParameterizedTest
    @EnumSource
    void emptyFile_endsAtOnce(Kind kind) throws IOException {
        kernel.refusingSetup(SimulatedKernel.ENOSYS);
        Path empty = Files.createFile(directory.resolve("empty"));
        try (ReadableFile file = engine(kind).open(empty);
                Arena arena = Arena.ofShared()) {
            assertThat(file.sizeBytes()).isZero();
            assertThat(file.read(0, arena.allocate(PAGE, PAGE))).isZero();
            assertThat(file.fallBack()).isEmpty();
        }
    }

    @Test
    void fileSystemThatRefusesToOpenDirectly_isReadThroughItsCache() {
        for (int errno : new int[] {FaultyFunctions.EINVAL, FaultyFunctions.EOPNOTSUPP}) {
            functions.refusingDirect(errno);
            try (ReadableFile file = engine(Kind.DIRECT).open(path)) {
                assertThat(file.fallBack().orElseThrow()).contains("past the system's cache", "(errno " + errno + ")");
                assertReadsAll(file);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fileSystemThatRefusesToReadDirectly_isReadThroughItsCacheFromThenOn(boolean ring) {
        kernel.refusingSetup(ring ? 0 : SimulatedKernel.ENOSYS).failingAt(FILE_BYTES / 2, SimulatedKernel.EINVAL);
        functions.refusingDirectReads(FaultyFunctions.EINVAL);
        try (ReadableFile file = engine(Kind.DIRECT).open(path)) {
            assertThat(file.fallBack()).isEmpty();
            assertReadsAll(file);
            assertThat(file.fallBack().orElseThrow()).contains("past the system's cache", "(errno 22)");
        }
    }

    @Test
    void rangeThatTheRingRefuses_isReadOtherwise() {
        kernel.failingAt(FILE_BYTES / 2, SimulatedKernel.EINVAL);
        assertReadsAll(Kind.DIRECT);
    }

    @Test
    void fileThatCannotBeMapped_isReadOtherwise() {
        functions.failing("mmap", FaultyFunctions.ENODEV);
        try (ReadableFile file = engine(Kind.MAPPED).open(path)) {
            assertThat(file.fallBack()).isPresent();
            assertReadsAll(file);
        }
    }

    @Test
    void mappedEngine_isAbsentWithAReasonWhereTheKernelDoesNotCopy() {
        assertThat(MappedEngine.find(functions.calls())).isInstanceOf(IoEngine.Candidate.Available.class);
        for (int errno : new int[] {FaultyFunctions.EPERM, FaultyFunctions.ENOSYS}) {
            functions.failing("process_vm_readv", errno);
            assertAbsent(MappedEngine.find(functions.calls()), "(errno " + errno + ")");
        }
        assertAbsent(MappedEngine.find(functions.without("process_vm_readv").calls()), "(errno 38)");
    }

    private static void assertAbsent(IoEngine.Candidate found, String word) {
        assertThat(found)
                .isInstanceOfSatisfying(
                        IoEngine.Candidate.Absent.class,
                        absent -> assertThat(absent.reason()).contains("process_vm_readv", word));
    }

    @ParameterizedTest
    @EnumSource
    void fileThatIsNotThere_isMissing_andOneThatMayNotBeRead_saysWhy(Kind kind) {
        IoEngine engine = engine(kind);
        assertThatThrownBy(() -> engine.open(directory.resolve("nothing")))
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_MISSING));
        functions.failing("open", FaultyFunctions.EPERM);
        assertThatThrownBy(() -> engine.open(path))
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO_FAILED))
                .hasMessageContainingAll("open for reading", "file=" + path, "(errno 1)");
    }

    @ParameterizedTest
    @EnumSource
    void pagesOfAPagedFile_areReadAsOneRange(Kind kind) throws IOException {
        kernel.refusingSetup(SimulatedKernel.ENOSYS);
        Path pages = directory.resolve("pages");
        PagedFileGeometry geometry = PatternFile.write(new LocalFileSystem(), pages, PAGE, 300);
        IoEngine engine = engine(kind);
        try (ReadableFile file = engine.open(pages);
                Arena arena = Arena.ofShared()) {
            long first = (long) PatternFile.SELF_CHECKED_PAGES * PAGE;
            MemorySegment memory = arena.allocate(geometry.dataBytes(), PAGE);
            ReadBatch batch = new ReadBatch(memory);
            batch.add(first, (int) (geometry.dataBytes() - first));
            file.readBatch(batch);
            PatternFile.check(memory, first, geometry.dataBytes() - first);
        }
    }
}
