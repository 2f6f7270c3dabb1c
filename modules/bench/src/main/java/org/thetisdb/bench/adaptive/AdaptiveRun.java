package org.thetisdb.bench.adaptive;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.thetisdb.bench.compare.CompareData;
import org.thetisdb.bench.compare.QueryNames;
import org.thetisdb.bench.harness.Machine;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.harness.StorePages;
import org.thetisdb.bench.peer.ThetisPeer;
import org.thetisdb.bench.plot.Chart;

/** Makes the experiments that were asked for, one after the other, and reports. Used by one thread. */
public final class AdaptiveRun {
    private static final String SHORT_GROUP = "is";

    private final AdaptiveOptions options;
    private final PrintStream out;
    private final ModeRounds rounds;
    private final Map<String, List<String>> groups = new LinkedHashMap<>();
    private final Set<String> complaints = new LinkedHashSet<>();
    private final StringBuilder report = new StringBuilder();
    private final Path store;

    public AdaptiveRun(AdaptiveOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
        this.rounds = new ModeRounds(options);
        this.store = options.store().orElseGet(() -> ThetisPeer.databaseIn(directory()));
    }

    /** Where the data's database is kept: where other runs keep it, too. */
    private Path directory() {
        String name = Path.of(options.data()).getFileName().toString();
        return StoreDirectory.of(options.projectDirectory(), "thetis-" + name);
    }

    /**
     * Makes the experiments.
     *
     * @return whether all modes gave the right answers
     */
    public boolean run() throws IOException, InterruptedException {
        prepare();
        print(head());
        for (Part part : options.parts()) {
            run(part);
        }
        StringBuilder verdict = new StringBuilder("\nAnswers: ");
        verdict.append(complaints.isEmpty() ? "equal in all modes.\n" : "wrong or different, or a process failed.\n\n");
        complaints.forEach(each -> verdict.append("- ").append(each).append('\n'));
        print(verdict.toString());
        if (options.output().isPresent()) {
            Files.writeString(options.output().get(), report);
        }
        return complaints.isEmpty();
    }

    private void prepare() throws IOException {
        if (options.parts().equals(List.of(Part.HOPS))) {
            return;
        }
        CompareData data = CompareData.of(options.data(), options.projectDirectory(), out);
        QueryNames names = new QueryNames(options.queryGlob(), Set.of());
        data.cases().forEach((name, sets) -> {
            if (names.hold(name)) {
                String group = options.isQueryAlone() ? name : sets.getFirst().group();
                groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(name);
            }
        });
        if (options.store().isEmpty() && !StoreDirectory.isComplete(directory())) {
            out.println("importing " + options.data() + " into " + directory());
            new ThetisPeer("thetis", options.threadCounts().getLast())
                    .load(data.mapping(), data.folder(), directory(), options.memoryBytes());
        }
    }

    private String head() {
        return String.format(
                Locale.ROOT,
                "# Interpreted, compiled, adaptive: %s%n%n%s- budget of each database: %d MiB; rounds: %d; at most %d s"
                        + " for a query's runs, %d s of warm-up; median over rounds, ratios are per round: median"
                        + " [least..greatest]%n- a process for each mode and %s, modes by turns; \"again\" is adaptive"
                        + " mode once more, so its ratio is noise%n",
                options.data(),
                Machine.describe(),
                options.memoryBytes() >> 20,
                options.rounds(),
                options.limits().secondsPerQuery(),
                options.limits().warmupSeconds(),
                options.isQueryAlone() ? "query" : "group of queries");
    }

    private void print(String text) {
        report.append(text);
        out.print(text);
    }

    private void run(Part part) throws IOException, InterruptedException {
        switch (part) {
            case RUNS -> runs();
            case SHORT -> shortReads();
            case HOPS -> hops();
            case MODES -> modes();
            case FIRST_SECONDS -> firstSeconds();
        }
    }

    private RoundResults measure(ModeOrder order, List<RunMode> modes, ModeRounds.Before before)
            throws IOException, InterruptedException {
        RoundResults results = rounds.run(order, modes, before);
        results.complaints().forEach(each -> complaints.add(order.part().label() + ", " + each));
        return results;
    }

    private StorePages pages() {
        return new StorePages(store);
    }

    private void runs() throws IOException, InterruptedException {
        RunsReport runs = new RunsReport();
        for (int threads : options.threadCounts()) {
            for (Map.Entry<String, List<String>> group : groups.entrySet()) {
                ModeOrder order = ModeOrder.of(Part.RUNS, options, store, group.getValue())
                        .withThreads(threads);
                runs.add(group.getKey(), threads, measure(order, RunMode.ALL, pages()::read));
            }
        }
        print(runs.text());
        if (options.plots().isPresent()) {
            runs.plots(options.plots().get());
        }
    }

    private void shortReads() throws IOException, InterruptedException {
        List<String> queries = groups.values().stream()
                .flatMap(List::stream)
                .filter(name -> name.startsWith(SHORT_GROUP + "-"))
                .toList();
        ModeOrder order = ModeOrder.of(Part.SHORT, options, store, queries).withStoreRead(true);
        print(ShortReport.text(measure(order, RunMode.ON_AND_OFF, pages()::read)));
    }

    private void hops() throws IOException, InterruptedException {
        Path ring = HopGraph.store(options.projectDirectory(), out);
        ModeOrder order = ModeOrder.of(Part.HOPS, options, ring, List.of());
        RoundResults results =
                measure(order, List.of(RunMode.INTERPRETED, RunMode.ADAPTIVE), new StorePages(ring)::read);
        print(HopsReport.text(results));
        plot(HopsReport.plot(results), "hops");
    }

    private void plot(Chart chart, String name) throws IOException {
        if (options.plots().isPresent()) {
            chart.write(options.plots().get(), name);
        }
    }

    private void modes() throws IOException, InterruptedException {
        List<RoundResults> cold = new ArrayList<>();
        List<RoundResults> warm = new ArrayList<>();
        boolean isDropped = pages().drop();
        for (List<String> queries : groups.values()) {
            ModeOrder order = ModeOrder.of(Part.MODES, options, store, queries);
            List<RunMode> modes = List.of(RunMode.ADAPTIVE, RunMode.INTERPRETED);
            cold.add(measure(order, modes, pages()::drop));
            warm.add(measure(order.withStoreRead(true), modes, pages()::read));
        }
        print(SharesReport.text(isDropped, cold, warm));
    }

    private void firstSeconds() throws IOException, InterruptedException {
        for (int threads : options.threadCounts()) {
            for (Map.Entry<String, List<String>> group : groups.entrySet()) {
                ModeOrder order = ModeOrder.of(Part.FIRST_SECONDS, options, store, group.getValue())
                        .withThreads(threads);
                RoundResults results = measure(order, RunMode.ALL, pages()::read);
                print(SecondsReport.text(group.getKey(), threads, results));
                plot(
                        SecondsReport.plot(group.getKey(), threads, results),
                        "first-seconds-" + group.getKey() + "-" + threads);
            }
        }
    }
}
