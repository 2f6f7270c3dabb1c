package org.thetisdb.bench.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a device does, by the program {@code fio}: random reads of 16 KiB past the system's cache. */
public final class Fio {
    private static final int READ_RATE_FIELD = 7;

    private Fio() {}

    /**
     * Reads a file again and again by io_uring.
     *
     * @param jobs how many read at a time, each for itself
     * @param depth how many reads each of them has under way
     * @return reads a second of all together; nothing where there is no {@code fio} or it could not read
     */
    public static Optional<Double> randomReads(Path file, int seconds, int jobs, int depth)
            throws InterruptedException {
        List<String> words = List.of(
                "fio",
                "--name=probe",
                "--filename=" + file,
                "--readonly",
                "--rw=randread",
                "--bs=16k",
                "--direct=1",
                "--ioengine=io_uring",
                "--iodepth=" + depth,
                "--numjobs=" + jobs,
                "--group_reporting",
                "--time_based",
                "--runtime=" + seconds,
                "--output-format=terse",
                "--terse-version=3");
        try {
            MeasuredProcess process = MeasuredProcess.run(SystemCache.folder(file), words);
            String[] fields = process.head().split(";");
            return process.succeeded() && fields.length > READ_RATE_FIELD
                    ? Optional.of(Double.parseDouble(fields[READ_RATE_FIELD]))
                    : Optional.empty();
        } catch (IOException noSuchCommand) {
            return Optional.empty();
        }
    }
}
