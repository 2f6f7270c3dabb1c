package org.thetisdb.bench.versions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small round with all its comparisons of answers. */
class StoreRoundTest {
    @TempDir
    private Path directory;

    @Test
    void run_embeddedStore_everyAnswerIsRight() throws Exception {
        VersionOptions options = VersionOptions.parse(List.of("--commits", "40", "--reads", "10", "--clients", "4"));
        try (H2Store store = new H2Store()) {
            store.open(directory.resolve("h2"), 16L << 20);
            Map<Measure, Double> measured = new StoreRound(store, options, 1).run();
            assertThat(measured)
                    .containsKeys(
                            Measure.ONE_CLIENT,
                            Measure.MANY_CLIENTS,
                            Measure.READ,
                            Measure.LIST,
                            Measure.FIELD,
                            Measure.HISTORY_BYTES,
                            Measure.CHANGES)
                    .doesNotContainKey(Measure.SERVER_READ);
            assertThat(measured.values()).allSatisfy(value -> assertThat(value).isPositive());
        }
    }

    @Test
    void syncsPerSecond_aFewWrites_isPositiveAndLeavesNothing() throws Exception {
        assertThat(DeviceProbe.syncsPerSecond(directory, 20)).isPositive();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void advantage_ofTheFirst_isAboveOneWhereItIsAhead() {
        assertThat(Measure.ONE_CLIENT.advantage(200, 100)).isEqualTo(2);
        assertThat(Measure.READ.advantage(100, 200)).isEqualTo(2);
    }
}
