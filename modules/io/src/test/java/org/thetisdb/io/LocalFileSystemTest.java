package org.thetisdb.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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
            LocalFileSystem local = new LocalFileSystem();
            Path path = Path.of(arguments[0]);
            try (DirectoryLock lock = arguments.length == 1 ? local.lock(path) : local.lock(path, arguments[1])) {
                System.out.println("locked " + lock.directory());
                while (System.in.read() >= 0) {
                    // Waits for the parent to close the pipe.
                }
            }
        }
    }

    private Process holder(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                LockHolder.class.getName(),
                directory.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void assertLocked(ThrowingCallable locking, String... words) {
        assertThatThrownBy(locking)
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATABASE_LOCKED))
                .hasMessageContainingAll(words);
    }

    @Test
    void lockOfAFile_standsWhenTheOtherIsDeleted() throws Exception {
        Files.writeString(directory.resolve("content"), "x");
        Process holder = holder("content");
        try {
            assertThat(holder.inputReader().readLine()).startsWith("locked");
            Files.delete(directory.resolve("LOCK"));
            assertLocked(() -> local.lock(directory, "content"), "another process", "LOCK was deleted");
            // The attempt has made a new LOCK, and holds nothing.
            assertLocked(() -> local.lock(directory, "content"), "another process");
        } finally {
            holder.destroyForcibly().waitFor();
        }
        local.lock(directory, "content").close();
    }

    @Test
    void lockOfAFile_isNotLostWhereTheFileIsReadInThisProcess() throws Exception {
        Path content = Files.writeString(directory.resolve("content"), "x");
        try (DirectoryLock lock = local.lock(directory, "content")) {
            Files.readString(content);
            Files.delete(directory.resolve("LOCK"));
            Process other = holder("content");
            assertThat(other.inputReader().readLine()).isNull();
            assertThat(other.waitFor()).isNotZero();
            assertLocked(() -> local.lock(directory, "content"), "this process");
            lock.requireHeld();
        }
    }

    /** Its file stays open, so that none of those that are made afterwards can be taken for it. */
    @Test
    void lock_thatNobodyCloses_isInNobodysWay() throws Exception {
        Path forgotten = Files.createDirectory(directory.resolve("forgotten"));
        assertThat(local.lock(forgotten).directory()).isEqualTo(forgotten);
        Files.delete(forgotten.resolve("LOCK"));
        Files.delete(forgotten);
        for (int count = 0; count < 10; count++) {
            System.gc();
            Thread.sleep(10);
            Path other = Files.createDirectory(directory.resolve("other" + count));
            local.lock(other).close();
        }
    }

    /** Where a program loads the classes twice, neither knows what the other has. */
    @Test
    void lock_heldUnderOtherClassesOfThisProcess_isHeld() throws Exception {
        Files.writeString(directory.resolve("content"), "x");
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        try (DirectoryLock lock = local.lock(directory, "content");
                URLClassLoader again =
                        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            lock.requireHeld();
            Class<?> type = again.loadClass(LocalFileSystem.class.getName());
            Object other = type.getConstructor().newInstance();
            for (int round = 0; round < 2; round++) {
                assertThatThrownBy(() ->
                                type.getMethod("lock", Path.class, String.class).invoke(other, directory, "content"))
                        .cause()
                        .hasMessageContaining("has the database open");
                Files.deleteIfExists(directory.resolve("LOCK"));
            }
        }
    }

    @Test
    void lock_ofWhatWasReplaced_saysSo() throws IOException {
        Path held = Files.createDirectory(directory.resolve("held"));
        Files.writeString(held.resolve("content"), "x");
        try (DirectoryLock lock = local.lock(held, "content")) {
            FileSystem guarded = new HeldFileSystem(local, lock);
            guarded.create(held.resolve("more")).close();
            Files.move(held, directory.resolve("moved"));
            assertReplaced(lock::requireHeld, "missing");
            Files.createDirectory(held);
            Path other = Files.writeString(held.resolve("content"), "y");
            assertReplaced(lock::requireHeld, "another file");
            for (Runnable change : List.<Runnable>of(
                    () -> guarded.create(other),
                    () -> guarded.openForWrite(other),
                    () -> guarded.delete(other),
                    () -> guarded.renameAtomically(other, held.resolve("new")),
                    () -> guarded.createDirectories(held.resolve("new")))) {
                assertReplaced(change, "another file");
            }
            assertThat(held.resolve("content")).hasContent("y");
            try (DirectoryLock second = local.lock(held, "content")) {
                second.requireHeld();
            }
        }
    }

    @Test
    void lock_ofWhatWasDeleted_isMissedAtOnce() throws IOException {
        Path content = Files.writeString(directory.resolve("content"), "x");
        try (DirectoryLock lock = local.lock(directory, "content")) {
            lock.requireHeldLately();
            lock.requireHeldLately();
            Files.delete(content);
            assertReplaced(lock::requireHeldLately, "missing");
            Files.writeString(content, "y");
            assertReplaced(lock::requireHeldLately, "another file");
        }
    }

    @Test
    void lock_ofWhatWasRenamed_isMissedSoon() throws Exception {
        Path held = Files.createDirectory(directory.resolve("held"));
        Files.writeString(held.resolve("content"), "x");
        try (DirectoryLock lock = local.lock(held, "content")) {
            lock.requireHeldLately();
            Files.move(held, directory.resolve("moved"));
            Thread.sleep(2);
            assertReplaced(lock::requireHeldLately, "missing");
        }
    }

    private static void assertReplaced(Runnable action, String found) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATABASE_REPLACED))
                .hasMessageContaining(found);
    }

    @Test
    void lock_heldByAnotherProcess_namesItsPid_andIsFreeWhenThatEnds() throws Exception {
        Process holder = holder();
        try {
            BufferedReader output = holder.inputReader();
            assertThat(output.readLine()).startsWith("locked");
            assertThatThrownBy(() -> local.lock(directory))
                    .isInstanceOfSatisfying(
                            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATABASE_LOCKED))
                    .hasMessageContainingAll("another process", "pid=" + holder.pid(), "started=");
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
                            "this process", "pid=" + ProcessHandle.current().pid());
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
            if (candidate.tried() instanceof IoEngine.Candidate.Available(IoEngine engine)) {
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

    /** A new file gets the identity of one that was deleted as soon as that is closed. */
    @Test
    void lock_ofADeletedDirectory_isInNobodysWayWhileItIsClosed() throws InterruptedException {
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int index = 0; index < 4; index++) {
            Path own = directory.resolve("thread" + index);
            threads.add(Thread.ofPlatform()
                    .uncaughtExceptionHandler((thread, thrown) -> failures.add(thrown))
                    .start(() -> lockAndDelete(own)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }

    private void lockAndDelete(Path own) {
        try {
            for (int time = 0; time < 500; time++) {
                Path content = Files.createDirectories(own).resolve("content");
                Files.createFile(content);
                try (DirectoryLock lock = local.lock(own, "content")) {
                    assertThat(lock.directory()).isEqualTo(own);
                    Files.delete(content);
                    Files.delete(own.resolve("LOCK"));
                    Files.delete(own);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
