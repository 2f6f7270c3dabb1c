package org.thetisdb.bench.sustained;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * What one store did.
 *
 * @param description of the store and how it is set up
 * @param warmupSeconds how many of the seconds do not count
 * @param perSecond commits in each second, the warm-up first
 * @param medianNanos of a commit, and so on
 * @param residentBytesMax the most that the store's processes took of the machine's memory; 0 if that is not known
 * @param storeBytes what its files take at the end
 */
record SustainedResult(
        String description,
        int warmupSeconds,
        long[] perSecond,
        long medianNanos,
        long p99Nanos,
        long p999Nanos,
        long greatestNanos,
        long residentBytesMax,
        long storeBytes) {
    /** Commits in those seconds that count. */
    long[] counted() {
        return Arrays.copyOfRange(perSecond, warmupSeconds, perSecond.length);
    }

    double mean() {
        return Arrays.stream(counted()).average().orElse(Double.NaN);
    }

    long least() {
        return Arrays.stream(counted()).min().orElse(0);
    }

    /** The share of the seconds in which there was less than half of the mean. */
    double shareBelowHalf() {
        double half = mean() / 2;
        return (double) Arrays.stream(counted()).filter(count -> count < half).count() / counted().length;
    }

    void write(Path file) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("description", description);
        properties.setProperty("warmupSeconds", String.valueOf(warmupSeconds));
        properties.setProperty(
                "perSecond", Arrays.stream(perSecond).mapToObj(String::valueOf).collect(Collectors.joining(" ")));
        properties.setProperty("medianNanos", String.valueOf(medianNanos));
        properties.setProperty("p99Nanos", String.valueOf(p99Nanos));
        properties.setProperty("p999Nanos", String.valueOf(p999Nanos));
        properties.setProperty("greatestNanos", String.valueOf(greatestNanos));
        properties.setProperty("residentBytesMax", String.valueOf(residentBytesMax));
        properties.setProperty("storeBytes", String.valueOf(storeBytes));
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
    }

    static SustainedResult read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return new SustainedResult(
                properties.getProperty("description"),
                (int) number(properties, "warmupSeconds"),
                Arrays.stream(properties.getProperty("perSecond").split(" "))
                        .mapToLong(Long::parseLong)
                        .toArray(),
                number(properties, "medianNanos"),
                number(properties, "p99Nanos"),
                number(properties, "p999Nanos"),
                number(properties, "greatestNanos"),
                number(properties, "residentBytesMax"),
                number(properties, "storeBytes"));
    }

    private static long number(Properties properties, String name) {
        return Long.parseLong(properties.getProperty(name));
    }
}
