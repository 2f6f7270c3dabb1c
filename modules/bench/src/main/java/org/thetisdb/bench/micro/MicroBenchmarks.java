package org.thetisdb.bench.micro;

import java.io.IOException;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the micro-benchmarks of this package. */
public final class MicroBenchmarks {
    private MicroBenchmarks() {}

    /**
     * Runs those whose name matches.
     *
     * @param regex part of a benchmark's name, for instance {@code PageAccess}
     * @throws IOException if JMH could not run them
     */
    public static void run(String regex) throws IOException {
        try {
            new Runner(new OptionsBuilder()
                            .include(MicroBenchmarks.class.getPackageName() + ".*" + regex)
                            .addProfiler(GCProfiler.class)
                            .jvmArgs("-Xmx1g", "--enable-native-access=ALL-UNNAMED")
                            .build())
                    .run();
        } catch (RunnerException failure) {
            throw new IOException("the micro-benchmarks could not be run: regex=" + regex, failure);
        }
    }
}
