package org.thetisdb.bench.harness;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process that has ended, with what it took.
 *
 * @param exitCode 0 if all went well; 137 if the system has killed it
 * @param seconds from its start to its end
 * @param residentBytes the most of its memory that was resident, by the system; 0 where the system does not tell
 * @param head the first bytes of its standard output, as text
 * @param outputBytes the length of its standard output
 * @param errors its standard error
 */
public record MeasuredProcess(
        int exitCode, double seconds, long residentBytes, String head, long outputBytes, String errors) {
    private static final int HEAD_BYTES = 4096;

    /** The system forgets the peak when a process ends, so it is read often. */
    private static final long LOOK_MILLIS = 20;

    /**
     * Runs a command to its end. Its standard output is read and dropped but for the begin.
     *
     * @param directory where it runs
     * @throws IOException if there is no such command
     */
    public static MeasuredProcess run(Path directory, List<String> words) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("thetis-bench", ".log");
        try {
            ProcessBuilder builder = new ProcessBuilder(words)
                    .directory(directory.toFile())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectError(errors.toFile());
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            long started = System.nanoTime();
            Process process = builder.start();
            try {
                Drain drain = new Drain(process.getInputStream());
                Thread reader = Thread.ofPlatform().daemon().start(drain);
                long resident = 0;
                boolean ended = false;
                while (!ended) {
                    resident = Math.max(resident, ResidentMemory.peakBytes(process.pid()));
                    ended = process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                }
                double seconds = (System.nanoTime() - started) / 1e9;
                reader.join();
                return new MeasuredProcess(
                        process.exitValue(),
                        seconds,
                        resident,
                        drain.head(),
                        drain.bytes,
                        Files.readString(errors).strip());
            } finally {
                process.destroy();
            }
        } finally {
            Files.delete(errors);
        }
    }

    /** Whether it ended well. */
    public boolean succeeded() {
        return exitCode == 0;
    }

    /** Reads a stream to its end. */
    private static final class Drain implements Runnable {
        private final InputStream stream;
        private final byte[] head = new byte[HEAD_BYTES];
        private long bytes;

        Drain(InputStream stream) {
            this.stream = stream;
        }

        @Override
        public void run() {
            byte[] buffer = new byte[1 << 16];
            try {
                for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
                    if (bytes < HEAD_BYTES) {
                        System.arraycopy(buffer, 0, head, (int) bytes, (int) Math.min(count, HEAD_BYTES - bytes));
                    }
                    bytes += count;
                }
            } catch (IOException closed) {
                bytes = Math.max(bytes, 0);
            }
        }

        String head() {
            return new String(head, 0, (int) Math.min(bytes, HEAD_BYTES), StandardCharsets.UTF_8).strip();
        }
    }
}
