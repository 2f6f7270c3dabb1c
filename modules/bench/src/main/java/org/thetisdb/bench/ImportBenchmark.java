package org.thetisdb.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.thetisdb.bench.harness.Machine;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.peer.Peer;
import org.thetisdb.bench.peer.Peers;
import org.thetisdb.bench.snb.Dataset;
import org.thetisdb.bench.snb.Scale;

/**
 * The comparison of bulk imports: each peer builds a store with all indexes from the same snapshot, one after
 * another. Preparation (a peer that cannot read the files as they are gets them rewritten) is printed but not counted.
 */
final class ImportBenchmark {
    private final BenchOptions options;
    private final PrintStream out;

    ImportBenchmark(BenchOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    void run() throws IOException, InterruptedException {
        Optional<Dataset> found = Dataset.find(options.projectDirectory(), options.scale());
        if (found.isEmpty()) {
            out.println("skipped: no data of scale " + options.scale().label() + " under "
                    + Dataset.dataDirectory(options.projectDirectory()));
            return;
        }
        Scale scale = options.scale();
        long elementCount = scale.nodeCount() + scale.relationshipCount();
        StringBuilder report = new StringBuilder("# Import, " + scale.label() + "\n\n" + Machine.describe());
        report.append(String.format(
                Locale.ROOT,
                "- %,d nodes and %,d relationships, memory %d MiB%n%n",
                scale.nodeCount(),
                scale.relationshipCount(),
                options.memoryBytes() >> 20));
        report.append("| peer | preparation s | load s | indexes s | elements/s, indexes included | MiB on disk |\n")
                .append("|---|---:|---:|---:|---:|---:|\n");
        for (Peer peer : Peers.named(options.peers(), options.threadCount())) {
            Path directory = options.storeDirectory(peer.name());
            Peer.LoadTime time = peer.load(found.get(), directory, options.memoryBytes());
            double seconds = seconds(time.load()) + seconds(time.indexes());
            report.append(String.format(
                    Locale.ROOT,
                    "| %s | %.1f | %.1f | %.1f | %,.0f | %d |%n",
                    peer.name(),
                    seconds(time.preparation()),
                    seconds(time.load()),
                    seconds(time.indexes()),
                    elementCount / seconds,
                    StoreDirectory.bytes(directory) >> 20));
        }
        out.println(report);
        if (options.output().isPresent()) {
            Files.writeString(options.output().get(), report);
        }
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
