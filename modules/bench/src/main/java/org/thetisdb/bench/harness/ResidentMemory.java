package org.thetisdb.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What processes take of the machine's memory, as Linux counts it. Elsewhere it is not known. */
public final class ResidentMemory {
    private ResidentMemory() {}

    /**
     * What a process and its descendants take together; what several of them share is counted once.
     *
     * @return 0 if it is not known
     */
    public static long bytesOfAll(long processId) {
        List<Long> all = ProcessHandle.of(processId)
                .map(first -> Stream.concat(Stream.of(first), first.descendants())
                        .map(ProcessHandle::pid)
                        .toList())
                .orElse(List.of());
        return all.stream().mapToLong(ResidentMemory::bytes).sum();
    }

    /** The most of a process that was resident; 0 if it is not known, as after its end. */
    public static long peakBytes(long processId) {
        return bytes(processId, "status", "VmHWM:");
    }

    /** Of the parts of memory that several processes share, each has its part. */
    private static long bytes(long processId) {
        return bytes(processId, "smaps_rollup", "Pss:");
    }

    private static long bytes(long processId, String file, String name) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", String.valueOf(processId), file))) {
                if (line.startsWith(name)) {
                    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
                }
            }
        } catch (IOException endedOrNotLinux) {
            return 0;
        }
        return 0;
    }
}
