package org.thetisdb.bench.pressure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.bench.harness.Spread;

/** What one process wrote down: by query its times, or what went wrong. Used by one thread. */
final class PressureTimes {
    /** The name of the line of point reads. */
    static final String POINTS = "points";

    /** @param digest of the answers; what went wrong where there are no times */
    private record Outcome(String digest, Optional<Spread> millis) {}

    /**
     * Reads of keys.
     *
     * @param threads how many read
     * @param answersPerSecond of all together
     * @param medianMicros of one read
     * @param percentile99Micros of one read
     * @param missesPerSecond pages that were not in the cache
     * @param mebibytesPerSecond what the device gave
     */
    record Points(
            int threads,
            double answersPerSecond,
            double medianMicros,
            double percentile99Micros,
            double missesPerSecond,
            double mebibytesPerSecond) {}

    private final Map<String, Outcome> outcomes = new LinkedHashMap<>();
    private Optional<Points> points = Optional.empty();

    PressureTimes(List<String> lines) {
        lines.forEach(this::add);
    }

    private void add(String line) {
        String[] words = line.split("\t", -1);
        if (words[0].equals(POINTS)) {
            points = Optional.of(new Points(
                    Integer.parseInt(words[1]),
                    Double.parseDouble(words[2]),
                    Double.parseDouble(words[3]),
                    Double.parseDouble(words[4]),
                    Double.parseDouble(words[5]),
                    Double.parseDouble(words[6])));
            return;
        }
        Optional<Spread> millis = words.length < 3
                ? Optional.empty()
                : Optional.of(Spread.of(Arrays.stream(words[2].split(" "))
                        .mapToDouble(Double::parseDouble)
                        .toArray()));
        outcomes.put(words[0], new Outcome(words[1], millis));
    }

    /** The queries, in the order in which they were asked. */
    List<String> queries() {
        return List.copyOf(outcomes.keySet());
    }

    /** Milliseconds of an execution, or nothing if there was no answer. */
    Optional<Spread> millis(String query) {
        return Optional.ofNullable(outcomes.get(query)).flatMap(Outcome::millis);
    }

    /** What is wrong with a query's answer, seen from that of a process with all memory; nothing if all is well. */
    Optional<String> complaint(String query, PressureTimes whole) {
        Outcome found = outcomes.get(query);
        Outcome right = whole.outcomes.get(query);
        if (found == null || right == null) {
            return Optional.of("was not asked");
        }
        if (found.millis.isEmpty()) {
            return Optional.of(found.digest);
        }
        return found.digest.equals(right.digest) || right.millis.isEmpty()
                ? Optional.empty()
                : Optional.of("wrong: another answer than with all memory");
    }

    /** The reads of keys, if there were any. */
    Optional<Points> points() {
        return points;
    }
}
