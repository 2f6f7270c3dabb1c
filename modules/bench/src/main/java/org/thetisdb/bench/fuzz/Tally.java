package org.thetisdb.bench.fuzz;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What Neo4j did with the queries that it was given. Thread safe. */
final class Tally {
    private static final int SHOWN_REASONS = 40;

    private final LongAdder asked = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final Map<String, LongAdder> declined = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> failed = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> worded = new ConcurrentHashMap<>();

    void noteAnswered() {
        asked.increment();
        answered.increment();
    }

    void noteDeclined(String reason) {
        asked.increment();
        declined.computeIfAbsent(reason, key -> new LongAdder()).increment();
    }

    void noteFailed(String status) {
        asked.increment();
        failed.computeIfAbsent(status, key -> new LongAdder()).increment();
    }

    /** In addition to its outcome: the query was reworded for Neo4j. */
    void noteWorded(String reason) {
        worded.computeIfAbsent(reason, key -> new LongAdder()).increment();
    }

    /** Counts, the most frequent reasons first. */
    String text() {
        double count = Math.max(1, asked.sum());
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "Neo4j was given %,d queries, those of shrinking included: %.1f %% give rows, %.1f %% end in an error,"
                        + " %.1f %% are declined%n",
                asked.sum(),
                100 * answered.sum() / count,
                100 * sum(failed) / count,
                100 * sum(declined) / count));
        lines(text, "error: ", failed, count);
        lines(text, "declined: ", declined, count);
        lines(text, "in other words: ", worded, count);
        return text.toString();
    }

    private static long sum(Map<String, LongAdder> counts) {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }

    private static void lines(StringBuilder text, String head, Map<String, LongAdder> counts, double all) {
        List<Map.Entry<String, LongAdder>> sorted = new ArrayList<>(counts.entrySet());
        sorted.sort(Comparator.comparingLong(entry -> -entry.getValue().sum()));
        for (Map.Entry<String, LongAdder> entry : sorted.subList(0, Math.min(SHOWN_REASONS, sorted.size()))) {
            text.append(String.format(
                    Locale.ROOT, "  %6.2f %%  %s%s%n", 100 * entry.getValue().sum() / all, head, entry.getKey()));
        }
    }
}
