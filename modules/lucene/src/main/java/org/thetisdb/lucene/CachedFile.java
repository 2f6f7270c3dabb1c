package org.thetisdb.lucene;

import java.io.IOException;
import java.nio.file.Path;
import org.thetisdb.io.EpochPool;
import org.thetisdb.io.PageBatch;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.ReadEpoch;
import org.thetisdb.value.ThetisException;

/** A file of the directory with its pages, shared by all inputs that are open on it. Thread safe. */
final class CachedFile {
    private final PagedFile pages;
    private final EpochPool epochs;
    private final WantedRanges wanted = new WantedRanges();

    CachedFile(PagedFile pages, EpochPool epochs) {
        this.pages = pages;
        this.epochs = epochs;
    }

    Path path() {
        return pages.path();
    }

    PagedFile pages() {
        return pages;
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
        if (batch.isWorthIt()) {
            batch.load(epoch);
        }
        pages.ensureResident(epoch, offset, bytes);
    }
}
