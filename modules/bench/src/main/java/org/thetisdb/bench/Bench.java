package org.thetisdb.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.thetisdb.bench.micro.MicroBenchmarks;
import org.thetisdb.bench.snb.ParameterPicker;

/** The entry point behind {@code ./thetis bench}. */
public final class Bench {
    private Bench() {}

    /** Runs the command that the first argument names; exit code 1 on a wrong answer, 2 on wrong usage. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.exit(run(List.of(arguments), out));
    }

    private static int run(List<String> arguments, PrintStream out) throws IOException, InterruptedException {
        if (arguments.isEmpty()) {
            out.print(BenchOptions.USAGE);
            return 2;
        }
        if (arguments.getFirst().equals("micro")) {
            MicroBenchmarks.run(arguments.size() > 1 ? arguments.get(1) : "");
            return 0;
        }
        try {
            BenchOptions options = BenchOptions.parse(arguments.subList(1, arguments.size()));
            return switch (arguments.getFirst()) {
                case "snb" -> new SnbBenchmark(options, out).run() ? 0 : 1;
                case "import" -> {
                    new ImportBenchmark(options, out).run();
                    yield 0;
                }
                case "parameters" -> {
                    Path file = options.output().orElse(Path.of("parameters-sf1.json"));
                    ParameterPicker.write(options.projectDirectory(), file);
                    out.println("written: " + file.toAbsolutePath());
                    yield 0;
                }
                default -> throw new IllegalArgumentException("no such command: " + arguments.getFirst());
            };
        } catch (IllegalArgumentException wrong) {
            out.println(wrong.getMessage());
            out.print(BenchOptions.USAGE);
            return 2;
        }
    }
}
