package org.thetisdb.bench.updates;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.peer.Peer;
import org.thetisdb.bench.peer.Peers;
import org.thetisdb.bench.peer.UpdateTarget;
import org.thetisdb.bench.snb.Dataset;
import org.thetisdb.snb.UpdateBatch;
import org.thetisdb.snb.UpdateStream;

/**
 * The comparison of updates. All peers are open at once; each day's statements are read first and then applied by one
 * peer after another; which one begins changes from day to day. A peer's clients share a day ({@link UpdateClients}). A
 * statement's time is that of its transaction, commit and sync included. No peer is warmed up on writing: the first
 * days are part of the sum.
 */
public final class UpdateRun {
    private final UpdateOptions options;
    private final PrintStream out;
    private final Map<String, String> texts = new LinkedHashMap<>();

    public UpdateRun(UpdateOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /**
     * Runs the comparison, or the rounds of reads.
     *
     * @return whether all answers afterwards were equal
     */
    public boolean run() throws IOException, InterruptedException {
        Optional<Dataset> found = Dataset.find(options.projectDirectory(), options.scale());
        if (found.isEmpty()) {
            out.println("skipped: no data of scale " + options.scale().label() + " under "
                    + Dataset.dataDirectory(options.projectDirectory()));
            return true;
        }
        Dataset dataset = found.get();
        for (String query : UpdateStream.QUERIES) {
            texts.put(query, dataset.text(query));
        }
        List<UpdateTarget> targets = Peers.updateTargets(options.peers(), options.threadCount());
        try {
            for (UpdateTarget target : targets) {
                prepare(target, dataset);
            }
            return options.roundCount() > 0 ? readBeside(targets, dataset) : apply(targets, dataset);
        } finally {
            targets.forEach(Peer::close);
        }
    }

    private void prepare(UpdateTarget target, Dataset dataset) throws IOException, InterruptedException {
        Path store = options.storeDirectory(target.name());
        if (!target.isLoaded(store)) {
            out.println("loading " + target.name() + " into " + store);
            out.println(target.load(dataset, store, options.memoryBytes()));
        }
        open(target, options.updatedDirectory(target.name()));
    }

    /** Opens a copy of what was loaded. */
    private void open(UpdateTarget target, Path copy) throws IOException, InterruptedException {
        StoreDirectory.copy(options.storeDirectory(target.name()), copy);
        if (options.unsyncedMicros() > 0) {
            target.openUnsynced(copy, options.memoryBytes());
        } else {
            target.open(copy, options.memoryBytes());
        }
        target.warm();
    }

    private boolean apply(List<UpdateTarget> targets, Dataset dataset) throws IOException, InterruptedException {
        Map<String, UpdateTimes> times = new LinkedHashMap<>();
        targets.forEach(target -> times.put(target.name(), new UpdateTimes()));
        List<UpdateClients> clients = new ArrayList<>();
        try (UpdateStream stream = UpdateStream.open(dataset.folder())) {
            for (UpdateTarget target : targets) {
                clients.add(new UpdateClients(target, options.clientCount(), texts));
            }
            Optional<UpdateBatch> next = stream.next();
            for (int day = 0; next.isPresent() && day < options.dayCount(); day++) {
                UpdateBatch batch = next.get();
                for (int turn = 0; turn < targets.size(); turn++) {
                    int peer = (day + turn) % targets.size();
                    UpdateTimes taken =
                            Objects.requireNonNull(times.get(targets.get(peer).name()));
                    clients.get(peer).apply(batch, taken);
                }
                out.println(UpdateReport.dayLine(batch, times));
                next = stream.next();
            }
        } finally {
            clients.forEach(UpdateClients::close);
        }
        Map<String, List<String>> differences = compareAnswers(targets, dataset);
        String report = new UpdateReport(options, targets).text(times, differences);
        out.println(report);
        if (options.output().isPresent()) {
            Files.writeString(options.output().get(), report);
        }
        return differences.values().stream().allMatch(List::isEmpty);
    }

    /** Per peer what differs from the expected answers, or from the first peer's, which then has no entry itself. */
    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private Map<String, List<String>> compareAnswers(List<UpdateTarget> targets, Dataset dataset) throws IOException {
        Optional<AnswerFile> reference = Optional.empty();
        if (options.expected().isPresent()) {
            reference = Optional.of(AnswerFile.read(options.expected().get()));
        }
        Map<String, List<String>> differences = new LinkedHashMap<>();
        for (UpdateTarget target : targets) {
            AnswerFile answers = AnswerFile.of(target, dataset);
            if (options.answers().isPresent() && target == targets.getLast()) {
                answers.write(options.answers().get());
            }
            reference.ifPresent(right -> differences.put(target.name(), right.differences(answers)));
            reference = reference.or(() -> Optional.of(answers));
        }
        return differences;
    }

    private boolean readBeside(List<UpdateTarget> targets, Dataset dataset) throws IOException, InterruptedException {
        List<ReadWindows.Outcome> outcomes = new ArrayList<>();
        for (UpdateTarget target : targets) {
            outcomes.add(readBeside(target, dataset));
        }
        String report = new UpdateReport(options, targets).readsText(outcomes);
        out.println(report);
        if (options.output().isPresent()) {
            Files.writeString(options.output().get(), report);
        }
        return true;
    }

    private ReadWindows.Outcome readBeside(UpdateTarget target, Dataset dataset)
            throws IOException, InterruptedException {
        try (UpdateTarget elsewhere = Peers.updateTargets(List.of(target.name()), options.threadCount())
                .getFirst()) {
            open(elsewhere, options.elsewhereDirectory(target.name()));
            long pauseNanos = options.unsyncedMicros() * 1_000L;
            try (UpdateWriter writer = UpdateWriter.open(target, dataset, texts, pauseNanos);
                    UpdateWriter writerElsewhere = UpdateWriter.open(elsewhere, dataset, texts, pauseNanos)) {
                return new ReadWindows(
                                target,
                                dataset,
                                writer,
                                writerElsewhere,
                                options.roundCount(),
                                options.anewDirectory(target.name()),
                                options.memoryBytes())
                        .run();
            }
        }
    }
}
