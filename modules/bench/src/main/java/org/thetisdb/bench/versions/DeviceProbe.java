package org.thetisdb.bench.versions;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The device's own rate of durable small writes: what no log that syncs each commit can exceed with one client. */
final class DeviceProbe {
    private static final int WRITE_BYTES = 512;

    private DeviceProbe() {}

    /**
     * Writes small pieces one after another into a file that is allocated already, with one fdatasync
     * after each.
     *
     * @return writes a second
     */
    static double syncsPerSecond(Path directory, int count) throws IOException {
        Path file = Files.createDirectories(directory).resolve("device-probe");
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(WRITE_BYTES);
            for (int index = 0; index < count; index++) {
                channel.write(zeros.clear(), (long) index * WRITE_BYTES);
            }
            channel.force(true);
            ByteBuffer piece = ByteBuffer.allocateDirect(WRITE_BYTES);
            long started = System.nanoTime();
            for (int index = 0; index < count; index++) {
                piece.putLong(0, index);
                channel.write(piece.clear(), (long) index * WRITE_BYTES);
                channel.force(false);
            }
            return count / ((System.nanoTime() - started) / 1e9);
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
