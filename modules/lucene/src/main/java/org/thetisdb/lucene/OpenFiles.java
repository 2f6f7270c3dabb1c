package org.thetisdb.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.thetisdb.io.EpochPool;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PagedFile;
import org.thetisdb.value.ThetisException;

/**
 * The files of a directory that inputs are open on, each in memory once. A name that is deleted, renamed or written
 * belongs to another file from then on; inputs keep what they have opened. Thread safe.
 */
final class OpenFiles {
    private final PageCache cache;
    private final EpochPool epochs;
    private final int pageBytes;
    private final Map<String, CachedFile> byName = new HashMap<>();
    private final Map<CachedFile, Integer> inputCounts = new HashMap<>();

    OpenFiles(PageCache cache, EpochPool epochs, int pageBytes) {
        this.cache = cache;
        this.epochs = epochs;
        this.pageBytes = pageBytes;
    }

    /**
     * Opens a file, or shares it with who has it open.
     *
     * @param name in the directory
     * @param file where it is
     * @param sizeBytes its length now: if what is open is of another length, it is another file
     */
    synchronized CachedFile open(String name, Path file, long sizeBytes) throws IOException {
        CachedFile known = byName.get(name);
        if (known == null || known.pages().dataBytes() != sizeBytes) {
            known = new CachedFile(openPages(file), epochs, cache);
            byName.put(name, known);
        }
        inputCounts.merge(known, 1, Integer::sum);
        return known;
    }

    private PagedFile openPages(Path file) throws IOException {
        try {
            return cache.openForeign(file, pageBytes);
        } catch (ThetisException problem) {
            throw LuceneErrors.of(problem, file);
        }
    }

    /** Ends the use by one input; with the last one, the file is closed. */
    synchronized void close(CachedFile file) {
        if (inputCounts.merge(file, -1, (count, minusOne) -> count + minusOne == 0 ? null : count + minusOne) == null) {
            byName.values().remove(file);
            file.pages().close();
        }
    }

    /** Whoever opens the name next gets what it then names. */
    synchronized void forget(String name) {
        byName.remove(name);
    }
}
