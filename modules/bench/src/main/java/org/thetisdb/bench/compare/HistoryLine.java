package org.thetisdb.bench.compare;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.thetisdb.bench.harness.Spread;
import tools.jackson.databind.json.JsonMapper;

/**
 * One comparison as a line of newline-JSON, to be kept in the repository. Of the machine it has only what the numbers
 * depend on, and neither the host nor a path.
 *
 * @param date the day of the run, in UTC
 * @param data the data's name
 * @param head this tree's last commit
 * @param base the commit that it was compared with
 * @param queries per query medians, ratio and allocation
 * @param machine processors, system, JDK
 */
record HistoryLine(
        String date,
        String data,
        BuildFacts head,
        BuildFacts base,
        Map<String, Numbers> queries,
        MachineClass machine) {
    /** The history's place in the project. */
    static final String FILE = "docs/history/bench.ndjson";

    private static final double NOT_MEASURED = -1;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * Facts about a build, besides its speed.
     *
     * @param commit its commit
     * @param buildSeconds from a fresh worktree to the launcher's first answer, training included
     * @param jarBytes the sizes of its own jars
     * @param mainLines lines of Java that are shipped or serve the developers of the project
     * @param testLines lines of Java of tests
     */
    record BuildFacts(String commit, double buildSeconds, Map<String, Long> jarBytes, long mainLines, long testLines) {
        static BuildFacts of(CommitBuild build) throws IOException {
            Map<String, Long> jarBytes = new LinkedHashMap<>();
            try (Stream<Path> files = Files.list(build.library())) {
                for (Path jar : files.sorted().toList()) {
                    String name = jar.getFileName().toString();
                    if (name.startsWith("thetis")) {
                        jarBytes.put(name.replaceFirst("-[0-9].*", ""), Files.size(jar));
                    }
                }
            }
            Path modules = build.tree().resolve("modules");
            return new BuildFacts(
                    build.commit(),
                    rounded(build.buildSeconds().orElse(Double.NaN)),
                    jarBytes,
                    lines(modules, "src/main"),
                    lines(modules, "src/test"));
        }

        private static long lines(Path modules, String part) throws IOException {
            long lines = 0;
            try (Stream<Path> folders = Files.list(modules)) {
                for (Path folder : folders.map(module -> module.resolve(part)).toList()) {
                    lines += Files.isDirectory(folder) ? linesBelow(folder) : 0;
                }
            }
            return lines;
        }

        private static long linesBelow(Path folder) throws IOException {
            long lines = 0;
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    lines += Files.readAllLines(file).size();
                }
            }
            return lines;
        }
    }

    /**
     * What was measured of one query.
     *
     * @param headMillis median of this tree; whatever was not measured is -1
     * @param baseMillis median of the commit
     * @param ratio median of the ratios
     * @param headBytes allocation per execution of this tree
     * @param baseBytes the same of the commit
     * @param verdict its verdict
     */
    record Numbers(double headMillis, double baseMillis, double ratio, long headBytes, long baseBytes, String verdict) {
        static Numbers of(Comparison comparison) {
            return new Numbers(
                    rounded(comparison.headMillis()),
                    rounded(comparison.baseMillis()),
                    rounded(comparison.ratio().map(Spread::median).orElse(Double.NaN)),
                    Math.round(comparison.headBytes().orElse(NOT_MEASURED)),
                    Math.round(comparison.baseBytes().orElse(NOT_MEASURED)),
                    comparison.verdict().name());
        }
    }

    /**
     * The kind of machine.
     *
     * @param processors threads of its processors that the JVM may use
     * @param system operating system and architecture
     * @param jdk the JDK's version
     */
    record MachineClass(int processors, String system, String jdk) {
        static MachineClass here() {
            return new MachineClass(
                    Runtime.getRuntime().availableProcessors(),
                    System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                    Runtime.version().toString());
        }
    }

    static HistoryLine of(CompareData data, CommitBuild base, CommitBuild head, List<Comparison> comparisons)
            throws IOException {
        Map<String, Numbers> queries = new LinkedHashMap<>();
        comparisons.forEach(comparison -> queries.put(comparison.query(), Numbers.of(comparison)));
        return new HistoryLine(
                LocalDate.now(ZoneOffset.UTC).toString(),
                data.name(),
                BuildFacts.of(head),
                BuildFacts.of(base),
                queries,
                MachineClass.here());
    }

    /** Appends the line to a file, which is created if absent. */
    void appendTo(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(
                file, JSON.writeValueAsString(this) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Four significant digits: more would only show noise. */
    private static double rounded(double value) {
        if (Double.isNaN(value)) {
            return NOT_MEASURED;
        }
        return new BigDecimal(value).round(new MathContext(4)).doubleValue();
    }
}
