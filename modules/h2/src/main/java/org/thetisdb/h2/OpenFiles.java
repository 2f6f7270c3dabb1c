package org.thetisdb.h2;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.thetisdb.io.EpochPool;
import org.thetisdb.io.PageCache;

/**
 * The files that channels are open on, each in memory once, so that what one channel writes another one reads. A name
 * that is deleted or renamed belongs to another file from then on; channels keep what they have opened. Thread safe.
 */
final class OpenFiles {
    private final PageCache cache;
    private final int pageBytes;
    private final EpochPool epochs;
    private final BufferPool buffers = new BufferPool();
    private final Map<Path, SharedFile> byPath = new HashMap<>();
    private final Map<SharedFile, Integer> channelCounts = new HashMap<>();

    OpenFiles(PageCache cache, int pageBytes) {
        this.cache = cache;
        this.pageBytes = pageBytes;
        this.epochs = new EpochPool(cache);
    }

    /**
     * Begins the use of a file by one channel; to be {@linkplain #release released}.
     *
     * @param path absolute and without links
     * @param channel open on it
     */
    synchronized SharedFile open(Path path, FileChannel channel) throws IOException {
        long sizeBytes = channel.size();
        SharedFile file = byPath.get(path);
        if (file == null || file.sizeBytes(channel) != sizeBytes) {
            // Another length is another file, which somebody has put there past us.
            file = new SharedFile(path, cache, epochs, buffers, pageBytes, sizeBytes);
            byPath.put(path, file);
        }
        channelCounts.merge(file, 1, Integer::sum);
        return file;
    }

    /** Ends the use by one channel; with the last one, pages and descriptor are released. */
    synchronized void release(SharedFile file) {
        if (channelCounts.merge(file, -1, (count, minusOne) -> count + minusOne == 0 ? null : count + minusOne)
                != null) {
            return;
        }
        byPath.values().remove(file);
        file.close();
        if (channelCounts.isEmpty()) {
            epochs.closeIdle();
            buffers.clear();
        }
    }

    /** Whether a channel is open on what the name now names. */
    synchronized boolean isOpen(Path path) {
        return byPath.containsKey(path);
    }

    /** Whoever opens the name next gets what it then names. */
    synchronized void forget(Path path) {
        byPath.remove(path);
    }
}
