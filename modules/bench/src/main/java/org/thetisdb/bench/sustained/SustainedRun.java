package org.thetisdb.bench.sustained;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs one store after the other, and prints what they did. */
public final class SustainedRun {
    private final SustainedOptions options;
    private final PrintStream out;

    public SustainedRun(SustainedOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /**
     * Runs the comparison.
     *
     * @throws IllegalStateException if a store lost something
     */
    public void run() throws IOException, InterruptedException {
        Files.createDirectories(options.directory());
        Map<String, SustainedResult> results = new LinkedHashMap<>();
        for (String store : options.stores()) {
            SustainedResult result = StoreProcess.run(options, store);
            results.put(store, result);
            out.println(SustainedReport.row(store, result));
        }
        String report = new SustainedReport(options).text(results);
        out.println(report);
        if (options.output().isPresent()) {
            Files.writeString(options.output().get(), report);
        }
    }
}
