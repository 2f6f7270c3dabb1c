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
 * nodes related, a relationship deleted. Both builds run the same statements, in alternating rounds. Much of the time
 * is the device's, which is why their noise is large.
 *
 * <p>Both are warmed up by turns and for as long as a query is: the first hundreds of updates are interpreted, and tell
 * of the number of bytecodes and not of what an update takes. Measured statements have the numbers from 0, those of the
 * warm-up the ones below, so that each relationship to be deleted was made, however long either was warmed up.
 */
final class ShortUpdates {
    private static final int STATEMENTS_PER_ROUND = 200;
    private static final int STATEMENTS_PER_WARMUP_TURN = 50;
    private static final String NAME_PREFIX = "update-";

    private final KeyedNodes nodes;
    private final List<UpdateTarget> targets;
    private final int rounds;
    private final int warmupSeconds;

    /** @param warmupSeconds warm-up per update and build, at least one turn */
    ShortUpdates(KeyedNodes nodes, List<UpdateTarget> targets, int rounds, int warmupSeconds) {
        this.nodes = nodes;
        this.targets = targets;
        this.rounds = rounds;
        this.warmupSeconds = warmupSeconds;
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
        warmUp(text, clients);
        for (int round = 0; round < rounds; round++) {
            for (int turn = 0; turn < clients.size(); turn++) {
                int index = (round + turn) % clients.size();
                String target = targets.get(index).name();
                long nanos = time(text, clients.get(index), round * STATEMENTS_PER_ROUND, STATEMENTS_PER_ROUND);
                Objects.requireNonNull(outcome.roundMillis().get(target))[round] = nanos / 1e6 / STATEMENTS_PER_ROUND;
            }
        }
        return outcome;
    }

    private void warmUp(String text, List<UpdateClient> clients) {
        long end = System.nanoTime() + 1_000_000_000L * warmupSeconds * clients.size();
        int first = 0;
        do {
            first -= STATEMENTS_PER_WARMUP_TURN;
            for (UpdateClient client : clients) {
                time(text, client, first, STATEMENTS_PER_WARMUP_TURN);
            }
        } while (System.nanoTime() < end);
    }

    private long time(String text, UpdateClient client, int first, int count) {
        long started = System.nanoTime();
        for (int number = first; number < first + count; number++) {
            client.update(text, Map.of("one", key(number), "other", key(number + 1), "number", Long.valueOf(number)));
        }
        return System.nanoTime() - started;
    }

    private Object key(int number) {
        return nodes.keys().get(Math.floorMod(number, nodes.keys().size()));
    }
}
