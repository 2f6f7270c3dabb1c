package org.thetisdb.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

class LocalFileSystemTest {
    @TempDir
    private Path directory;

    private final FileSystem local = new LocalFileSystem();

    /** Holds the lock of the directory given until its input ends; started as another process. */
    static final class LockHolder {
        private LockHolder() {}

        public static void main(String[] arguments) throws IOException {
            try (DirectoryLock lock = new LocalFileSystem().lock(Path.of(arguments[0]))) {
                System.out.println("locked " + lock.directory());
                while (System.in.read() >= 0) {
                    // Waits for the parent to close the pipe.
                }
            }
        }
    }

    @Test
    void lock_heldByAnotherProcess_namesItsPid_andIsFreeWhenThatEnds() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process holder = new ProcessBuilder(
                        java,
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockHolder.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            BufferedReader output = holder.inputReader();
            assertThat(output.readLine()).startsWith("locked");
            assertThatThrownBy(() -> local.lock(directory))
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATABASE_LOCKED))
                    .hasMessageContainingAll("Another process", "pid=" + holder.pid(), "started=");
            assertThatThrownBy(() -> local.lock(directory)).hasMessageContaining("pid=" + holder.pid());
            holder.getOutputStream().close();
            assertThat(holder.waitFor()).isZero();
            local.lock(directory).close();
        } finally {
            holder.destroyForcibly();
        }
    }

    @Test
    void lock_heldByThisProcess_isAClearError_andIsNotLostByTheAttempt() {
        try (DirectoryLock lock = local.lock(directory)) {
            assertThat(lock.directory()).isEqualTo(directory);
            assertThatThrownBy(() -> local.lock(directory.resolve(".")))
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATABASE_LOCKED))
                    .hasMessageContainingAll(
                            "This process", "pid=" + ProcessHandle.current().pid());
        }
        local.lock(directory).close();
    }

    @Test
    void lock_ofMissingDirectory_saysSo() {
        assertThatThrownBy(() -> local.lock(directory.resolve("none")))
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATABASE_NOT_FOUND));
    }

    @Test
    void files_areWrittenReadListedRenamedAndDeleted() throws IOException {
        Path source = directory.resolve("b");
        Path target = directory.resolve("a");
        Files.writeString(target, "old");
        byte[] content = {1, 2, 3, 4, 5, 6, 7, 8};
        try (WritableFile file = local.create(source)) {
            file.write(2, MemorySegment.ofArray(content));
            file.force();
            assertThat(file.sizeBytes()).isEqualTo(10);
        }
        assertThat(local.list(directory)).containsExactly(target, source);
        local.renameAtomically(source, target);
        local.forceDirectory(directory);
        assertThat(local.exists(source)).isFalse();
        assertThat(local.sizeBytes(target)).isEqualTo(10);
        try (ReadableFile file = local.openForRead(target);
                Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(16);
            assertThat(file.read(0, buffer)).isEqualTo(10);
            assertThat(buffer.get(ValueLayout.JAVA_BYTE, 9)).isEqualTo((byte) 8);
            assertThat(file.read(10, buffer)).isZero();
            assertThatThrownBy(() -> file.readFully(4, buffer)).hasMessageContaining("ends too early");
        }
        local.delete(target);
        local.createDirectories(directory.resolve("x/y"));
        assertThat(local.isDirectory(directory.resolve("x/y"))).isTrue();
    }

    @Test
    void missingFiles_giveTheSameErrorEverywhere() {
        Path none = directory.resolve("none");
        List<Runnable> actions = List.of(
                () -> local.openForRead(none),
                () -> local.openForWrite(none),
                () -> local.sizeBytes(none),
                () -> local.delete(none),
                () -> local.list(none),
                () -> local.renameAtomically(none, directory.resolve("other")));
        for (Runnable action : actions) {
            assertThatThrownBy(action::run)
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FILE_MISSING))
                    .hasMessageContaining(none.toString());
        }
    }

    @Test
    void directoryInPlaceOfFile_isAnError() {
        for (IoEngine.Candidate candidate : local.engines()) {
            if (candidate instanceof IoEngine.Candidate.Available(IoEngine engine)) {
                assertThatThrownBy(() -> {
                            try (ReadableFile file = engine.open(directory);
                                    Arena arena = Arena.ofConfined()) {
                                file.readFully(0, arena.allocate(8));
                            }
                        })
                        .as(engine.name())
                        .isInstanceOfSatisfying(
                                ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO_FAILED))
                        .hasMessageContaining(directory.toString());
            }
        }
    }

    @Test
    void writes_ofAnInterruptedThread_goOnAndKeepTheInterrupt(@TempDir Path directory) {
        Path path = directory.resolve("file");
        FileSystem fileSystem = new LocalFileSystem();
        try (WritableFile file = fileSystem.create(path)) {
            Thread.currentThread().interrupt();
            file.write(0, MemorySegment.ofArray(new byte[] {1, 2, 3}));
            file.force();
            file.truncate(2);
            fileSystem.forceDirectory(directory);
            assertThat(Thread.interrupted()).isTrue();
            file.write(2, MemorySegment.ofArray(new byte[] {4}));
            assertThat(file.sizeBytes()).isEqualTo(3);
        }
        assertThat(path).hasBinaryContent(new byte[] {1, 2, 4});
    }

    @Test
    void writes_whileInterruptsRain_areWhole() throws InterruptedException {
        Path path = directory.resolve("file");
        AtomicReference<Throwable> problem = new AtomicReference<>();
        Thread writer = Thread.ofPlatform().start(() -> {
            try (WritableFile file = new LocalFileSystem().create(path)) {
                for (int i = 0; i < 2000; i++) {
                    file.write(i * 4L, MemorySegment.ofArray(new byte[] {1, 2, 3, 4}));
                    if (i % 100 == 0) {
                        file.force();
                    }
                }
            } catch (Throwable e) {
                problem.set(e);
            }
        });
        while (writer.isAlive()) {
            writer.interrupt();
            Thread.onSpinWait();
        }
        writer.join();
        assertThat(problem.get()).isNull();
        assertThat(path).hasSize(8000);
    }
}
