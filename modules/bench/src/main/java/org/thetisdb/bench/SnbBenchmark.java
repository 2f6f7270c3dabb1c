package org.thetisdb.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.bench.peer.Peer;
import org.thetisdb.bench.peer.Peers;
import org.thetisdb.bench.rounds.ColdRounds;
import org.thetisdb.bench.rounds.QueryOutcome;
import org.thetisdb.bench.rounds.QueryRounds;
import org.thetisdb.bench.rounds.Rounds;
import org.thetisdb.bench.snb.Dataset;
import org.thetisdb.bench.snb.QueryCase;

/**
 * The comparison of queries: every query of the data set on every peer, in alternating rounds ({@link QueryRounds},
 * {@link ColdRounds}).
 */
final class SnbBenchmark {
    private final BenchOptions options;
    private final PrintStream out;
    private final Rounds rounds;

    SnbBenchmark(BenchOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
        this.rounds = options.isCold()
                ? new ColdRounds(
                        options.rounds(),
                        options.warmupSeconds(),
                        options.secondsPerQuery(),
                        options.memoryBytes(),
                        options::storeDirectory)
                : new QueryRounds(options.rounds(), options.secondsPerQuery(), options.warmupSeconds());
    }

    /**
     * Runs the comparison.
     *
     * @return whether every answer was right
     */
    boolean run() throws IOException, InterruptedException {
        Optional<Dataset> found = Dataset.find(options.projectDirectory(), options.scale());
        if (found.isEmpty()) {
            out.println("skipped: no data of scale " + options.scale().label() + " under "
                    + Dataset.dataDirectory(options.projectDirectory()));
            return true;
        }
        Dataset dataset = found.get();
        List<Peer> peers = Peers.named(options.peers(), options.threadCount());
        try {
            for (Peer peer : peers) {
                prepare(peer, dataset);
            }
            Report report = new Report(peers.stream().map(Peer::name).toList());
            String head = report.head(options, peers);
            out.println(head);
            List<QueryOutcome> outcomes = new ArrayList<>();
            for (Map.Entry<String, List<QueryCase>> entry :
                    dataset.cases(options.queryGlob()).entrySet()) {
                List<QueryCase> cases = entry.getValue();
                QueryOutcome outcome =
                        rounds.measure(cases.subList(0, Math.min(options.setCount(), cases.size())), peers);
                outcomes.add(outcome);
                out.println(report.row(outcome));
                outcome.complaints().forEach(out::println);
            }
            String tables = report.tables(outcomes);
            out.println(tables);
            if (options.output().isPresent()) {
                Files.writeString(options.output().get(), head + tables);
            }
            return outcomes.stream()
                    .noneMatch(outcome -> outcome.complaints().stream().anyMatch(text -> text.contains("wrong")));
        } finally {
            peers.forEach(Peer::close);
        }
    }

    private void prepare(Peer peer, Dataset dataset) throws IOException, InterruptedException {
        Path directory = options.storeDirectory(peer.name());
        if (!peer.isLoaded(directory)) {
            out.println("loading " + peer.name() + " into " + directory);
            out.println(peer.load(dataset, directory, options.memoryBytes()));
        }
        if (!options.isCold()) {
            peer.open(directory, options.memoryBytes());
            peer.warm();
        }
    }
}
