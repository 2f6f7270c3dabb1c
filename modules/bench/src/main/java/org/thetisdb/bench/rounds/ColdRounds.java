package org.thetisdb.bench.rounds;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.thetisdb.bench.harness.StorePages;
import org.thetisdb.bench.peer.Peer;
import org.thetisdb.bench.snb.QueryCase;

/**
 * Times one query on several peers when no page of their stores is in memory, but their code is warm: before each
 * execution the system drops the store's files from its cache, and the peer opens the store anew. Only the query is
 * timed, not the opening.
 *
 * <p>A round is one execution, of the first parameter set in the first round, the second in the second, …: another one
 * in the same round would find pages of the one before.
 *
 * @param rounds at least 1
 * @param warmupSeconds how long each peer opens its store and runs all sets before the first round, at least twice
 * @param secondsPerQuery the limit of one execution
 * @param memoryBytes page cache of every peer
 * @param stores where the store of a peer is
 */
public record ColdRounds(
        int rounds, int warmupSeconds, int secondsPerQuery, long memoryBytes, Function<String, Path> stores)
        implements Rounds {
    private static final int WARMUP_TIMES_MIN = 2;

    /** {@inheritDoc} They are closed. */
    @Override
    public QueryOutcome measure(List<QueryCase> cases, List<? extends Peer> peers) {
        QueryCase first = cases.getFirst();
        QueryOutcome outcome = new QueryOutcome(first.query(), first.group());
        List<Peer> running = new ArrayList<>();
        ReferenceAnswers reference = new ReferenceAnswers(limit());
        for (Peer peer : peers) {
            Optional<String> skip = peer.skipReason(first.query());
            String verdict = skip.map(reason -> "skipped: " + reason).orElseGet(() -> warmUp(peer, cases, reference));
            outcome.verdicts().put(peer.name(), verdict);
            if (verdict.equals(QueryOutcome.OK)) {
                running.add(peer);
            }
        }
        Map<String, double[]> millis = new LinkedHashMap<>();
        running.forEach(peer -> millis.put(peer.name(), new double[rounds]));
        for (int round = 0; round < rounds; round++) {
            for (int turn = 0; turn < running.size(); turn++) {
                Peer peer = running.get((round + turn) % running.size());
                QueryCase asked = cases.get(round % cases.size());
                Objects.requireNonNull(millis.get(peer.name()))[round] = coldMillis(peer, asked);
            }
        }
        outcome.roundMillis().putAll(millis);
        return outcome;
    }

    private double coldMillis(Peer peer, QueryCase asked) {
        Path store = stores.apply(peer.name());
        try {
            if (!new StorePages(store).drop()) {
                throw new IllegalStateException("the system did not drop the pages of a store: " + store);
            }
            peer.open(store, memoryBytes);
            long started = System.nanoTime();
            execute(peer, asked);
            return (System.nanoTime() - started) / 1e6;
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot open cold: store=" + store, failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while pages are dropped: store=" + store, interrupted);
        } finally {
            peer.close();
        }
    }

    /** Runs all sets until the code is warm, opening included, and tells whether the first answers were right. */
    private String warmUp(Peer peer, List<QueryCase> cases, ReferenceAnswers reference) {
        long end = System.nanoTime() + warmupSeconds * 1_000_000_000L;
        String verdict = QueryOutcome.OK;
        for (int times = 0; times < WARMUP_TIMES_MIN || System.nanoTime() < end; times++) {
            try {
                peer.open(stores.apply(peer.name()), memoryBytes);
                verdict = times == 0 ? reference.check(peer, cases) : verdict;
                if (!verdict.equals(QueryOutcome.OK)) {
                    return verdict;
                }
                cases.forEach(each -> execute(peer, each));
            } catch (IOException failed) {
                throw new UncheckedIOException("cannot open: peer=" + peer.name(), failed);
            } finally {
                peer.close();
            }
        }
        return verdict;
    }

    private void execute(Peer peer, QueryCase asked) {
        ReferenceAnswers.ask(peer, asked, limit());
    }

    private Duration limit() {
        return Duration.ofSeconds(secondsPerQuery);
    }
}
