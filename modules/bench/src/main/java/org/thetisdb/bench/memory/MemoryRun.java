package org.thetisdb.bench.memory;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.bench.harness.MeasuredProcess;
import org.thetisdb.bench.harness.MemoryGroup;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.snb.Dataset;

/** Runs step after step, each in a control group of its own, and reports what each took. Used by one thread. */
public final class MemoryRun {
    private final MemoryOptions options;
    private final MemorySteps steps;
    private final PrintStream out;
    private final List<MemoryOutcome> outcomes = new ArrayList<>();
    private final List<String> writerLines = new ArrayList<>();
    private boolean grouped;

    public MemoryRun(MemoryOptions options, PrintStream out) {
        this.options = options;
        this.steps = new MemorySteps(options);
        this.out = out;
    }

    /**
     * Runs the parts that were asked for.
     *
     * @return whether nothing was killed, and no error was seen
     */
    public boolean run() throws IOException, InterruptedException {
        Path folder = StoreDirectory.of(options.projectDirectory(), "memory-texts");
        StoreDirectory.recreate(folder);
        if (!options.parts().equals(List.of("writers"))) {
            read(folder);
        }
        if (options.parts().contains("writers")) {
            StoreDirectory.delete(options.writersDatabase());
            MemoryOutcome written = run(steps.writers());
            writerLines.addAll(written.process().head().lines().toList());
            StoreDirectory.delete(options.writersDatabase());
        }
        String report = MemoryReport.text(options, grouped, outcomes, writerLines);
        out.println("\n" + report);
        if (options.output().isPresent()) {
            Files.writeString(options.output().get(), report);
        }
        return outcomes.stream().allMatch(MemoryOutcome::succeeded);
    }

    private void read(Path folder) throws IOException, InterruptedException {
        Dataset dataset = Dataset.find(options.projectDirectory(), options.scale())
                .orElseThrow(() -> new IllegalArgumentException("there is no such data: --scale="
                        + options.scale().label() + ", looked in="
                        + Dataset.dataDirectory(options.projectDirectory())));
        if (options.parts().contains("import") || !Files.exists(options.database())) {
            run(steps.load(dataset));
        }
        if (options.parts().contains("queries")) {
            for (MemorySteps.Step step : steps.queries(dataset, folder)) {
                run(step);
            }
        }
        if (options.parts().contains("messages")) {
            for (MemorySteps.Step step : steps.messages(folder)) {
                run(step);
            }
        }
    }

    private MemoryOutcome run(MemorySteps.Step step) throws IOException, InterruptedException {
        String name = "thetis-bench-" + ProcessHandle.current().pid() + "-" + outcomes.size();
        Optional<MemoryGroup> made = MemoryGroup.create(MemoryGroup.ROOT, name, options.groupBytes());
        MemoryOutcome outcome;
        if (made.isPresent()) {
            grouped = true;
            try (MemoryGroup group = made.get()) {
                MeasuredProcess process = MeasuredProcess.run(options.projectDirectory(), group.around(step.words()));
                outcome = new MemoryOutcome(step.name(), process, group.peakBytes(), group.killCount());
            }
        } else {
            if (outcomes.isEmpty()) {
                out.println("no control group could be made; nothing but the budget bounds the processes");
            }
            outcome =
                    new MemoryOutcome(step.name(), MeasuredProcess.run(options.projectDirectory(), step.words()), 0, 0);
        }
        outcomes.add(outcome);
        out.println(MemoryReport.line(outcome));
        return outcome;
    }
}
