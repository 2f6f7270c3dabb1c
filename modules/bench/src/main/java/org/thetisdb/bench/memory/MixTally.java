package org.thetisdb.bench.memory;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts what the threads of a mix have done, by kind, and which errors they saw. Thread safe. */
final class MixTally {
    private static final class Kind {
        private final LongAdder count = new LongAdder();
        private final LongAdder failed = new LongAdder();
        private final AtomicLong worstNanos = new AtomicLong();
    }

    private final Map<String, Kind> kinds = new ConcurrentSkipListMap<>();
    private final Map<String, LongAdder> errors = new ConcurrentSkipListMap<>();

    /** Something was done. */
    void done(String name, long nanos) {
        Kind kind = kind(name);
        kind.count.increment();
        kind.worstNanos.accumulateAndGet(nanos, Math::max);
    }

    /** Something has failed. */
    void failed(String name, Throwable failure) {
        kind(name).failed.increment();
        String text = name + ": " + String.valueOf(failure.getMessage()).replaceAll("\\d+", "#");
        if (failure instanceof Error) {
            text = name + ": " + failure.getClass().getSimpleName();
        }
        errors.computeIfAbsent(text, each -> new LongAdder()).increment();
    }

    private Kind kind(String name) {
        return kinds.computeIfAbsent(name, each -> new Kind());
    }

    /** How often something was done. */
    long count(String name) {
        return kind(name).count.sum();
    }

    /** Whether anything has failed. */
    boolean hasErrors() {
        return !errors.isEmpty();
    }

    /** A line for each kind, and one for each error. */
    String lines(double seconds) {
        StringBuilder text = new StringBuilder();
        kinds.forEach((name, kind) -> text.append(String.format(
                Locale.ROOT,
                "%s: %,d, %.1f a second, longest %,d ms, failed %,d%n",
                name,
                kind.count.sum(),
                kind.count.sum() / seconds,
                kind.worstNanos.get() / 1_000_000,
                kind.failed.sum())));
        new TreeMap<>(errors).forEach((error, count) -> text.append(count.sum() + " times " + error + "\n"));
        return text.toString();
    }
}
