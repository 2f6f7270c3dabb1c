package org.thetisdb.bench.io;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.bench.harness.Fio;

/** What the device does, by {@code fio}: random reads past the system's cache, 32 at a time by io_uring. One thread. */
final class FioProbe {
    private static final int DEPTH = 32;
    private static final double MILLIS_PER_SECOND = 1000;

    private final Path file;
    private final int seconds;
    private final List<Double> rates = new ArrayList<>();

    FioProbe(Path file, int seconds) {
        this.file = file;
        this.seconds = seconds;
    }

    /** Reads 16 KiB again and again; nothing happens where there is no {@code fio}. */
    void run() throws InterruptedException {
        Fio.randomReads(file, seconds, 1, DEPTH).ifPresent(rate -> rates.add(rate / IoPart.READS / MILLIS_PER_SECOND));
    }

    /** Operations of 16 reads in a millisecond, of all runs. */
    double[] rates() {
        return rates.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
