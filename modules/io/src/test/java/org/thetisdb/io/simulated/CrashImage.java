package org.thetisdb.io.simulated;

/**
 * What may be on the device after a crash.
 *
 * @param eventCount how many events came before the crash; what was acknowledged when the file system had counted no
 *     more than that must be there
 * @param imageNumber with the event count and the seed it names the image
 * @param fileSystem holds the image; all in it is on the device
 */
public record CrashImage(long seed, int eventCount, int imageNumber, String mode, SimulatedFileSystem fileSystem) {
    /** For failure messages. */
    @Override
    public String toString() {
        return "seed=" + seed + ", eventCount=" + eventCount + ", imageNumber=" + imageNumber + ", mode=" + mode;
    }
}
