package org.thetisdb.bench.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is read from the drawing of a profiled plan. */
class PlanModesTest {
    private static final String PLACE = "compiled 969,280 rows at 1.2 ns, interpreted 30,720 rows at 4.9 ns"
            + " (compiled code is faster: 2.6 ns a row compiled, 8.5 interpreted)";

    @Test
    void aPlace_inBothModes_hasAShare() {
        PlanModes modes = PlanModes.of("Filter\n  · " + PLACE + "\nScan 1,000,000 rows\n");
        assertThat(modes.compiledRows()).isEqualTo(969_280);
        assertThat(modes.interpretedRows()).isEqualTo(30_720);
        assertThat(modes.share().orElseThrow()).isEqualTo(0.96928);
        assertThat(modes.isSettled()).isTrue();
        assertThat(modes.reasons()).containsExactly("compiled code is faster: 2.6 ns a row compiled, 8.5 interpreted");
    }

    @Test
    void places_areAddedUp_andSettledTogether() {
        PlanModes modes = PlanModes.of("· " + PLACE + "\n· interpreted 1,000,000 rows at 4.9 ns (being compiled)\n");
        assertThat(modes.share().orElseThrow()).isEqualTo(0.48464);
        assertThat(modes.isSettled()).isFalse();
        assertThat(modes.reasons()).hasSize(2);
    }

    @Test
    void aPlace_withoutAReason_isOne() {
        PlanModes modes = PlanModes.of("· compiled 5 rows at 10.0 ns");
        assertThat(modes).isEqualTo(new PlanModes(5, 0, true, List.of()));
    }

    @Test
    void aPlan_withoutPlaces_hasNoShare_andIsNotSettled() {
        PlanModes modes = PlanModes.of("Scan 10 rows");
        assertThat(modes.share()).isEmpty();
        assertThat(modes.isSettled()).isFalse();
    }

    @Test
    void aPlace_whereTooLittleWasDone_isOpen() {
        assertThat(PlanModes.of("· interpreted 9 rows at 5.0 ns (too little time was spent here to compile it)")
                        .isSettled())
                .isFalse();
    }
}
