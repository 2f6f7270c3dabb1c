package org.thetisdb.io.memory;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * How much memory this process may use: the machine's, or less if a control group limits it.
 *
 * @param usableBytes the smaller of both
 * @param source which of both it is, in words for users
 * @param heapBytesMax what the JVM's heap may grow to, out of {@code usableBytes}
 */
public record MemoryEnvironment(long usableBytes, String source, long heapBytesMax) {
    /** A limit from here on is none: version 1 writes "no limit" as the largest multiple of a page. */
    private static final long NO_LIMIT_BYTES = 1L << 60;

    /** {@return what the system says now; it does not change later} */
    public static MemoryEnvironment detect() {
        return detect(Path.of("/"), Runtime.getRuntime().maxMemory());
    }

    /** As {@link #detect()}, with {@code /proc} and {@code /sys} looked for under another root, for tests. */
    static MemoryEnvironment detect(Path root, long heapBytesMax) {
        long machineBytes = machineBytes(root);
        MemoryEnvironment best = new MemoryEnvironment(machineBytes, "the machine's memory", heapBytesMax);
        for (String line : lines(root.resolve("proc/self/cgroup"))) {
            // hierarchy:controllers:path, with no controllers in version 2
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            if (parts[1].isEmpty()) {
                best = best.limitedBy(root.resolve("sys/fs/cgroup"), parts[2], "memory.max");
            } else if (("," + parts[1] + ",").contains(",memory,")) {
                best = best.limitedBy(root.resolve("sys/fs/cgroup/memory"), parts[2], "memory.limit_in_bytes");
            }
        }
        return best;
    }

    /**
     * Takes the smallest limit on the path from the group up to the mount point. In a container the group's path may
     * not exist below the mount point, which then is the group itself.
     */
    private MemoryEnvironment limitedBy(Path mount, String group, String fileName) {
        MemoryEnvironment best = this;
        Path directory =
                mount.resolve(group.substring(group.startsWith("/") ? 1 : 0)).normalize();
        while (directory != null && directory.startsWith(mount)) {
            OptionalLong limit = limit(directory.resolve(fileName));
            if (limit.isPresent() && limit.getAsLong() < best.usableBytes) {
                best = new MemoryEnvironment(
                        limit.getAsLong(), "the limit in " + directory.resolve(fileName), heapBytesMax);
            }
            directory = directory.getParent();
        }
        return best;
    }

    /** The file's limit; empty if there is no such file, or it says in one of the ways there are that it is none. */
    private static OptionalLong limit(Path file) {
        List<String> lines = lines(file);
        if (lines.isEmpty() || lines.getFirst().startsWith("max")) {
            return OptionalLong.empty();
        }
        long bytes = number(lines.getFirst());
        return bytes > 0 && bytes < NO_LIMIT_BYTES ? OptionalLong.of(bytes) : OptionalLong.empty();
    }

    /** The digits of a text as a number, {@link Long#MAX_VALUE} if it is larger, 0 if there are none. */
    private static long number(String text) {
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit >= 0 && digit <= 9) {
                number = number > (Long.MAX_VALUE - digit) / 10 ? Long.MAX_VALUE : number * 10 + digit;
            }
        }
        return number;
    }

    private static long machineBytes(Path root) {
        for (String line : lines(root.resolve("proc/meminfo"))) {
            if (line.startsWith("MemTotal:")) {
                return number(line) << 10;
            }
        }
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    }

    /** The file's lines; none where it does not exist or may not be read, which is normal for limits. */
    private static List<String> lines(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException _) {
            return List.of();
        }
    }
}
