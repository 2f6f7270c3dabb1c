package org.thetisdb.bench.fuzz;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.fuzz.Fuzz;

/** {@code ./thetis bench fuzz}: generated queries to the reference interpreter, to Thetis and to Neo4j. Stateless. */
public final class FuzzCommand {
    /** For the usage message. */
    public static final String USAGE = """
                   thetis bench fuzz       [query|write|expression] [--seed A..B] [--findings N] [--threads N]
                                           (Neo4j beside the fuzzer's model; all options of thetis fuzz)
            """;

    private static final String COMMAND = "./thetis bench fuzz";
    /** The model is trusted; Thetis' answer to the same query shows whose defect a finding is. */
    private static final String ORACLES = "reference," + Neo4jOracle.NAME + ",loaded";

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /** Most take some milliseconds; the first of a run takes seconds, until the JVM has compiled the planner. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private FuzzCommand() {}

    /** Exit code 0 if nothing was found, 1 on findings, 2 on wrong usage. */
    public static int run(List<String> arguments, PrintStream out) {
        Tally tally = new Tally();
        Path folder = Files.isWritable(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
        try (Neo4jOracle neo4j = new Neo4jOracle(folder, LIMIT, tally)) {
            int code = Fuzz.run(words(arguments), out, COMMAND, List.of(neo4j));
            out.print(tally.text());
            return code;
        }
    }

    /** As the fuzzer takes them: the kind first, and Neo4j among the oracles. */
    private static List<String> words(List<String> arguments) {
        List<String> words = new ArrayList<>(arguments);
        int named = words.indexOf("--kind");
        if (named >= 0 && named + 1 < words.size()) {
            words.remove(named);
            words.addFirst(words.remove(named));
        } else if (words.isEmpty() || words.getFirst().startsWith("--")) {
            words.addFirst("query");
        }
        if (!words.contains("--configuration")) {
            words.addAll(List.of("--configuration", ORACLES));
        }
        return words;
    }
}
