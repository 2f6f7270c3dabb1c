package org.thetisdb.bench.rounds;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.thetisdb.bench.peer.Peer;
import org.thetisdb.bench.snb.QueryCase;

/**
 * Times one query on several peers. Every peer's answers are checked once, every peer is warmed up, then rounds are run
 * in which the peers take turns; which one begins changes from round to round.
 *
 * <p>A round runs all parameter sets of the query, as often as it takes to fill {@link #ROUND_NANOS_MIN}, so that short
 * queries are not measured by the clock's resolution. Time covers running and fetching all rows as Java values; the
 * comparison of answers is outside it.
 *
 * @param rounds rounds at most, at least 1
 * @param secondsPerQuery rounds stop when one query has taken this long in all; also the limit of one execution
 * @param warmupSeconds warm-up per query and peer, at most this long
 */
public record QueryRounds(int rounds, int secondsPerQuery, int warmupSeconds) implements Rounds {
    private static final long ROUND_NANOS_MIN = 100_000_000L;
    private static final int REPETITIONS_MAX = 20_000;
    /** A query that passed its check within the limit asked for is measured even if it then takes a bit longer. */
    private static final Duration MEASURED_LIMIT = Duration.ofMinutes(10);

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** {@inheritDoc} They are open. */
    @Override
    public QueryOutcome measure(List<QueryCase> cases, List<? extends Peer> peers) {
        QueryCase first = cases.getFirst();
        QueryOutcome outcome = new QueryOutcome(first.query(), first.group());
        List<Peer> running = new ArrayList<>();
        Map<String, Integer> repetitions = new LinkedHashMap<>();
        ReferenceAnswers reference = new ReferenceAnswers(Duration.ofSeconds(secondsPerQuery));
        for (Peer peer : peers) {
            Optional<String> skip = peer.skipReason(first.query());
            if (skip.isPresent()) {
                outcome.verdicts().put(peer.name(), "skipped: " + skip.get());
                continue;
            }
            long started = System.nanoTime();
            String verdict = reference.check(peer, cases);
            outcome.verdicts().put(peer.name(), verdict);
            if (verdict.equals(QueryOutcome.OK)) {
                repetitions.put(peer.name(), warmUp(peer, cases, System.nanoTime() - started));
                running.add(peer);
            }
        }
        runRounds(cases, running, repetitions, outcome);
        return outcome;
    }

    /**
     * Runs all sets until the warm-up time is over, the check counted in; returns how often a round should repeat them.
     */
    private int warmUp(Peer peer, List<QueryCase> cases, long checkNanos) {
        long end = System.nanoTime() + warmupSeconds * 1_000_000_000L - checkNanos;
        long fastest = checkNanos;
        while (System.nanoTime() < end) {
            fastest = Math.min(fastest, timeOnce(peer, cases, 1));
        }
        return Math.clamp(ROUND_NANOS_MIN / Math.max(fastest, 1), 1, REPETITIONS_MAX);
    }

    private static long timeOnce(Peer peer, List<QueryCase> cases, int repetitions) {
        long started = System.nanoTime();
        for (int repetition = 0; repetition < repetitions; repetition++) {
            for (QueryCase queryCase : cases) {
                ReferenceAnswers.ask(peer, queryCase, MEASURED_LIMIT);
            }
        }
        return System.nanoTime() - started;
    }

    private void runRounds(
            List<QueryCase> cases, List<Peer> peers, Map<String, Integer> repetitions, QueryOutcome outcome) {
        if (peers.isEmpty()) {
            return;
        }
        Map<String, double[]> millis = new LinkedHashMap<>();
        peers.forEach(peer -> millis.put(peer.name(), new double[rounds]));
        long end = System.nanoTime() + secondsPerQuery * 1_000_000_000L;
        int round = 0;
        do {
            for (int turn = 0; turn < peers.size(); turn++) {
                Peer peer = peers.get((round + turn) % peers.size());
                int repeat = Objects.requireNonNull(repetitions.get(peer.name()));
                long allocated = THREADS.getTotalThreadAllocatedBytes();
                Objects.requireNonNull(millis.get(peer.name()))[round] =
                        timeOnce(peer, cases, repeat) / 1e6 / repeat / cases.size();
                double bytes = (double) (THREADS.getTotalThreadAllocatedBytes() - allocated) / repeat / cases.size();
                outcome.allocatedBytes().merge(peer.name(), bytes, Math::min);
            }
            round++;
        } while (round < rounds && System.nanoTime() < end);
        int roundCount = round;
        millis.forEach((peer, times) -> outcome.roundMillis().put(peer, Arrays.copyOf(times, roundCount)));
    }
}
