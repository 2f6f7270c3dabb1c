package org.thetisdb.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: whatever goes wrong when code is written is told once, and leaves neither a part of a file nor a file of
 * nobody. Method: each step of writing fails, or ends the process.
 */
final class LocalCodeStoreFaultTest {
    private static final String NAME = "0123.loop";

    @TempDir
    private Path folder;

    private final List<String> notices = new ArrayList<>();

    /** What fails. */
    enum Fault {
        /** A directory that may not be written; injected, since root may write there all the same. */
        CREATING,
        /** A full disk that has no room for a file's name. */
        CREATING_WITHOUT_ROOM,
        /** A full disk that has room for a part. */
        WRITING,
        /** A full disk that says so last. */
        CLOSING,
        RENAMING
    }

    /** Files of which one step fails. */
    private record FailingFiles(Fault fault) implements CodeFiles {
        @Override
        public void makeDirectory(Path directory) throws IOException {
            LOCAL.makeDirectory(directory);
        }

        @Override
        public WritableByteChannel create(Path file) throws IOException {
            if (fault == Fault.CREATING) {
                throw new AccessDeniedException(file.toString());
            }
            if (fault == Fault.CREATING_WITHOUT_ROOM) {
                throw new FileSystemException(file.toString(), null, "No space left on device");
            }
            return new FailingChannel(LOCAL.create(file), fault);
        }

        @Override
        public void rename(Path from, Path to) throws IOException {
            if (fault == Fault.RENAMING) {
                throw new FileSystemException(from.toString(), to.toString(), "Read-only file system");
            }
            LOCAL.rename(from, to);
        }
    }

    private record FailingChannel(WritableByteChannel channel, Fault fault) implements WritableByteChannel {
        @Override
        public int write(ByteBuffer from) throws IOException {
            if (fault != Fault.WRITING) {
                return channel.write(from);
            }
            ByteBuffer half = from.duplicate().limit(from.position() + from.remaining() / 2);
            channel.write(half);
            throw new IOException("No space left on device");
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void close() throws IOException {
            channel.close();
            if (fault == Fault.CLOSING) {
                throw new IOException("No space left on device");
            }
        }
    }

    private Path directory() {
        return folder.resolve("code");
    }

    private LocalCodeStore store(Clock clock, CodeFiles files) {
        return new LocalCodeStore(directory(), 1 << 20, clock, notices::add, files);
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(directory())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void fault_isToldOnce_andLeavesWhatWasThere(Fault fault) throws IOException {
        store(Clock.systemUTC(), CodeFiles.LOCAL).write(NAME, new byte[] {1, 2, 3});
        LocalCodeStore failing = store(Clock.systemUTC(), new FailingFiles(fault));
        for (int written = 0; written < 5; written++) {
            failing.write(NAME, new byte[1_000]);
            failing.write("new" + written + ".loop", new byte[1_000]);
        }
        assertThat(notices)
                .as("once, though files have different names")
                .singleElement()
                .satisfies(notice ->
                        assertThat(notice).contains("cannot be written").endsWith("directory=" + directory()));
        assertThat(names()).containsExactly(NAME);
        assertThat(failing.read(NAME)).contains(new byte[] {1, 2, 3});
        assertThat(failing.read("new0.loop")).isEmpty();
    }

    /** A process that is killed when a file is whole and has not got its name yet. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] arguments) {
            CodeFiles files = new CodeFiles() {
                @Override
                public void makeDirectory(Path directory) throws IOException {
                    LOCAL.makeDirectory(directory);
                }

                @Override
                public WritableByteChannel create(Path file) throws IOException {
                    return LOCAL.create(file);
                }

                @Override
                public void rename(Path from, Path to) {
                    Runtime.getRuntime().halt(7);
                }
            };
            new LocalCodeStore(Path.of(arguments[0]), 1 << 20, Clock.systemUTC(), notice -> {}, files)
                    .write(NAME, new byte[100]);
        }
    }

    @Test
    void processThatDiesBeforeRenaming_leavesWhatTheNextOneRemoves() throws Exception {
        Process victim = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        directory().toString())
                .redirectErrorStream(true)
                .start();
        assertThat(victim.inputReader().readLine()).isNull();
        assertThat(victim.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(victim.exitValue()).isEqualTo(7);
        assertThat(names())
                .singleElement()
                .satisfies(name -> assertThat(name)
                        .startsWith(NAME + "." + victim.pid() + "-")
                        .endsWith(".new"));
        LocalCodeStore next = store(Clock.systemUTC(), CodeFiles.LOCAL);
        assertThat(next.read(NAME)).as("it has not got its name").isEmpty();
        next.write("other.loop", new byte[10]);
        assertThat(names()).as("it may still be in the making").hasSize(2);
        Instant later = Instant.now().plus(Duration.ofMinutes(11));
        store(Clock.fixed(later, Clock.systemUTC().getZone()), CodeFiles.LOCAL).write("other.loop", new byte[10]);
        assertThat(names()).containsExactly("other.loop");
        assertThat(notices).isEmpty();
    }
}
