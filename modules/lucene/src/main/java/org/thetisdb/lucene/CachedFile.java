package org.thetisdb.lucene;

import java.io.IOException;
import java.nio.file.Path;
import org.thetisdb.io.EpochPool;
import org.thetisdb.io.PageBatch;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.ReadEpoch;
import org.thetisdb.value.ThetisException;

/** A file of the directory with its pages, shared by all inputs that are open on it. Thread safe. */
final class CachedFile {
    private static final long NEVER = -1;

    /** One question of so many for each of its pages looks at them, which takes eight at a time. */
    private static final int PAGES_PER_QUESTION = 64;

    private final PagedFile pages;
    private final EpochPool epochs;
    private final WantedRanges wanted = new WantedRanges();
    private final Surroundings surroundings;

    private volatile long wholeInvalidations = NEVER;
    // Of all threads, without care: one more or less does not matter.
    private int questions;

    CachedFile(PagedFile pages, EpochPool epochs, PageCache cache) {
        this.pages = pages;
        this.epochs = epochs;
        this.surroundings = new Surroundings(cache, pages.dataBytes());
    }

    Path path() {
        return pages.path();
    }

    PagedFile pages() {
        return pages;
    }

    /**
     * Whether all of the file is in memory, and will be as long as the count of its invalidations stays. A file that
     * has become so is not found to be at once, but after some questions.
     *
     * @param invalidations the count as it is now
     */
    boolean isWhole(long invalidations) {
        if (wholeInvalidations == invalidations) {
            return true;
        }
        if (questions++ % (1 + pages.dataBytes() / pages.pageBytes() / PAGES_PER_QUESTION) != 0) {
            return false;
        }
        boolean isWhole = pages.readableEnd(0, pages.dataBytes()) == pages.dataBytes();
        if (isWhole) {
            wholeInvalidations = invalidations;
        }
        return isWhole;
    }

    /**
     * Notes that bytes will be wanted soon; nothing, if they are in memory.
     *
     * @param offset from the file's start
     * @param bytes at least 1, all in the file
     */
    void prefetch(long offset, long bytes) {
        if (pages.readableEnd(offset, offset + bytes) < offset + bytes) {
            wanted.add(offset, bytes);
        }
    }

    /**
     * Brings bytes into memory, where they stay until the epoch that is returned is {@linkplain #release released}.
     *
     * @param offset from the file's start
     * @param bytes at least 1, all in the file
     * @param limit where the input ends that asks
     * @param ahead decides what is read as well, if they are read
     */
    ReadEpoch hold(long offset, long bytes, long limit, ReadAhead ahead) throws IOException {
        ReadEpoch epoch = epochs.enter();
        boolean held = false;
        try {
            if (!pages.isResident(epoch, offset, bytes)) {
                load(epoch, offset, bytes, ahead.next(offset, bytes, limit, pages.pageBytes()));
            }
            held = true;
            return epoch;
        } catch (ThetisException problem) {
            throw LuceneErrors.of(problem, path());
        } finally {
            if (!held) {
                epochs.exit(epoch);
            }
        }
    }

    void release(ReadEpoch epoch) {
        epochs.exit(epoch);
    }

    /** What is missing, what follows and what was announced, in one batch; then, for certain, what is missing. */
    private void load(ReadEpoch epoch, long offset, long bytes, long aheadEnd) {
        PageBatch batch = pages.batch();
        batch.want(offset, aheadEnd - offset);
        wanted.moveTo(batch);
        surroundings.want(batch, offset);
        if (batch.isWorthIt()) {
            batch.load(epoch);
        }
        pages.ensureResident(epoch, offset, bytes);
    }
}
