package org.thetisdb.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.peer.Peer;
import org.thetisdb.bench.peer.Peers;
import org.thetisdb.bench.peer.UpdateTarget;
import org.thetisdb.bench.rounds.QueryOutcome;
import org.thetisdb.bench.rounds.QueryRounds;
import org.thetisdb.bench.snb.QueryCase;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The measurements of one JVM: both builds are loaded in the given order, each opens a copy of its store, reads come
 * first, then updates.
 */
public final class Pass {
    private static final int THREAD_COUNT = 2;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final PassOrder order;
    private final PrintStream out;

    private Pass(PassOrder order, PrintStream out) {
        this.order = order;
        this.out = out;
    }

    /** Carries out the order in the file named by the first argument. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        new Pass(PassOrder.read(Path.of(arguments[0])), out).run();
    }

    /** The outcomes that a pass has written. */
    static List<QueryOutcome> outcomes(Path file) throws IOException {
        return JSON.readValue(Files.readString(file), new TypeReference<List<QueryOutcome>>() {});
    }

    private void run() throws IOException {
        List<String> names = order.builds().stream()
                .map(build -> build.name() + "=" + build.library())
                .toList();
        List<UpdateTarget> targets = Peers.updateTargets(names, THREAD_COUNT);
        try {
            for (int index = 0; index < targets.size(); index++) {
                Path store = Path.of(order.builds().get(index).store());
                Path copy = store.resolveSibling(store.getFileName() + "-used");
                StoreDirectory.copy(store, copy);
                targets.get(index).open(copy, order.memoryBytes());
                targets.get(index).warm();
            }
            List<QueryOutcome> outcomes = measure(targets);
            Files.writeString(Path.of(order.result()), JSON.writeValueAsString(outcomes));
        } finally {
            targets.forEach(Peer::close);
        }
    }

    private List<QueryOutcome> measure(List<UpdateTarget> targets) throws IOException {
        Optional<KeyedNodes> nodes = KeyedNodes.find(targets.getFirst());
        Map<String, List<QueryCase>> cases = new LinkedHashMap<>();
        nodes.ifPresentOrElse(
                found -> cases.putAll(found.pointReads()),
                () -> out.println("neither point reads nor updates: no unique property in the data"));
        cases.putAll(CompareData.of(order.data(), Path.of(order.project()), out).cases());
        QueryRounds rounds = new QueryRounds(order.rounds(), order.secondsPerQuery(), order.warmupSeconds());
        List<QueryOutcome> outcomes = new ArrayList<>();
        cases.forEach((name, sets) -> {
            if (order.names().hold(name)) {
                // Point reads are short: all their keys are read however few sets of the others are asked for.
                boolean isPoint = sets.getFirst().group().equals("point");
                int count = isPoint ? sets.size() : Math.min(order.setCount(), sets.size());
                outcomes.add(rounds.measure(sets.subList(0, count), targets));
            }
        });
        if (nodes.isPresent()) {
            outcomes.addAll(
                    new ShortUpdates(nodes.get(), targets, order.rounds(), order.warmupSeconds()).run(order.names()));
        }
        return outcomes;
    }
}
