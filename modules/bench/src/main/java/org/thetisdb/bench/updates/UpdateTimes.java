package org.thetisdb.bench.updates;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.thetisdb.bench.harness.Spread;

/** How long the statements of one peer took. One thread. */
final class UpdateTimes {
    private final Map<String, double[]> microsByQuery = new TreeMap<>();
    private final Map<String, Integer> countByQuery = new TreeMap<>();
    private final List<Double> daySeconds = new ArrayList<>();
    private final List<Integer> dayCounts = new ArrayList<>();
    private int withoutEffect;

    /**
     * What one kind of statement took.
     *
     * @param count statements
     * @param meanMicros the mean, which sums up to the whole run
     * @param medianMicros the median
     * @param slowMicros the 99th percentile
     */
    record Kind(int count, double meanMicros, double medianMicros, double slowMicros) {}

    void add(String query, long nanos, boolean changed) {
        int count = countByQuery.merge(query, 1, Integer::sum);
        double[] micros = microsByQuery.computeIfAbsent(query, name -> new double[1024]);
        if (count > micros.length) {
            micros = Arrays.copyOf(micros, 2 * micros.length);
            microsByQuery.put(query, micros);
        }
        micros[count - 1] = nanos / 1e3;
        withoutEffect += changed ? 0 : 1;
    }

    void endDay(long nanos, int count) {
        daySeconds.add(nanos / 1e9);
        dayCounts.add(count);
    }

    Map<String, Integer> counts() {
        return countByQuery;
    }

    Kind kind(String query) {
        double[] sorted = Arrays.copyOf(
                Objects.requireNonNull(microsByQuery.get(query)), Objects.requireNonNull(countByQuery.get(query)));
        Arrays.sort(sorted);
        return new Kind(
                sorted.length,
                Arrays.stream(sorted).average().orElseThrow(),
                Spread.percentile(sorted, 50),
                Spread.percentile(sorted, 99));
    }

    int withoutEffect() {
        return withoutEffect;
    }

    int count() {
        return dayCounts.stream().mapToInt(Integer::intValue).sum();
    }

    double seconds() {
        return daySeconds.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Statements a second, day by day. */
    double[] dayRates() {
        double[] rates = new double[daySeconds.size()];
        Arrays.setAll(rates, day -> dayCounts.get(day) / daySeconds.get(day));
        return rates;
    }
}
