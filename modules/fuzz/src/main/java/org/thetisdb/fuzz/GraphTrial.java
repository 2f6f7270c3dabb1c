package org.thetisdb.fuzz;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.load.ThetisConfiguration;
import org.thetisdb.fuzz.load.ThetisConfiguration.Way;
import org.thetisdb.fuzz.oracle.Answer;
import org.thetisdb.fuzz.oracle.Comparison;
import org.thetisdb.fuzz.oracle.Comparison.Difference;
import org.thetisdb.fuzz.oracle.Oracle;
import org.thetisdb.fuzz.oracle.OracleFactory;
import org.thetisdb.fuzz.oracle.PartitionOracle;
import org.thetisdb.fuzz.oracle.ReferenceOracle;
import org.thetisdb.fuzz.query.FuzzQuery;
import org.thetisdb.fuzz.query.Piece;
import org.thetisdb.fuzz.shrink.Shrinker;

/** Runs the queries of one graph on all oracles, one after another. One thread, but for {@link #hangs}. */
final class GraphTrial {
    private static final long SHRINK_MILLIS = 30_000;
    private static final int WAYS_PER_GRAPH = 3;

    private final FuzzOptions options;
    private final Path folder;
    private final InstantSource clock;
    private final Statistics statistics;
    private final Consumer<Finding> findings;
    private volatile Optional<Asked> asked = Optional.empty();

    /** Which oracle is running what, since when. */
    private record Asked(long seed, FuzzGraph graph, FuzzQuery query, String oracle, long sinceMillis) {}

    GraphTrial(
            FuzzOptions options, Path folder, InstantSource clock, Statistics statistics, Consumer<Finding> findings) {
        this.options = options;
        this.folder = folder;
        this.clock = clock;
        this.statistics = statistics;
        this.findings = findings;
    }

    /** Asks the queries of seeds that share a graph. */
    void run(long first, long last, BooleanSupplier enough) {
        FuzzGraph graph = options.kind().graph(first);
        List<OracleFactory> factories = factories(FuzzKind.graphNumber(first));
        Map<OracleFactory, Oracle> oracles = new LinkedHashMap<>();
        try {
            for (OracleFactory factory : factories) {
                load(first, graph, factory).ifPresent(oracle -> oracles.put(factory, oracle));
            }
            for (long seed = first; seed <= last && !enough.getAsBoolean(); seed++) {
                ask(seed, graph, oracles);
            }
        } finally {
            oracles.forEach((factory, oracle) -> close(first, graph, factory, oracle));
            asked = Optional.empty();
        }
    }

    private List<OracleFactory> factories(long graphNumber) {
        List<OracleFactory> all = new ArrayList<>();
        all.add(new ReferenceOracle(ThetisConfiguration.CLOCK));
        for (Way way : Way.values()) {
            all.add(new ThetisConfiguration(way, folder, options.timeout(), graphNumber));
        }
        all.add(new PartitionOracle(new ThetisConfiguration(Way.LOADED, folder, options.timeout(), graphNumber)));
        if (options.configurations().isEmpty()) {
            return some(all, graphNumber);
        }
        if (options.configurations().equals(List.of("all"))) {
            return all;
        }
        all.addAll(options.moreOracles());
        List<OracleFactory> wanted = new ArrayList<>();
        for (String name : options.configurations()) {
            wanted.add(all.stream()
                    .filter(factory -> factory.name().equals(name))
                    .findFirst()
                    .orElseThrow());
        }
        return wanted;
    }

    /** The reference, and as many others as take no longer than it does. */
    private List<OracleFactory> some(List<OracleFactory> all, long graphNumber) {
        List<OracleFactory> others = all.stream()
                .skip(1)
                .filter(factory -> factory.writes() || options.kind() != FuzzKind.WRITE)
                .toList();
        Set<OracleFactory> chosen = new LinkedHashSet<>();
        chosen.add(all.getFirst());
        for (int index = 0; index < WAYS_PER_GRAPH; index++) {
            long place = graphNumber * WAYS_PER_GRAPH + index + Math.floorDiv(graphNumber, others.size());
            chosen.add(others.get(Math.floorMod(place, others.size())));
        }
        return List.copyOf(chosen);
    }

    private Optional<Oracle> load(long seed, FuzzGraph graph, OracleFactory factory) {
        FuzzQuery nothing = new FuzzQuery(new Piece.Token("RETURN 1 AS loading"), Map.of());
        asked = Optional.of(new Asked(seed, graph, nothing, factory.name(), clock.millis()));
        try {
            return Optional.of(factory.over(graph));
        } catch (RuntimeException failure) {
            Difference difference = new Difference("loading: " + failure, trace(failure));
            findings.accept(finding(seed, factory.name(), factory.name(), graph, nothing, difference));
            return Optional.empty();
        }
    }

    private void close(long seed, FuzzGraph graph, OracleFactory factory, Oracle oracle) {
        try {
            oracle.close();
        } catch (RuntimeException failure) {
            FuzzQuery nothing = new FuzzQuery(new Piece.Token("RETURN 1 AS closing"), Map.of());
            Difference difference = new Difference("closing: " + failure.getMessage(), trace(failure));
            findings.accept(finding(seed, factory.name(), factory.name(), graph, nothing, difference));
        }
    }

    private static String trace(Throwable failure) {
        StringBuilder text = new StringBuilder("" + failure);
        for (StackTraceElement element : failure.getStackTrace()) {
            text.append("\n    at ").append(element);
        }
        return text.toString();
    }

    private Finding finding(
            long seed, String expectedBy, String givenBy, FuzzGraph graph, FuzzQuery query, Difference difference) {
        return new Finding(
                options.command(),
                options.kind(),
                seed,
                expectedBy,
                givenBy,
                graph,
                query,
                new Answer.Declined("it was not asked"),
                difference,
                false);
    }

    private void ask(long seed, FuzzGraph graph, Map<OracleFactory, Oracle> oracles) {
        FuzzQuery query = options.kind().query(seed, graph);
        if (options.skip()
                .filter(pattern -> pattern.matcher(query.text()).find())
                .isPresent()) {
            return;
        }
        Optional<OracleFactory> believed = Optional.empty();
        Answer expected = new Answer.Declined("nobody was asked");
        boolean noted = false;
        int place = 0;
        for (Map.Entry<OracleFactory, Oracle> entry : oracles.entrySet()) {
            if (rests(place++, seed)) {
                continue;
            }
            asked = Optional.of(new Asked(seed, graph, query, entry.getKey().name(), clock.millis()));
            Answer given = entry.getValue().answer(query);
            if (!noted) {
                statistics.note(!(given instanceof Answer.Failure) || query.binds(), given);
                noted = true;
            }
            if (given.equals(new Answer.Declined(Answer.Declined.TOO_MUCH))) {
                // What is too much for the reference may be too much for any oracle, and says little more than less
                // would.
                return;
            }
            if (expected instanceof Answer.Declined) {
                believed = Optional.of(entry.getKey());
                expected = given;
            }
            OracleFactory first = believed.orElseThrow();
            Optional<Difference> difference = entry.getKey().isForeign() || first.isForeign()
                    ? Comparison.ofForeign(query, expected, given)
                    : Comparison.of(query, expected, given);
            if (difference.isPresent()) {
                report(seed, graph, query, first, entry.getKey(), expected, difference.get());
                return;
            }
        }
    }

    /** Of the ways that were chosen for a graph, each query leaves out one: all of them get some queries. */
    private boolean rests(int place, long seed) {
        return options.configurations().isEmpty() && place == 1 + Math.floorMod(seed, WAYS_PER_GRAPH);
    }

    private void report(
            long seed,
            FuzzGraph graph,
            FuzzQuery query,
            OracleFactory expected,
            OracleFactory given,
            Answer wanted,
            Difference difference) {
        Finding found = new Finding(
                options.command(),
                options.kind(),
                seed,
                expected.name(),
                given.name(),
                graph,
                query,
                wanted,
                difference,
                false);
        if (!options.shrink() || difference.kind().equals(Answer.Defect.NO_END)) {
            findings.accept(found);
            return;
        }
        // While it shrinks, many queries are asked, each with its own limit of time.
        asked = Optional.empty();
        Finding smallest = new Shrinker(expected, given, difference.kind(), clock, SHRINK_MILLIS)
                .shrink(graph, query)
                .map(shrunk -> new Finding(
                        options.command(),
                        options.kind(),
                        seed,
                        expected.name(),
                        given.name(),
                        shrunk.graph(),
                        shrunk.query(),
                        shrunk.expected(),
                        shrunk.difference(),
                        true))
                .orElse(found);
        findings.accept(smallest);
    }

    /** Whether an oracle has been thinking for longer. Any thread. */
    boolean hangs(Duration patience) {
        return asked.filter(each -> clock.millis() - each.sinceMillis() > patience.toMillis())
                .isPresent();
    }

    /** The query that hangs. Any thread. */
    Optional<Finding> hanging(StackTraceElement[] trace) {
        StringBuilder text = new StringBuilder("it does not come back");
        for (StackTraceElement element : trace) {
            text.append("\n    at ").append(element);
        }
        Difference difference = new Difference("hangs", text.toString());
        return asked.map(
                each -> finding(each.seed(), each.oracle(), each.oracle(), each.graph(), each.query(), difference));
    }
}
