package org.thetisdb.bench.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.bench.snb.Answer;

/** What is made of the results of rounds, and how it is reported. */
class RoundResultsTest {
    @TempDir
    private Path folder;

    private static ModeResult result(double millis, long count) {
        return new ModeResult(
                List.of(new ModeResult.Sample("q-1", "cold 1", 1, millis)),
                List.of(),
                List.of(new ModeResult.Answered("q-1", answer(count), true)),
                List.of());
    }

    private static Answer answer(long count) {
        List<Object> row = List.of(count, List.of("a", 0.5));
        return new Answer(List.of("n", "all"), List.of(row));
    }

    private static Map<RunMode, ModeResult> round(double interpreted, double compiled, double adaptive, double again) {
        return Map.of(
                RunMode.INTERPRETED,
                result(interpreted, 7),
                RunMode.COMPILED,
                result(compiled, 7),
                RunMode.ADAPTIVE,
                result(adaptive, 7),
                RunMode.ADAPTIVE_AGAIN,
                result(again, 7));
    }

    private static RoundResults results() {
        return new RoundResults(List.of(round(4, 2, 3, 3), round(4, 8, 4, 6), round(8, 4, 5, 5)));
    }

    @Test
    void aRatio_isToTheBetterMode_roundByRound() {
        assertThat(results().ratio("q-1", "cold 1", RunMode.ADAPTIVE, RunMode.INTERPRETED, RunMode.COMPILED))
                .hasToString("Optional[1.25 [1.00..1.50]]");
        assertThat(results().ratio("q-1", "cold 2", RunMode.ADAPTIVE, RunMode.INTERPRETED))
                .isEmpty();
    }

    @Test
    void percentiles_areOverAllRounds() {
        RoundResults results = results();
        assertThat(results.median(RunMode.ADAPTIVE, "q-1", "cold 1")).isEqualTo(4);
        assertThat(results.percentile(RunMode.ADAPTIVE, "q-1", "cold 1", 100)).isEqualTo(5);
        assertThat(results.median(RunMode.ADAPTIVE, "q-2", "cold 1")).isNaN();
    }

    @Test
    void runs_areARange_whereTheyDiffer() {
        ModeResult later =
                new ModeResult(List.of(new ModeResult.Sample("q-1", "cold 1", 12, 1)), List.of(), List.of(), List.of());
        RoundResults results =
                new RoundResults(List.of(Map.of(RunMode.ADAPTIVE, result(1, 7)), Map.of(RunMode.ADAPTIVE, later)));
        assertThat(results.runs("q-1", "cold 1")).isEqualTo("1..12");
        assertThat(results().runs("q-1", "cold 1")).isEqualTo("1");
        assertThat(results().runs("q-1", "cold 2")).isEqualTo("–");
    }

    @Test
    void answers_thatDiffer_areComplaints() {
        assertThat(results().complaints()).isEmpty();
        List<Map<RunMode, ModeResult>> rounds = new ArrayList<>(results().rounds());
        rounds.add(Map.of(RunMode.COMPILED, result(1, 8), RunMode.ADAPTIVE, ModeResult.failed("exit code 3")));
        assertThat(new RoundResults(rounds).complaints())
                .hasSize(2)
                .anyMatch(complaint -> complaint.startsWith("compiled: q-1: row 0: expected=[7, "))
                .contains("adaptive: exit code 3");
    }

    @Test
    void aResult_isReadAsItWasWritten() throws IOException {
        Path file = folder.resolve("result.json");
        ModeResult written = result(2.5, 1L << 40);
        written.write(file);
        ModeResult read = ModeResult.read(file);
        assertThat(read.samples()).isEqualTo(written.samples());
        assertThat(written.differences(read)).isEmpty();
        assertThat(read.differences(result(2.5, 7))).hasSize(1);
        assertThat(read.differences(ModeResult.failed(""))).containsExactly("q-1: no answer");
    }

    @Test
    void theReportOfRuns_hasATableAndMeans_andPlots() throws IOException {
        RunsReport report = new RunsReport();
        report.add("q", 2, results());
        assertThat(report.text())
                .contains("### q, threads: 2, cold process")
                .contains("| q-1 | 1 | 4.000 | 4.000 | 4.000 | 1.25 [1.00..1.50] | 1.00 [1.00..1.50] |")
                .contains("| q | 2 | cold | 1 | 1 | 4.000 | 4.000 | 4.000 | 1.25 | q-1 1.25 | 1.00 |");
        report.plots(folder);
        assertThat(folder.resolve("runs-q-2-cold-1.svg")).content().contains("Run 1: q, threads: 2, cold process");
    }

    @Test
    void theReportOfShortReads_comparesOnWithOff() {
        Map<RunMode, ModeResult> round = Map.of(
                RunMode.INTERPRETED, shortReads(2, 10),
                RunMode.ADAPTIVE, shortReads(3, 20),
                RunMode.ADAPTIVE_AGAIN, shortReads(3, 30));
        assertThat(ShortReport.text(new RoundResults(List.of(round))))
                .contains("| is-1 | 500 | 2.000 | 3.000 | 1.50 [1.50..1.50] | 1.00 [1.00..1.00]"
                        + " | 10.0 | 20.0 | 2.00 [2.00..2.00] | 1.50 [1.50..1.50] |");
        assertThat(ShortReport.text(new RoundResults(List.of()))).contains("This data has none.");
    }

    private static ModeResult shortReads(double median, double late) {
        return new ModeResult(
                List.of(
                        new ModeResult.Sample("is-1", ShortTimes.MEDIAN, 500, median),
                        new ModeResult.Sample("is-1", ShortTimes.LATE, 500, late)),
                List.of(),
                List.of(),
                List.of());
    }

    @Test
    void theReportOfHops_hasPercentilesOverAllTimes() {
        List<ModeResult.Sample> samples = IntStream.rangeClosed(1, 3)
                .mapToObj(time -> new ModeResult.Sample("hops-1", HopTimes.DEFINE, time, time))
                .toList();
        List<ModeResult.Remark> remarks = List.of(new ModeResult.Remark("hops-1", "refused: too long"));
        ModeResult result = new ModeResult(samples, remarks, List.of(), List.of());
        RoundResults results = new RoundResults(List.of(Map.of(RunMode.ADAPTIVE, result)));
        assertThat(HopsReport.text(results))
                .contains("| 2.000 | 2.980 |")
                .contains("- not compiled, in 1 times: refused: too long");
        assertThat(HopsReport.plot(results).svg()).contains("Planning and compiling a path");
    }

    @Test
    void theReportOfShares_hasPercentAndWhatTheEngineSays() {
        ModeResult result = new ModeResult(
                List.of(
                        new ModeResult.Sample("q-1", RowShares.FIRST, 1, 0.25),
                        new ModeResult.Sample("q-1", RowShares.LAST, 60, 1)),
                List.of(new ModeResult.Remark("q-1", "compiled code is faster")),
                List.of(),
                List.of());
        List<RoundResults> group = List.of(new RoundResults(List.of(Map.of(RunMode.ADAPTIVE, result))));
        assertThat(SharesReport.text(true, group, group))
                .contains("were dropped")
                .contains("| q-1 | 25 % | – | 100 % (60) | 25 % | – | 100 % (60) | compiled code is faster |");
    }
}
