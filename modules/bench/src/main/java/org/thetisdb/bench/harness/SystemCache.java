package org.thetisdb.bench.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The system's cache of files' pages. */
public final class SystemCache {
    private SystemCache() {}

    /**
     * Asks the system to drop a file from its cache, which {@code dd} can do. What has not been written to the device,
     * or is mapped by a process, stays.
     *
     * @return whether it was asked
     */
    public static boolean drop(Path file) throws InterruptedException {
        List<String> words = List.of("dd", "if=" + file, "iflag=nocache", "count=0", "status=none");
        try {
            return MeasuredProcess.run(folder(file), words).succeeded();
        } catch (IOException noSuchCommand) {
            return false;
        }
    }

    /** The folder that a file lies in. */
    public static Path folder(Path file) {
        return Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file lies in a folder");
    }
}
