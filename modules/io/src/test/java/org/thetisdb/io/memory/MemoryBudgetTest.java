package org.thetisdb.io.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

class MemoryBudgetTest {
    private static final long MIB = 1 << 20;
    private static final MemoryEnvironment FOUR_GIB =
            new MemoryEnvironment(4096 * MIB, "the test's memory", 1024 * MIB);

    @TempDir
    private Path root;

    @ParameterizedTest
    @CsvSource({
        "512MiB, 536870912",
        "1g, 1073741824",
        "1.5 GiB, 1610612736",
        "65536, 65536",
        "64k, 65536",
        "2T, 2199023255552",
        "100mb, 104857600",
        "25%, 1073741824",
        "12.5 %, 536870912"
    })
    void parse_readsUnitsAndPercent(String text, long expectedBytes) {
        MemoryBudget budget = MemoryBudget.parse(text, FOUR_GIB);
        assertThat(budget.bytes()).isEqualTo(expectedBytes);
        assertThat(budget.source()).contains(text.strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "lots", "-1g", "1x", "1 2", "g", "12", "0%", "1..5g"})
    void parse_unreadableOrTooSmall_isAUsageError(String text) {
        assertThatThrownBy(() -> MemoryBudget.parse(text, FOUR_GIB))
                .isInstanceOfSatisfying(
                        ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE));
    }

    @Test
    void byDefault_inAProcessOfItsOwn_includesTheHeap_andLeavesRoomForTheJvm() {
        JvmHeap own = new JvmHeap(64 * MIB, true, () -> 0);
        assertThat(MemoryBudget.byDefault(FOUR_GIB, own).bytes()).isEqualTo(2048 * MIB);
        MemoryEnvironment small = new MemoryEnvironment(200 * MIB, "a group", 100 * MIB);
        assertThat(MemoryBudget.byDefault(small, own).bytes()).isEqualTo(80 * MIB);
        MemoryEnvironment tiny = new MemoryEnvironment(100 * MIB, "a group", 50 * MIB);
        assertThat(MemoryBudget.byDefault(tiny, own).bytes()).isEqualTo(25 * MIB);
    }

    @Test
    void misfit_isSaid_whereHeapAndBudgetAreMoreThanThereIs() {
        JvmHeap guest = new JvmHeap(3072 * MIB, false, () -> 0);
        assertThat(MemoryBudget.ofBytes(2048 * MIB).misfit(guest, () -> FOUR_GIB))
                .isEmpty();
        assertThat(MemoryBudget.ofBytes(2050 * MIB).misfit(guest, () -> FOUR_GIB))
                .hasValueSatisfying(text -> assertThat(text).contains("smaller -Xmx", "withMemory"));
        JvmHeap own = new JvmHeap(3072 * MIB, true, () -> 0);
        assertThat(MemoryBudget.ofBytes(4096 * MIB).misfit(own, () -> FOUR_GIB)).isEmpty();
    }

    @Test
    void byDefault_isHalfOfWhatTheHeapLeaves() {
        MemoryBudget budget = MemoryBudget.byDefault(FOUR_GIB, JvmHeap.NONE);
        assertThat(budget.bytes()).isEqualTo(1536 * MIB);
        assertThat(budget.source()).contains("the test's memory", "1.0 GiB heap");
        assertThat(MemoryBudget.byDefault(new MemoryEnvironment(4096 * MIB, "x", 5000 * MIB), JvmHeap.NONE)
                        .bytes())
                .isEqualTo(512 * MIB);
    }

    @Test
    void environment_withoutLimit_isTheMachines() throws IOException {
        write("proc/meminfo", "MemTotal:        8388608 kB\nMemFree: 1 kB\n");
        write("proc/self/cgroup", "4:memory:/a/b\n0::/\n");
        write("sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n");
        write("sys/fs/cgroup/memory.max", "max\n");
        MemoryEnvironment environment = MemoryEnvironment.detect(root, MIB);
        assertThat(environment.usableBytes()).isEqualTo(8192 * MIB);
        assertThat(environment.source()).isEqualTo("the machine's memory");
    }

    @Test
    void environment_version1_takesTheLeastLimitOfAllParents() throws IOException {
        write("proc/meminfo", "MemTotal:        8388608 kB\n");
        write("proc/self/cgroup", "5:cpu,cpuacct:/a\n4:memory:/a/b\n");
        write("sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", (3072 * MIB) + "\n");
        write("sys/fs/cgroup/memory/a/memory.limit_in_bytes", (2048 * MIB) + "\n");
        MemoryEnvironment environment = MemoryEnvironment.detect(root, MIB);
        assertThat(environment.usableBytes()).isEqualTo(2048 * MIB);
        assertThat(environment.source()).contains("memory/a/memory.limit_in_bytes");
    }

    @Test
    void environment_version2_inAContainer_findsTheMountPointsLimit() throws IOException {
        write("proc/meminfo", "MemTotal:        8388608 kB\n");
        write("proc/self/cgroup", "0::/outside/of/container\n");
        write("sys/fs/cgroup/memory.max", (512 * MIB) + "\n");
        assertThat(MemoryEnvironment.detect(root, MIB).usableBytes()).isEqualTo(512 * MIB);
    }

    @Test
    void environment_ofThisMachine_isFound() {
        MemoryEnvironment environment = MemoryEnvironment.detect();
        assertThat(environment.usableBytes()).isGreaterThan(16 * MIB);
        assertThat(environment.heapBytesMax()).isPositive();
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
