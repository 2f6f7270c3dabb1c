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
    private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();

    void note(boolean bound, Answer answer) {
        queries.increment();
        if (!bound) {
            unbound.increment();
            if (answer instanceof Answer.Failure failure) {
                String words = failure.message().replaceAll("[:;,].*", "").replaceAll("\\d+", "0");
                count("unbound " + failure.code().map(ErrorCode::code).orElse("") + " " + words);
            }
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
                failure.code().ifPresent(code -> count(code.code() + " " + code));
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

    private void count(String error) {
        errors.computeIfAbsent(error, key -> new LongAdder()).increment();
    }

    /** How often each error was the answer, one a line. */
    String errors() {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(errors)
                .forEach((error, count) -> text.append("  ")
                        .append(count)
                        .append(" times ")
                        .append(error)
                        .append('\n'));
        return text.toString();
    }
}
