package org.thetisdb.io;

import java.lang.foreign.MemorySegment;
import org.thetisdb.io.address.AddressRange;
import org.thetisdb.io.address.HugeRegions;
import org.thetisdb.io.system.IoErrors;
import org.thetisdb.value.ThetisException;

/**
 * Brings pages of one file into memory that its caller has made BUSY: makes room, reads, compares checksums, and ends
 * their business. Any thread, each for the pages that it has claimed.
 *
 * <p>Invariant: when a method returns or throws, none of the pages that it was given is BUSY.
 */
final class PageFilling {
    private final PageCache cache;
    private final ReadableFile file;
    private final long dataBytes;
    private final AddressRange addresses;
    private final PageStates states;
    private final HugeRegions regions;
    private final PageChecksums checksums;
    private final int pageShift;

    /** @param dataBytes what there is to be read; of a foreign file's last page a part */
    PageFilling(
            PageCache cache,
            ReadableFile file,
            long dataBytes,
            AddressRange addresses,
            PageStates states,
            HugeRegions regions,
            PageChecksums checksums) {
        this.cache = cache;
        this.file = file;
        this.dataBytes = dataBytes;
        this.addresses = addresses;
        this.states = states;
        this.regions = regions;
        this.checksums = checksums;
        this.pageShift = Integer.numberOfTrailingZeros(checksums.pageBytes());
    }

    /**
     * Reads neighbours that are wanted now.
     *
     * @throws ThetisException if they cannot be read, or one is damaged; then they are as they were
     */
    void fill(int firstPage, int count) {
        long offset = (long) firstPage << pageShift;
        long bytes = (long) count << pageShift;
        boolean filled = false;
        try {
            cache.evictor().expect(bytes);
            cache.evictor().makeRoom();
            read(offset, addresses.memory().asSlice(offset, bytes));
            verify(offset, bytes);
            filled = true;
        } finally {
            finish(offset, bytes, filled ? PageStates.REFERENCED : PageStates.EVICTED);
        }
    }

    /** Fills pages; what lies beyond the end of a foreign file stays as it is. */
    private void read(long offset, MemorySegment pages) {
        long bytes = Math.min(pages.byteSize(), dataBytes - offset);
        if (bytes == pages.byteSize()) {
            file.readFully(offset, pages);
            return;
        }
        long doneBytes = 0;
        while (doneBytes < bytes) {
            // Whole pages are asked for, since that is what some engines can read.
            long count = file.read(offset + doneBytes, pages.asSlice(doneBytes));
            if (count <= 0) {
                throw IoErrors.truncated(file.path(), dataBytes, offset + doneBytes);
            }
            doneBytes += count;
        }
    }

    /**
     * Reads claimed pages together, and publishes each range as it comes; those that cannot be read are as they were,
     * and whoever needs them is told why.
     */
    void fill(ReadBatch batch, long totalBytes) {
        try {
            cache.evictor().expect(totalBytes);
            readAndPublish(batch);
        } finally {
            batch.settleAll();
            for (int range = batch.nextSettled(); range >= 0; range = batch.nextSettled()) {
                batch.takeSettled();
                finish(batch.offset(range), batch.bytes(range), PageStates.EVICTED);
            }
        }
        int pages = (int) (totalBytes >> pageShift);
        cache.countMisses(pages, totalBytes);
        cache.countAhead(pages);
    }

    private void readAndPublish(ReadBatch batch) {
        try (ReadBatch.UnderWay underWay = file.begin(batch)) {
            // The device is at it, and this thread would have to wait.
            cache.evictor().makeRoom();
            boolean hasMore = true;
            while (hasMore) {
                hasMore = underWay.advance();
                publish(batch);
            }
        }
        batch.settleAll();
        publish(batch);
    }

    private void publish(ReadBatch batch) {
        for (int range = batch.nextSettled(); range >= 0; range = batch.nextSettled()) {
            byte state = isSound(batch, range) ? PageStates.AHEAD : PageStates.EVICTED;
            batch.takeSettled();
            finish(batch.offset(range), batch.bytes(range), state);
        }
    }

    private boolean isSound(ReadBatch batch, int range) {
        if (batch.problem(range) != null) {
            return false;
        }
        try {
            verify(batch.offset(range), batch.bytes(range));
            return true;
        } catch (ThetisException _) {
            // Whoever needs the page reads it again, and gets the error.
            return false;
        }
    }

    private void verify(long offset, long bytes) {
        long pageBytes = 1L << pageShift;
        for (long page = offset; page < offset + bytes; page += pageBytes) {
            checksums.verify((int) (page >> pageShift), addresses.memory().asSlice(page, pageBytes));
        }
    }

    private void finish(long offset, long bytes, byte state) {
        if (state == PageStates.EVICTED) {
            cache.evictor().forget(bytes);
            addresses.discard(offset, bytes);
        }
        int first = (int) (offset >> pageShift);
        int count = (int) (bytes >> pageShift);
        if (state != PageStates.EVICTED) {
            regions.arrive(first, count);
        }
        for (int page = first; page < first + count; page++) {
            cache.waiters().release(states, page, state);
        }
    }
}
