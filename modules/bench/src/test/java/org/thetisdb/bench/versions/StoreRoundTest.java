package org.thetisdb.bench.versions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A small round with all its comparisons of answers. */
class StoreRoundTest {
    @TempDir
    private Path directory;

    private static Stream<VersionStore> embedded() {
        return Stream.of(new ThetisStore(), new H2Store());
    }

    @ParameterizedTest
    @MethodSource("embedded")
    void run_embeddedStore_everyAnswerIsRight(VersionStore embedded) throws Exception {
        VersionOptions options = VersionOptions.parse(List.of("--commits", "40", "--reads", "10", "--clients", "4"));
        try (VersionStore store = embedded) {
            store.open(directory.resolve(store.name()), 64L << 20);
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
