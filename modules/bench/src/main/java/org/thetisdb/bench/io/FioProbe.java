package org.thetisdb.bench.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.bench.harness.MeasuredProcess;
import org.thetisdb.bench.harness.SystemCache;

/** What the device does, by {@code fio}: random reads past the system's cache, 32 at a time by io_uring. One thread. */
final class FioProbe {
    private static final int READ_RATE_FIELD = 7;
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
        List<String> words = List.of(
                "fio",
                "--name=probe",
                "--filename=" + file,
                "--readonly",
                "--rw=randread",
                "--bs=16k",
                "--direct=1",
                "--ioengine=io_uring",
                "--iodepth=32",
                "--time_based",
                "--runtime=" + seconds,
                "--output-format=terse",
                "--terse-version=3");
        try {
            MeasuredProcess process = MeasuredProcess.run(SystemCache.folder(file), words);
            String[] fields = process.head().split(";");
            if (process.succeeded() && fields.length > READ_RATE_FIELD) {
                rates.add(Double.parseDouble(fields[READ_RATE_FIELD]) / IoPart.READS / MILLIS_PER_SECOND);
            }
        } catch (IOException noSuchCommand) {
            rates.clear();
        }
    }

    /** Operations of 16 reads in a millisecond, of all runs. */
    double[] rates() {
        return rates.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
