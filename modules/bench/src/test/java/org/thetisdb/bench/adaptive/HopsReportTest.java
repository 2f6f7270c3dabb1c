package org.thetisdb.bench.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tables about paths. */
class HopsReportTest {
    private static ModeResult.Sample sample(int hops, String moment, int time, double value) {
        return new ModeResult.Sample(HopGraph.name(hops), moment, time, value);
    }

    @Test
    void loopsFromACodeCache_areBesideThoseThatAreMade() {
        ModeResult result = new ModeResult(
                List.of(
                        sample(1, HopTimes.MAKE_ONE, 1, 2),
                        sample(1, HopTimes.MAKE_ONE, 1, 4),
                        sample(1, HopTimes.RETRIEVE_FIRST, 1, 12),
                        sample(2, HopTimes.MAKE_ONE, 1, 6),
                        sample(2, HopTimes.RETRIEVE_LATER, 1, 0.5)),
                List.of(),
                List.of(),
                List.of());
        String text = HopsReport.text(new RoundResults(List.of(Map.of(RunMode.ADAPTIVE, result))));
        assertThat(text.lines())
                .contains(
                        "| 1 | 2 | 3.000 | 3.980 | 1 | 12.0 | 12.0 | 0 | – | – |",
                        "| 2 | 1 | 6.000 | 6.000 | 0 | – | – | 1 | 0.500 | 0.500 |",
                        "| 3 | 0 | – | – | 0 | – | – | 0 | – | – |",
                        "| all | 3 | 4.000 | 5.960 | 1 | 12.0 | 12.0 | 1 | 0.500 | 0.500 |");
    }
}
