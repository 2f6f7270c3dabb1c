package org.thetisdb.fuzz;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.thetisdb.fuzz.oracle.Answer;
import org.thetisdb.value.ErrorCode;

/** What became of the queries. Thread safe. */
final class Statistics {
    private final LongAdder queries = new LongAdder();
    private final LongAdder unbound = new LongAdder();
    private final LongAdder empty = new LongAdder();
    private final LongAdder declined = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder rows = new LongAdder();
    private final Map<ErrorCode, LongAdder> codes = new ConcurrentHashMap<>();

    void note(boolean bound, Answer answer) {
        queries.increment();
        if (!bound) {
            unbound.increment();
            return;
        }
        switch (answer) {
            case Answer.Rows given -> {
                rows.add(given.rows().size());
                if (given.rows().isEmpty()) {
                    empty.increment();
                }
            }
            case Answer.Failure failure -> {
                failed.increment();
                failure.code()
                        .ifPresent(code -> codes.computeIfAbsent(code, key -> new LongAdder())
                                .increment());
            }
            case Answer.Declined reason -> declined.increment();
            case Answer.Defect defect -> {}
        }
    }

    long queryCount() {
        return queries.sum();
    }

    String line(double seconds) {
        double count = Math.max(1, queries.sum());
        return String.format(
                Locale.ROOT,
                "%,d queries, %,.0f a second: %.1f %% bind, %.1f %% give rows (%.1f on average), %.1f %% end in an"
                        + " error, %.1f %% were too much for the reference",
                queries.sum(),
                queries.sum() / Math.max(0.001, seconds),
                100 * (1 - unbound.sum() / count),
                100 * (1 - (unbound.sum() + empty.sum() + failed.sum() + declined.sum()) / count),
                rows.sum() / count,
                100 * failed.sum() / count,
                100 * declined.sum() / count);
    }

    String errors() {
        Map<String, Long> sorted = new TreeMap<>();
        codes.forEach((code, count) -> sorted.put(code.code() + " " + code, count.sum()));
        return sorted.toString();
    }
}
