package org.thetisdb.storage.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random histories: see {@link HistoryRun}. Each seed is a database with {@value #HISTORIES_PER_SEED} histories, one
 * after the other. {@code -Dthetis.isolation.seeds=FIRST..LAST} chooses the seeds of the long run.
 */
final class HistoryTest {
    private static final int HISTORIES_PER_SEED = 20;
    private static final String SEEDS = "thetis.isolation.seeds";
    private static final String SEEDS_DEFAULT = "1..500";

    @TempDir
    Path directory;

    @Test
    void everyHistoryIsWhatItsIsolationPromises() {
        run(1, 5);
    }

    /** Ten thousand histories, unless other seeds are asked for. */
    @Test
    @Tag("long")
    void everyOneOfManyHistoriesIsWhatItsIsolationPromises() {
        String[] seeds = System.getProperty(SEEDS, SEEDS_DEFAULT).split("\\.\\.");
        run(Long.parseLong(seeds[0]), Long.parseLong(seeds[1]));
    }

    private void run(long first, long last) {
        HistoryRun.Tally sum = new HistoryRun.Tally(0, 0, 0, 0);
        for (long seed = first; seed <= last; seed++) {
            sum = sum.plus(run(seed));
        }
        long histories = (last - first + 1) * HISTORIES_PER_SEED;
        System.out.println("seeds=" + first + ".." + last + ", histories=" + histories + ", " + sum);
        if (histories >= 100) {
            assertThat(sum.committed()).as("transactions that committed").isGreaterThan((int) histories);
            assertThat(sum.refused()).as("transactions that were refused").isPositive();
            assertThat(sum.checkpoints()).as("checkpoints").isPositive();
        }
        if (histories >= 5_000) {
            assertThat(sum.skewed())
                    .as("histories with write skew, which SNAPSHOT permits")
                    .isPositive();
        }
    }

    private HistoryRun.Tally run(long seed) {
        Path database = directory.resolve("db" + seed);
        int history = 0;
        List<String> steps = List.of();
        try (HistoryRun run = new HistoryRun(database, seed)) {
            steps = run.steps();
            while (history < HISTORIES_PER_SEED) {
                run.history();
                history++;
            }
            run.finish();
            return run.tally();
        } catch (RuntimeException | AssertionError problem) {
            throw new AssertionError(
                    "seed=" + seed + ", history=" + history + ", problem=" + problem.getMessage() + "\n  "
                            + String.join("\n  ", steps)
                            + "\nAgain: ./thetis test --long -pl modules/storage -am -Dtest=HistoryTest"
                            + " -Dsurefire.failIfNoSpecifiedTests=false -D" + SEEDS + "=" + seed + ".." + seed,
                    problem);
        } finally {
            remove(database);
        }
    }

    private static void remove(Path database) {
        try (Stream<Path> files = Files.walk(database)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException problem) {
            throw new java.io.UncheckedIOException(problem);
        }
    }
}
