package org.thetisdb.bench.extension;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.bench.extension.RowSystem.Task;
import org.thetisdb.bench.harness.Machine;
import org.thetisdb.bench.harness.Spread;
import org.thetisdb.bench.harness.StoreDirectory;

/** The comparison: two rounds that do not count, then rounds in which the systems take turns. Used once. */
public final class ExtensionRun {
    private static final int WARM_UP_ROUNDS = 2;
    private static final double NANOS_PER_MILLISECOND = 1e6;

    private final ExtensionOptions options;
    private final PrintStream out;
    private final Map<String, List<Double>> millis = new LinkedHashMap<>();
    private final Map<Task, Long> answers = new LinkedHashMap<>();

    public ExtensionRun(ExtensionOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** Runs it; says whether all answers agree. */
    public boolean run() throws Exception {
        List<RowSystem> systems = new ArrayList<>();
        boolean agree = true;
        try {
            for (String name : options.systems()) {
                systems.add(open(name));
            }
            for (int round = -WARM_UP_ROUNDS; round < options.rounds(); round++) {
                for (int turn = 0; turn < systems.size(); turn++) {
                    RowSystem system = systems.get(Math.floorMod(round + turn, systems.size()));
                    agree &= measure(system, round >= 0);
                }
            }
            String report = report(systems) + commits();
            out.println(report);
            if (options.output().isPresent()) {
                Files.writeString(options.output().get(), report);
            }
        } finally {
            for (RowSystem each : systems) {
                each.close();
            }
        }
        return agree;
    }

    /** What triggers cost, if Thetis takes part. */
    private String commits() throws Exception {
        if (!options.systems().contains("thetis")) {
            return "";
        }
        Path directory = options.directory().resolve("commits");
        StoreDirectory.delete(directory);
        Files.createDirectories(directory);
        try (ThetisCommits commits = new ThetisCommits(directory, options)) {
            for (int round = -WARM_UP_ROUNDS; round < options.rounds(); round++) {
                commits.measure(round >= 0);
            }
            return commits.report();
        }
    }

    private RowSystem open(String name) throws Exception {
        Path directory = options.directory().resolve(name);
        StoreDirectory.delete(directory);
        Files.createDirectories(directory);
        out.println("filling " + name);
        return switch (name) {
            case "thetis" -> new ThetisRows(directory, options);
            case "postgresql" -> SqlRows.postgres(directory, options);
            case "h2" -> SqlRows.h2(directory, options);
            default -> throw new IllegalArgumentException("no such system: " + name);
        };
    }

    private boolean measure(RowSystem system, boolean counts) throws Exception {
        boolean agree = true;
        for (Map.Entry<Task, Map<String, String>> task : system.statements().entrySet()) {
            for (Map.Entry<String, String> way : task.getValue().entrySet()) {
                agree &= measure(system, task.getKey(), way.getKey(), way.getValue(), false, counts);
                agree &= measure(system, task.getKey(), way.getKey(), way.getValue(), true, counts);
            }
        }
        return agree;
    }

    private boolean measure(RowSystem system, Task task, String way, String text, boolean isNew, boolean counts)
            throws Exception {
        long start = System.nanoTime();
        long answer = isNew ? system.runInNewSession(text) : system.run(text);
        double taken = (System.nanoTime() - start) / NANOS_PER_MILLISECOND;
        if (counts) {
            millis.computeIfAbsent(key(system, task, way, isNew), _ -> new ArrayList<>())
                    .add(taken);
        }
        Long known = answers.putIfAbsent(task, answer);
        if (known != null && known != answer) {
            out.println("another answer: system=" + system.name() + ", statement=" + text + ", answer=" + answer
                    + ", expected=" + known);
            return false;
        }
        return true;
    }

    private static String key(RowSystem system, Task task, String way, boolean isNew) {
        return system.name() + " " + task + " " + way + " " + isNew;
    }

    private Spread spread(RowSystem system, Task task, String way, boolean isNew) {
        List<Double> all = millis.getOrDefault(key(system, task, way, isNew), List.of());
        return Spread.of(all.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private String report(List<RowSystem> systems) {
        StringBuilder text = new StringBuilder(Machine.describe());
        text.append(String.format(
                Locale.ROOT,
                "- %,d numbers, %d rounds, %d threads of Thetis; milliseconds, median [least..greatest]%n%n",
                options.rows(),
                options.rounds(),
                options.threads()));
        text.append("| task | system | by | ms | × the first | ms, new session |\n|---|---|---|---:|---:|---:|\n");
        for (Task task : Task.values()) {
            for (RowSystem system : systems) {
                Map<String, String> ways = system.statements().getOrDefault(task, Map.of());
                double first = 0;
                for (String way : ways.keySet()) {
                    Spread spread = spread(system, task, way, false);
                    first = first == 0 ? spread.median() : first;
                    text.append(String.format(
                            Locale.ROOT,
                            "| %s | %s | %s | %s | %.2f | %s |%n",
                            task.name().toLowerCase(Locale.ROOT),
                            system.name(),
                            way,
                            spread,
                            spread.median() / first,
                            spread(system, task, way, true)));
                }
            }
        }
        return text.toString();
    }
}
