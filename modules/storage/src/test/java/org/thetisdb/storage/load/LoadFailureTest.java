package org.thetisdb.storage.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Lets loads fail in the middle and looks at what is left. */
final class LoadFailureTest {
    private static final LoadOptions SMALL = new LoadOptions(1 << 20, 2, 4096);

    @TempDir
    private Path temporary;

    @Test
    void load_onFullDisk_namesTheFileAndLeavesNothing() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int failures = 0;
        for (int round = 0; round < 6; round++) {
            Path target = temporary.resolve("graph" + round);
            long capacityBytes = random.nextLong(9_000_000);
            try (BulkLoader loader = BulkLoader.create(FullDisk.afterBytes(capacityBytes), target, SMALL)) {
                new RandomGraph(loader, seed, 30_000);
                loader.finish(LoadProgress.NONE);
            } catch (ThetisException problem) {
                failures++;
                assertThat(problem.code()).as("seed=%d", seed).isEqualTo(ErrorCode.DISK_FULL);
                assertThat(problem).hasMessageContaining(temporary.toString());
                assertThat(Files.exists(target)).isFalse();
                assertThat(Files.exists(temporary.resolve("graph" + round + ".importing")))
                        .as("seed=%d capacityBytes=%d", seed, capacityBytes)
                        .isFalse();
            }
        }
        assertThat(failures).as("seed=%d", seed).isPositive();
    }

    /** Run in a process of its own by the test below. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] arguments) {
            BulkLoader loader = BulkLoader.create(new LocalFileSystem(), Path.of(arguments[0]), SMALL);
            for (int round = 0; ; round++) {
                new RandomGraph(loader, round, 30_000);
                System.out.println("loading");
            }
        }
    }

    @Test
    void load_whenKilled_leavesNothingUnderTheName() throws IOException, InterruptedException {
        Path target = temporary.resolve("graph");
        Process victim = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-ea",
                        "-Xmx300m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        target.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var output = victim.inputReader()) {
            assertThat(output.readLine()).isEqualTo("loading");
            assertThatThrownBy(() -> BulkLoader.create(new LocalFileSystem(), target, SMALL))
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            problem -> assertThat(problem.code()).isEqualTo(ErrorCode.DATABASE_LOCKED));
        } finally {
            victim.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
        assertThat(Files.exists(target)).isFalse();
        StoreOptions options = StoreOptions.byDefault().withMemory(MemoryBudget.ofBytes(4 << 20));
        assertThatThrownBy(() -> GraphStore.open(target, options))
                .isInstanceOfSatisfying(
                        ThetisException.class,
                        problem -> assertThat(problem.code()).isEqualTo(ErrorCode.IMPORT_INTERRUPTED));
        try (BulkLoader loader = BulkLoader.create(new LocalFileSystem(), target, SMALL)) {
            new RandomGraph(loader, 1, 5_000);
            assertThat(loader.finish(LoadProgress.NONE).notes()).hasSize(1);
        }
        try (GraphStore store = GraphStore.open(target, options)) {
            assertThat(store.check((phase, items) -> {}).findings()).isEmpty();
        }
    }
}
