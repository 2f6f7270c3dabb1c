package org.thetisdb.bench;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.thetisdb.bench.adaptive.AdaptiveOptions;
import org.thetisdb.bench.adaptive.AdaptiveRun;
import org.thetisdb.bench.compare.CompareException;
import org.thetisdb.bench.compare.CompareOptions;
import org.thetisdb.bench.compare.CompareRun;
import org.thetisdb.bench.duckdb.BesideOptions;
import org.thetisdb.bench.duckdb.BesideRun;
import org.thetisdb.bench.duckdb.Workload;
import org.thetisdb.bench.extension.ExtensionOptions;
import org.thetisdb.bench.extension.ExtensionRun;
import org.thetisdb.bench.fuzz.FuzzCommand;
import org.thetisdb.bench.h2.H2Options;
import org.thetisdb.bench.h2.H2Run;
import org.thetisdb.bench.io.IoOptions;
import org.thetisdb.bench.io.IoRun;
import org.thetisdb.bench.lucene.LuceneOptions;
import org.thetisdb.bench.lucene.LuceneRun;
import org.thetisdb.bench.memory.MemoryOptions;
import org.thetisdb.bench.memory.MemoryRun;
import org.thetisdb.bench.micro.MicroBenchmarks;
import org.thetisdb.bench.postgresql.ForeignOptions;
import org.thetisdb.bench.postgresql.ForeignRun;
import org.thetisdb.bench.pressure.PressureOptions;
import org.thetisdb.bench.pressure.PressureRun;
import org.thetisdb.bench.records.RecordWorkload;
import org.thetisdb.bench.snb.ParameterPicker;
import org.thetisdb.bench.spill.SpillWorkload;
import org.thetisdb.bench.sustained.SustainedOptions;
import org.thetisdb.bench.sustained.SustainedRun;
import org.thetisdb.bench.updates.UpdateOptions;
import org.thetisdb.bench.updates.UpdateRun;
import org.thetisdb.bench.versions.VersionOptions;
import org.thetisdb.bench.versions.VersionRun;
import org.thetisdb.bench.xml.XmlOptions;
import org.thetisdb.bench.xml.XmlRun;

/** The entry point of {@code ./thetis bench}. */
public final class Bench {
    private Bench() {}

    /** Runs the command that the first argument names; exit code 1 on a wrong or slower answer, 2 on wrong usage. */
    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.exit(run(List.of(arguments), out));
    }

    private static int run(List<String> arguments, PrintStream out) throws Exception {
        if (arguments.isEmpty()) {
            out.print(BenchOptions.USAGE);
            return 2;
        }
        if (arguments.getFirst().equals("micro")) {
            MicroBenchmarks.run(arguments.size() > 1 ? arguments.get(1) : "");
            return 0;
        }
        try {
            List<String> rest = arguments.subList(1, arguments.size());
            return switch (arguments.getFirst()) {
                case "versions" -> {
                    new VersionRun(VersionOptions.parse(rest), out).run();
                    yield 0;
                }
                case "sustained" -> {
                    new SustainedRun(SustainedOptions.parse(rest), out).run();
                    yield 0;
                }
                case "extension" -> new ExtensionRun(ExtensionOptions.parse(rest), out).run() ? 0 : 1;
                case "fuzz" -> FuzzCommand.run(rest, out);
                case "postgresql" -> new ForeignRun(ForeignOptions.parse(rest), out).run() ? 0 : 1;
                case "xml" -> new XmlRun(XmlOptions.parse(rest), out).run() ? 0 : 1;
                case "updates" -> new UpdateRun(UpdateOptions.parse(rest), out).run() ? 0 : 1;
                case "io" -> new IoRun(IoOptions.parse(rest), out).run() ? 0 : 1;
                case "lucene" -> new LuceneRun(LuceneOptions.parse(rest), out).run() ? 0 : 1;
                case "h2" -> new H2Run(H2Options.parse(rest), out).run() ? 0 : 1;
                case "memory" -> new MemoryRun(MemoryOptions.parse(rest), out).run() ? 0 : 1;
                case "pressure" -> new PressureRun(PressureOptions.parse(rest), out).run() ? 0 : 1;
                case "spill" -> beside(new SpillWorkload(), rest, out);
                case "records" -> beside(new RecordWorkload(), rest, out);
                case "adaptive" -> new AdaptiveRun(AdaptiveOptions.parse(rest), out).run() ? 0 : 1;
                case "compare" -> new CompareRun(CompareOptions.parse(rest), out).run() ? 0 : 1;
                case "snb" -> new SnbBenchmark(BenchOptions.parse(rest), out).run() ? 0 : 1;
                case "import" -> {
                    new ImportBenchmark(BenchOptions.parse(rest), out).run();
                    yield 0;
                }
                case "parameters" -> {
                    BenchOptions options = BenchOptions.parse(rest);
                    Path file = options.output().orElse(Path.of("parameters-sf1.json"));
                    ParameterPicker.write(options.projectDirectory(), file);
                    out.println("written: " + file.toAbsolutePath());
                    yield 0;
                }
                default -> throw new IllegalArgumentException("no such command: " + arguments.getFirst());
            };
        } catch (CompareException nothingToCompare) {
            out.println(nothingToCompare.getMessage());
            return 2;
        } catch (IllegalArgumentException wrong) {
            out.println(wrong.getMessage());
            out.print(BenchOptions.USAGE);
            return 2;
        }
    }

    private static int beside(Workload workload, List<String> arguments, PrintStream out) throws Exception {
        return new BesideRun(BesideOptions.parse(workload, arguments), out).run() ? 0 : 1;
    }
}
