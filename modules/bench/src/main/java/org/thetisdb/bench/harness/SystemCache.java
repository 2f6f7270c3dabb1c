package org.thetisdb.bench.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

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
            return MeasuredProcess.run(file.toAbsolutePath().getParent(), words).succeeded();
        } catch (IOException noSuchCommand) {
            return false;
        }
    }
}
