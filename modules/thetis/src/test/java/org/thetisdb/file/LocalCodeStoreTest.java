package org.thetisdb.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Goal: code is read whole, only where nobody else could have written it, and has a bound. */
final class LocalCodeStoreTest {
    private static final Instant NOW = Instant.parse("2026-11-26T00:00:00Z");
    private static final String NAME = "0123.loop";

    @TempDir
    private Path folder;

    private final List<String> notices = new ArrayList<>();

    private Path directory() {
        return folder.resolve("above").resolve("code");
    }

    private LocalCodeStore store(Instant now, long bytesMax) {
        return new LocalCodeStore(directory(), bytesMax, Clock.fixed(now, ZoneOffset.UTC), notices::add);
    }

    private LocalCodeStore store() {
        return store(NOW, 1 << 20);
    }

    private static byte[] bytes(int value, int length) {
        byte[] made = new byte[length];
        Arrays.fill(made, (byte) value);
        return made;
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(directory())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatIsWritten_isReadByOthers_andIsTheOwnersAlone() throws IOException {
        assertThat(store().read(NAME)).isEmpty();
        assertThat(directory()).as("nothing is made by reading").doesNotExist();
        store().write(NAME, bytes(1, 10));
        store().write(NAME, bytes(2, 20));
        assertThat(store().read(NAME).orElseThrow()).isEqualTo(bytes(2, 20));
        assertThat(names()).containsExactly(NAME);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory())))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(directory().resolve(NAME))))
                .isEqualTo("rw-------");
        assertThat(notices).isEmpty();
    }

    @Test
    void visit_showsWhatMayBeRead_andIsNoUse() throws IOException {
        List<byte[]> seen = new ArrayList<>();
        store().visit(seen::add);
        assertThat(seen).isEmpty();
        assertThat(directory()).doesNotExist();
        store().write(NAME, bytes(1, 10));
        store().write("other.loop", bytes(2, 20));
        Files.writeString(directory().resolve(NAME + ".77-0.new"), "half");
        Files.writeString(directory().resolve("notes.txt"), "mine");
        Files.setLastModifiedTime(directory().resolve(NAME), FileTime.from(NOW.minusSeconds(60)));
        store().visit(seen::add);
        assertThat(seen).containsExactlyInAnyOrder(bytes(1, 10), bytes(2, 20));
        assertThat(Files.getLastModifiedTime(directory().resolve(NAME)))
                .as("what people look at is not of use for that")
                .isEqualTo(FileTime.from(NOW.minusSeconds(60)));
        assertThat(notices).isEmpty();
        seen.clear();
        Files.setPosixFilePermissions(directory().resolve(NAME), PosixFilePermissions.fromString("rw-rw----"));
        store().visit(seen::add);
        assertThat(seen).containsExactly(bytes(2, 20));
        assertThat(notices).hasSize(1);
        seen.clear();
        Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("rwxrwx---"));
        store().visit(seen::add);
        assertThat(seen).isEmpty();
        assertThat(notices).hasSize(2);
    }

    @Test
    void rightsOfOthers_areANotice_andNothingIsReadOrWritten() throws IOException {
        store().write(NAME, bytes(1, 10));
        for (String rights : List.of("rwxr-x---", "rwx-----x", "rwx--x---", "rwxrwxrwx", "rwx----w-")) {
            notices.clear();
            Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString(rights));
            LocalCodeStore store = store();
            assertThat(store.read(NAME)).as(rights).isEmpty();
            store.write("other.loop", bytes(1, 10));
            store.read(NAME);
            assertThat(notices).as("once").singleElement().asString().contains("only the user", "rights=" + rights);
        }
        Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("rwx------"));
        assertThat(names()).containsExactly(NAME);
        notices.clear();
        Files.setPosixFilePermissions(directory().resolve(NAME), PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(store().read(NAME)).isEmpty();
        assertThat(notices).hasSize(1);
    }

    @Test
    void links_areNotFollowed() throws IOException {
        store().write(NAME, bytes(1, 10));
        Path elsewhere = Files.move(directory().resolve(NAME), folder.resolve("elsewhere"));
        Files.createSymbolicLink(directory().resolve(NAME), elsewhere);
        assertThat(store().read(NAME)).isEmpty();
        assertThat(notices).hasSize(1);
        Path moved = Files.move(directory(), folder.resolve("moved"));
        Files.createSymbolicLink(directory(), moved);
        assertThat(store().read(NAME)).isEmpty();
    }

    @Test
    void directoryThatVanishes_isMadeAgain_andOneThatCannotBeMadeIsANotice() throws IOException {
        LocalCodeStore store = store();
        store.write(NAME, bytes(1, 10));
        Files.delete(directory().resolve(NAME));
        Files.delete(directory());
        assertThat(store.read(NAME)).isEmpty();
        store.write(NAME, bytes(3, 10));
        assertThat(store.read(NAME)).isPresent();
        Files.delete(directory().resolve(NAME));
        Files.delete(directory());
        Files.writeString(directory(), "a file");
        store.write(NAME, bytes(1, 10));
        assertThat(store.read(NAME)).isEmpty();
        Files.delete(directory());
        Files.delete(directory().getParent());
        Files.writeString(directory().getParent(), "a file");
        assertThat(notices).hasSize(1);
        store.write(NAME, bytes(1, 10));
        assertThat(notices).hasSize(2);
        assertThat(notices.getLast()).contains("cannot be written");
    }

    @Test
    void whatWasUsedLeastRecently_goes() throws IOException {
        for (int number = 0; number < 10; number++) {
            store(NOW.plusSeconds(number), 1 << 20).write(number + ".loop", bytes(number, 100));
            Files.setLastModifiedTime(directory().resolve(number + ".loop"), FileTime.from(NOW.plusSeconds(number)));
        }
        store(NOW.plusSeconds(20), 1 << 20).read("0.loop");
        store(NOW.plusSeconds(21), 550).write("new.loop", bytes(1, 100));
        assertThat(names()).containsExactly("0.loop", "7.loop", "8.loop", "9.loop", "new.loop");
    }

    @Test
    void whatAKilledProcessHasLeft_goes() throws IOException {
        store().write(NAME, bytes(1, 10));
        Path left = Files.writeString(directory().resolve(NAME + ".77-0.new"), "half");
        Path strange = Files.writeString(directory().resolve("notes.txt"), "mine");
        Files.setLastModifiedTime(left, FileTime.from(NOW.minus(Duration.ofHours(1))));
        store().write(NAME, bytes(1, 10));
        assertThat(left).doesNotExist();
        assertThat(strange).exists();
    }

    /** Each store has a lock of its own, as one of another process has. */
    @Test
    void storesThatShareADirectory_neverSeeAPart() throws InterruptedException {
        AtomicBoolean isOver = new AtomicBoolean();
        List<Thread> writers = new ArrayList<>();
        for (int writer = 1; writer <= 2; writer++) {
            int value = writer;
            LocalCodeStore own = store();
            writers.add(Thread.ofPlatform().start(() -> {
                while (!isOver.get()) {
                    own.write(NAME, bytes(value, 1_000 * value));
                }
            }));
        }
        LocalCodeStore reader = store();
        for (int reads = 0; reads < 2_000; reads++) {
            Optional<byte[]> read = reader.read(NAME);
            read.ifPresent(bytes -> assertThat(bytes).isEqualTo(bytes(bytes[0], 1_000 * bytes[0])));
        }
        isOver.set(true);
        for (Thread writer : writers) {
            writer.join();
        }
        assertThat(notices).isEmpty();
        assertThat(store().read(NAME)).isPresent();
    }
}
