package org.thetisdb.bench.updates;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.bench.harness.OptionMap;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.snb.Scale;

/**
 * What the command line asked for.
 *
 * @param scale the data; its layout must hold updates
 * @param peers names of the peers; ratios are relative to the first
 * @param memoryBytes page cache of every peer
 * @param threadCount threads of one query, in peers that can use several
 * @param clientCount clients of each peer that share a day's statements; not used with rounds of reads
 * @param dayCount days to apply at most
 * @param roundCount rounds of reads, without and with a writer; 0 for none
 * @param unsyncedMicros if above 0, no commit waits for the device, and a writer beside reads pauses so long instead
 * @param answers where to write the answers after the updates
 * @param expected answers after the same updates, written by an earlier run, to compare with
 * @param output a file for the report, besides the standard output
 * @param projectDirectory the project's root
 */
public record UpdateOptions(
        Scale scale,
        List<String> peers,
        long memoryBytes,
        int threadCount,
        int clientCount,
        int dayCount,
        int roundCount,
        int unsyncedMicros,
        Optional<Path> answers,
        Optional<Path> expected,
        Optional<Path> output,
        Path projectDirectory) {
    /** The options in one text, for the usage message. */
    public static final String USAGE = """
                   thetis bench updates    [--scale sf0.003|sf0.1] [--peers thetis,neo4j] [--memory 1g]
                                           [--threads N] [--clients N] [--days N] [--reads ROUNDS] [--unsynced MICROS]
                                           [--answers FILE] [--expected FILE] [--output FILE]
            """;

    private static final Set<String> KNOWN = Set.of(
            "--scale",
            "--peers",
            "--memory",
            "--threads",
            "--clients",
            "--days",
            "--reads",
            "--unsynced",
            "--answers",
            "--expected",
            "--output");

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException naming the option that is wrong
     */
    public static UpdateOptions parse(List<String> arguments) {
        OptionMap options = OptionMap.parse(arguments, KNOWN);
        return new UpdateOptions(
                Scale.option(options, Scale.SF0_1),
                options.list("--peers", List.of("thetis", "neo4j")),
                options.bytes("--memory", 1L << 30),
                options.number("--threads", 1, 2),
                options.number("--clients", 1, 1),
                options.number("--days", 1, Integer.MAX_VALUE),
                options.number("--reads", 0, 0),
                options.number("--unsynced", 0, 0),
                options.path("--answers"),
                options.path("--expected"),
                options.path("--output"),
                StoreDirectory.project());
    }

    Path storeDirectory(String peer) {
        return StoreDirectory.of(projectDirectory, peer + "-" + scale.label());
    }

    /** Where the final graph is loaded again. */
    Path anewDirectory(String peer) {
        return StoreDirectory.of(projectDirectory, peer + "-" + scale.label() + "-anew");
    }

    /** The copy that the updates change. */
    Path updatedDirectory(String peer) {
        return StoreDirectory.of(projectDirectory, peer + "-" + scale.label() + "-updated");
    }

    /** Of a copy that is written while another one is read. */
    Path elsewhereDirectory(String peer) {
        return StoreDirectory.of(projectDirectory, peer + "-" + scale.label() + "-elsewhere");
    }
}
