package org.thetisdb.io.simulated;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Which files this process has open, where the system provides this. Thread safe. */
public final class OpenFiles {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private OpenFiles() {}

    /** How many files below a directory were deleted and are still open; a test that asks is skipped elsewhere. */
    public static long deletedBelow(Path directory) {
        assumeTrue(Files.isDirectory(DESCRIPTORS), "this system does not tell which files are open");
        try (Stream<Path> open = Files.list(DESCRIPTORS)) {
            return open.map(OpenFiles::target)
                    .filter(file -> file.startsWith(directory.toString()) && file.endsWith(" (deleted)"))
                    .count();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closed) {
            return "";
        }
    }
}
