package org.thetisdb.bench.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A control group of Linux that bounds what the processes in it take, files' pages in the system's cache included:
 * version 1 where its memory controller is mounted, else version 2.
 *
 * <pre>
 *   version 1   ROOT/memory/NAME/memory.limit_in_bytes, memory.max_usage_in_bytes, memory.oom_control
 *   version 2   ROOT/NAME/memory.max,                   memory.peak,               memory.events
 * </pre>
 *
 * <p>The group is empty and unused until a command is {@linkplain #around started in it}. Used by one thread.
 */
public final class MemoryGroup implements AutoCloseable {
    /** Where Linux mounts control groups. */
    public static final Path ROOT = Path.of("/sys/fs/cgroup");

    /** Puts the shell into the group, which then becomes the command. */
    private static final String ENTER = "echo $$ > \"$0\" && exec \"$@\"";

    private static final String KILLS = "oom_kill";

    private final Path folder;
    private final Path peakFile;
    private final Path killsFile;

    private MemoryGroup(Path folder, String peakFile, String killsFile) {
        this.folder = folder;
        this.peakFile = folder.resolve(peakFile);
        this.killsFile = folder.resolve(killsFile);
    }

    /**
     * Makes a group.
     *
     * @param root where control groups are mounted
     * @param limitBytes what all in it may take together
     * @return nothing if there are no control groups, or this user may not make any
     */
    public static Optional<MemoryGroup> create(Path root, String name, long limitBytes) {
        Path first = root.resolve("memory");
        try {
            if (Files.exists(first.resolve("memory.limit_in_bytes"))) {
                Path folder = Files.createDirectory(first.resolve(name));
                Files.writeString(folder.resolve("memory.limit_in_bytes"), Long.toString(limitBytes));
                return Optional.of(new MemoryGroup(folder, "memory.max_usage_in_bytes", "memory.oom_control"));
            }
            Path controllers = root.resolve("cgroup.controllers");
            if (Files.exists(controllers) && Files.readString(controllers).contains("memory")) {
                Files.writeString(root.resolve("cgroup.subtree_control"), "+memory");
                Path folder = Files.createDirectory(root.resolve(name));
                Files.writeString(folder.resolve("memory.max"), Long.toString(limitBytes));
                return Optional.of(new MemoryGroup(folder, "memory.peak", "memory.events"));
            }
        } catch (IOException notAllowed) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    /** The command that runs another one in the group. */
    public List<String> around(List<String> words) {
        List<String> all = new ArrayList<>(
                List.of("sh", "-c", ENTER, folder.resolve("cgroup.procs").toString()));
        all.addAll(words);
        return all;
    }

    /** The most that the group has held so far; 0 if the system does not tell. */
    long peakBytes() throws IOException {
        return Files.exists(peakFile)
                ? Long.parseLong(Files.readString(peakFile).strip())
                : 0;
    }

    /** How many processes the system has killed because of the limit. */
    long killCount() throws IOException {
        for (String line : Files.readAllLines(killsFile)) {
            String[] words = line.split(" ", 2);
            if (words[0].equals(KILLS)) {
                return Long.parseLong(words[1].strip());
            }
        }
        return 0;
    }

    /** Removes the group, whose processes must have ended. */
    @Override
    public void close() throws IOException {
        Path force = folder.resolve("memory.force_empty");
        if (Files.exists(force)) {
            Files.writeString(force, "1");
        }
        Files.delete(folder);
    }
}
