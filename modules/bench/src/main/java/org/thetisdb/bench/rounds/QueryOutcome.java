package org.thetisdb.bench.rounds;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.bench.harness.Spread;

/**
 * The outcome of one query: per peer the time of each round and whether its answers were right.
 *
 * @param query the query's name
 * @param group the query's group
 * @param roundMillis per peer, milliseconds per execution in each round; no entry if the peer did not finish
 * @param allocatedBytes per peer, bytes of heap that all threads took per execution, in the round that took least
 * @param verdicts per peer, {@code ok} or what was wrong
 */
public record QueryOutcome(
        String query,
        String group,
        Map<String, double[]> roundMillis,
        Map<String, Double> allocatedBytes,
        Map<String, String> verdicts) {
    /** The verdict on answers that are right. */
    public static final String OK = "ok";

    /** An outcome that is still to be filled. */
    public QueryOutcome(String query, String group) {
        this(query, group, new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    /** The median time of a peer, in milliseconds per execution. */
    public Optional<Double> medianMillis(String peer) {
        return Optional.ofNullable(roundMillis.get(peer))
                .map(millis -> Spread.of(millis).median());
    }

    /** Times of the other peer divided by times of the base, round by round. */
    public Optional<double[]> ratios(String base, String other) {
        double[] baseMillis = roundMillis.get(base);
        double[] otherMillis = roundMillis.get(other);
        if (baseMillis == null || otherMillis == null || !isOk(base) || !isOk(other)) {
            return Optional.empty();
        }
        double[] ratios = new double[Math.min(baseMillis.length, otherMillis.length)];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = otherMillis[round] / baseMillis[round];
        }
        return Optional.of(ratios);
    }

    private boolean isOk(String peer) {
        return OK.equals(verdicts.get(peer));
    }

    /** All verdicts that are not simply right. */
    public List<String> complaints() {
        return verdicts.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(OK))
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .toList();
    }
}
