package org.thetisdb.bench.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.thetisdb.bench.peer.UpdateClient;
import org.thetisdb.bench.peer.UpdateTarget;
import org.thetisdb.bench.rounds.QueryOutcome;

/**
 * Short updates, each a transaction of its own that is durable when it returns: a property is set, a node made, two
 * nodes related, a node deleted. Both builds run the same statements, in alternating rounds. Much of the time is the
 * device's, which is why their noise is large.
 */
final class ShortUpdates {
    private static final int STATEMENTS_PER_ROUND = 50;
    private static final String NAME_PREFIX = "update-";

    private final KeyedNodes nodes;
    private final List<UpdateTarget> targets;
    private final int rounds;

    ShortUpdates(KeyedNodes nodes, List<UpdateTarget> targets, int rounds) {
        this.nodes = nodes;
        this.targets = targets;
        this.rounds = rounds;
    }

    /** The updates by name; their parameters are {@code one}, {@code other} (keys) and {@code number}. */
    private Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(NAME_PREFIX + "set", "MATCH " + nodes.pattern("n", "one") + " SET n.comparedNumber = $number");
        texts.put(NAME_PREFIX + "create", "CREATE (:Compared {number: $number})");
        texts.put(
                NAME_PREFIX + "relate",
                "MATCH " + nodes.pattern("a", "one") + " MATCH " + nodes.pattern("b", "other")
                        + " CREATE (a)-[:COMPARED {number: $number}]->(b)");
        texts.put(
                NAME_PREFIX + "delete",
                "MATCH " + nodes.pattern("n", "one") + "-[r:COMPARED {number: $number}]->() DELETE r");
        return texts;
    }

    /** Runs those that are wanted; one client for each build. */
    List<QueryOutcome> run(QueryNames names) {
        List<QueryOutcome> outcomes = new ArrayList<>();
        List<UpdateClient> clients = targets.stream().map(UpdateTarget::client).toList();
        try {
            texts().forEach((name, text) -> {
                if (names.hold(name)) {
                    outcomes.add(measure(name, text, clients));
                }
            });
        } finally {
            clients.forEach(UpdateClient::close);
        }
        return outcomes;
    }

    private QueryOutcome measure(String name, String text, List<UpdateClient> clients) {
        QueryOutcome outcome = new QueryOutcome(name, "update");
        for (UpdateTarget target : targets) {
            outcome.verdicts().put(target.name(), QueryOutcome.OK);
            outcome.roundMillis().put(target.name(), new double[rounds]);
        }
        // The first round is the warm-up, and is not counted.
        for (int round = -1; round < rounds; round++) {
            for (int turn = 0; turn < clients.size(); turn++) {
                int index = Math.floorMod(round + turn, clients.size());
                double millis = timeRound(text, clients.get(index), round + 1);
                if (round >= 0) {
                    String target = targets.get(index).name();
                    Objects.requireNonNull(outcome.roundMillis().get(target))[round] = millis;
                }
            }
        }
        return outcome;
    }

    private double timeRound(String text, UpdateClient client, int round) {
        long started = System.nanoTime();
        for (int index = 0; index < STATEMENTS_PER_ROUND; index++) {
            int number = round * STATEMENTS_PER_ROUND + index;
            client.update(text, Map.of("one", key(number), "other", key(number + 1), "number", Long.valueOf(number)));
        }
        return (System.nanoTime() - started) / 1e6 / STATEMENTS_PER_ROUND;
    }

    private Object key(int number) {
        return nodes.keys().get(number % nodes.keys().size());
    }
}
