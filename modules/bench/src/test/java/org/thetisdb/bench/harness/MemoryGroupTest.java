package org.thetisdb.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Control groups of both versions, as files in a folder. */
class MemoryGroupTest {
    @TempDir
    private Path root;

    @Test
    void versionOne_isTakenWhereItIsMounted() throws IOException {
        Files.createDirectory(root.resolve("memory"));
        Files.writeString(root.resolve("memory").resolve("memory.limit_in_bytes"), "0");
        Path folder = root.resolve("memory").resolve("g");
        MemoryGroup group = MemoryGroup.create(root, "g", 300).orElseThrow();
        assertThat(folder.resolve("memory.limit_in_bytes")).hasContent("300");
        assertThat(group.around(List.of("a", "b")))
                .startsWith("sh", "-c")
                .endsWith(folder.resolve("cgroup.procs").toString(), "a", "b");
        Files.writeString(folder.resolve("memory.max_usage_in_bytes"), "299\n");
        Files.writeString(folder.resolve("memory.oom_control"), "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n");
        assertThat(group.peakBytes()).isEqualTo(299);
        assertThat(group.killCount()).isEqualTo(2);
    }

    @Test
    void versionTwo_isTakenElse() throws IOException {
        Files.writeString(root.resolve("cgroup.controllers"), "cpu memory\n");
        MemoryGroup group = MemoryGroup.create(root, "g", 300).orElseThrow();
        Path folder = root.resolve("g");
        assertThat(folder.resolve("memory.max")).hasContent("300");
        Files.writeString(folder.resolve("memory.events"), "low 0\noom 1\noom_kill 1\noom_group_kill 0\n");
        assertThat(group.peakBytes()).as("older kernels have no memory.peak").isZero();
        assertThat(group.killCount()).isEqualTo(1);
    }

    @Test
    void withoutEither_thereIsNoGroup() {
        assertThat(MemoryGroup.create(root, "g", 300)).isEmpty();
    }
}
