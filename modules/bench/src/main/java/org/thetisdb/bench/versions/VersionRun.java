package org.thetisdb.bench.versions;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.thetisdb.bench.harness.StoreDirectory;

/** The comparison of versioned documents: a round that does not count, then rounds in which the stores take turns. */
public final class VersionRun {
    private final VersionOptions options;
    private final PrintStream out;

    public VersionRun(VersionOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /**
     * Runs the comparison.
     *
     * @throws IllegalStateException if a store gives a wrong answer
     */
    public void run() throws Exception {
        List<VersionStore> stores = new ArrayList<>();
        options.stores().forEach(name -> stores.add(named(name)));
        List<Double> deviceRates = new ArrayList<>();
        Map<String, List<Map<Measure, Double>>> rounds = new LinkedHashMap<>();
        stores.forEach(store -> rounds.put(store.name(), new ArrayList<>()));
        for (int round = 0; round <= options.rounds(); round++) {
            double deviceRate = DeviceProbe.syncsPerSecond(options.directory(), options.commitCount());
            if (round > 0) {
                deviceRates.add(deviceRate);
            }
            for (int turn = 0; turn < stores.size(); turn++) {
                VersionStore store = stores.get((round + turn) % stores.size());
                Map<Measure, Double> measured = run(store, round);
                out.println((round == 0 ? "warm-up, " : "round " + round + ", ") + store.name() + ": " + measured);
                if (round > 0) {
                    Objects.requireNonNull(rounds.get(store.name())).add(measured);
                }
            }
        }
        String report = new VersionReport(options, stores).text(deviceRates, rounds);
        out.println(report);
        if (options.output().isPresent()) {
            Files.writeString(options.output().get(), report);
        }
    }

    private Map<Measure, Double> run(VersionStore store, int round) throws Exception {
        Path directory = options.directory().resolve(store.name());
        StoreDirectory.delete(directory);
        try {
            store.open(directory, options.memoryBytes());
            return new StoreRound(store, options, round).run();
        } finally {
            store.close();
            StoreDirectory.delete(directory);
        }
    }

    private VersionStore named(String name) {
        return switch (name) {
            case "thetis" -> new ThetisStore();
            case "postgresql" -> new PostgresStore(options.databaseUser());
            case "h2" -> new H2Store();
            default -> throw new IllegalArgumentException("no such store: --stores=" + name);
        };
    }
}
