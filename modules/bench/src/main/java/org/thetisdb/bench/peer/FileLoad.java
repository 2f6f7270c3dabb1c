package org.thetisdb.bench.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.bench.peer.Peer.LoadTime;

/** A load in two steps: the snapshot is written as files that the peer can read, which is preparation, then loaded. */
final class FileLoad {
    /** Writes the files into a folder; returns what the load has to know of them. */
    interface Writing<T> {
        T write(Path folder) throws IOException;
    }

    /** Makes the store of what was written. */
    interface Loading<T> {
        void load(T written) throws IOException;
    }

    private FileLoad() {}

    /** Makes the store in the directory anew; the files are below it until it is complete. */
    static <T> LoadTime run(Path directory, Writing<T> writing, Loading<T> loading) throws IOException {
        StoreDirectory.recreate(directory);
        Path folder = Files.createDirectories(directory.resolve("csv"));
        long started = System.nanoTime();
        T files = writing.write(folder);
        long written = System.nanoTime();
        loading.load(files);
        long loaded = System.nanoTime();
        StoreDirectory.delete(folder);
        LoadTime time =
                new LoadTime(Duration.ofNanos(written - started), Duration.ofNanos(loaded - written), Duration.ZERO);
        StoreDirectory.markComplete(directory, time.toString());
        return time;
    }
}
