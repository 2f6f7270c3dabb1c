package org.thetisdb.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.bench.adaptive.AdaptiveOptions;
import org.thetisdb.bench.compare.CompareOptions;
import org.thetisdb.bench.extension.ExtensionOptions;
import org.thetisdb.bench.fuzz.FuzzCommand;
import org.thetisdb.bench.h2.H2Options;
import org.thetisdb.bench.harness.OptionMap;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.io.IoOptions;
import org.thetisdb.bench.lucene.LuceneOptions;
import org.thetisdb.bench.memory.MemoryOptions;
import org.thetisdb.bench.postgresql.ForeignOptions;
import org.thetisdb.bench.pressure.PressureOptions;
import org.thetisdb.bench.records.RecordWorkload;
import org.thetisdb.bench.snb.Scale;
import org.thetisdb.bench.spill.SpillWorkload;
import org.thetisdb.bench.sustained.SustainedOptions;
import org.thetisdb.bench.updates.UpdateOptions;
import org.thetisdb.bench.versions.VersionOptions;
import org.thetisdb.bench.xml.XmlOptions;

/**
 * What the command line asked for.
 *
 * @param scale the data
 * @param queryGlob which queries
 * @param setCount parameter sets per query at most
 * @param rounds interleaved rounds per query, at least 1
 * @param secondsPerQuery rounds stop when one query has taken this long in all; also the limit of one execution
 * @param warmupSeconds warm-up per query and peer, at most this long
 * @param peers names of the peers; ratios are relative to the first
 * @param memoryBytes page cache of every peer
 * @param isCold whether no page of a store is in memory when a query begins
 * @param threadCount threads of a query, in peers that can use several
 * @param output a file for the report, besides the standard output
 * @param projectDirectory the project's root
 */
public record BenchOptions(
        Scale scale,
        String queryGlob,
        int setCount,
        int rounds,
        int secondsPerQuery,
        int warmupSeconds,
        List<String> peers,
        long memoryBytes,
        boolean isCold,
        int threadCount,
        Optional<Path> output,
        Path projectDirectory) {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
            usage: thetis bench snb        [--scale sf0.1|sf1] [--queries GLOB] [--sets N]
                                           [--peers thetis,neo4j,kuzu,duckdb] [--rounds N] [--seconds N]
                                           [--warmup N] [--memory 2g] [--output FILE]
                                           [--pages warm|cold] [--threads N]
                   thetis bench import     [--scale …] [--peers …] [--memory …] [--output FILE]
                   thetis bench parameters [--output FILE]      (writes the parameter sets of SF1)
                   thetis bench micro      [REGEX]              (JMH)
            """ + AdaptiveOptions.USAGE + CompareOptions.USAGE + ExtensionOptions.USAGE
            + FuzzCommand.USAGE
            + IoOptions.USAGE + LuceneOptions.USAGE + H2Options.USAGE + MemoryOptions.USAGE
            + XmlOptions.USAGE + ForeignOptions.USAGE + PressureOptions.USAGE
            + RecordWorkload.USAGE
            + SpillWorkload.USAGE + SustainedOptions.USAGE + UpdateOptions.USAGE + VersionOptions.USAGE;

    private static final String COLD = "cold";
    private static final String WARM = "warm";

    private static final Set<String> KNOWN = Set.of(
            "--scale",
            "--queries",
            "--sets",
            "--rounds",
            "--seconds",
            "--warmup",
            "--peers",
            "--memory",
            "--pages",
            "--threads",
            "--output");

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static BenchOptions parse(List<String> arguments) {
        OptionMap options = OptionMap.parse(arguments, KNOWN);
        String pages = options.text("--pages").orElse(WARM);
        if (!List.of(COLD, WARM).contains(pages)) {
            throw new IllegalArgumentException("pages are warm or cold: --pages=" + pages);
        }
        return new BenchOptions(
                Scale.option(options, Scale.SF0_1),
                options.text("--queries").orElse("*"),
                options.number("--sets", 1, Integer.MAX_VALUE),
                options.number("--rounds", 1, 7),
                options.number("--seconds", 1, 60),
                options.number("--warmup", 1, 3),
                options.list("--peers", List.of("thetis", "neo4j")),
                options.bytes("--memory", 2L << 30),
                pages.equals(COLD),
                options.number("--threads", 1, pages.equals(COLD) ? 1 : 2),
                options.path("--output"),
                StoreDirectory.project());
    }

    /** Where a peer's store of this scale is kept between runs. */
    public Path storeDirectory(String peer) {
        return StoreDirectory.of(projectDirectory, peer + "-" + scale.label());
    }
}
