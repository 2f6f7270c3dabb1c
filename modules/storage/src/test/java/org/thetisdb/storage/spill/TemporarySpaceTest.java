package org.thetisdb.storage.spill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.memory.MemoryBudget;

class TemporarySpaceTest {
    @TempDir
    private Path directory;

    private final FileSystem local = new LocalFileSystem();

    private TemporarySpace writer() {
        return TemporarySpace.ofWriter(
                directory, local, local, directory.resolve("system"), MemoryBudget.ofBytes(MemoryBudget.BYTES_MIN));
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        }
    }

    @Test
    void newFile_isWrittenAndRead_andHasNoName() throws IOException {
        TemporarySpace space = writer();
        assertThat(files(directory)).as("nothing is made before it is needed").isEmpty();
        try (SpillFile file = space.newFile()) {
            long first = file.reserve(100);
            long second = file.reserve(50);
            file.write(second, new byte[] {7, 8, 9}, 1, 2);
            file.write(first, new byte[100], 0, 100);
            byte[] read = new byte[2];
            file.read(second, read, 2);
            assertThat(read).containsExactly(8, 9);
            assertThat(files(directory.resolve("temporary"))).isEmpty();
            assertThat(space.usedBytes()).isEqualTo(102);
        }
        assertThat(space.usedBytes()).isZero();
        assertThat(space.totalBytes()).isEqualTo(102);
    }

    @Test
    void anInterrupt_doesNotEndTheUseOfAFile() {
        try (SpillFile file = writer().newFile()) {
            Thread.currentThread().interrupt();
            file.write(file.reserve(1), new byte[] {5}, 0, 1);
            byte[] read = new byte[1];
            file.read(0, read, 1);
            assertThat(read).containsExactly(5);
            assertThat(Thread.interrupted())
                    .as("the interrupt is kept for the caller")
                    .isTrue();
        }
    }

    @Test
    void ofWriter_deletesWhatACrashHasLeft_andNothingElse() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("temporary"));
        Path system = Files.createDirectories(directory.resolve("system"));
        Path left = Files.createFile(folder.resolve("thetis-1.tmp"));
        Path othersInSystem = Files.createFile(system.resolve("thetis-2.tmp"));
        Path others = Files.createFile(folder.resolve("notes.txt"));
        TemporarySpace.ofReader(local, system);
        assertThat(left).as("a reader deletes nothing").exists();
        writer();
        assertThat(left).doesNotExist();
        assertThat(othersInSystem).exists();
        assertThat(others).exists();
    }

    @Test
    void newFile_whereTheDirectoryCannotBeWritten_isInTheSystemsFolder() throws IOException {
        // A file in the place of the folder: the folder cannot be made.
        Files.createFile(directory.resolve("temporary"));
        try (SpillFile file = writer().newFile()) {
            file.write(file.reserve(1), new byte[1], 0, 1);
            assertThat(directory.resolve("system")).isDirectory();
        }
    }
}
