package org.thetisdb.io;

import java.util.Arrays;
import java.util.Optional;
import org.thetisdb.value.ThetisException;

/**
 * Pages of one file that are wanted soon and read together, as many at a time as the engine can. Nobody has to wait for
 * a batch: what it could not read is read, or found to be damaged, by whoever needs it.
 *
 * <p>Invariant: between {@link #load} and the next {@link #want} a batch is empty. Belongs to one thread.
 */
public final class PageBatch {
    private static final int PAGES_FIRST = 32;
    private static final int UNKNOWN = -1;
    private static final int[] NO_PAGES = {};

    /** More than a query needs that looks for some nodes and their neighbours. */
    private static final int FEW_PAGES = 256;

    private final PagedFile file;
    private final ReadBatch reads;
    private final int pageShift;
    /** Made when a page is wanted: most readers of most files never miss one. */
    private int[] pages = NO_PAGES;

    private int count;

    /** Asked once for a batch: whether commits are under way is told by the clock. */
    private int pagesMax = UNKNOWN;

    PageBatch(PagedFile file, ReadBatch reads) {
        this.file = file;
        this.reads = reads;
        this.pageShift = Integer.numberOfTrailingZeros(file.pageBytes());
    }

    /**
     * Adds those pages of a range that are not in memory, as far as there is room for more. The last page of a foreign
     * file, which is not whole, is left to whoever needs it.
     *
     * @param offset the first byte, from the file's start, inside its data pages
     * @param bytes at least 1
     * @return whether any was added that had not been before
     */
    public boolean want(long offset, long bytes) {
        int before = count;
        int last = Math.min((int) ((offset + bytes - 1) >> pageShift), file.wholePageCount() - 1);
        for (int page = (int) (offset >> pageShift); page <= last && !isFull(); page++) {
            if (file.states().get(page) == PageStates.EVICTED && !isMet(page)) {
                add(page);
            }
        }
        return count > before;
    }

    /** The pages are few, and what is wanted again was most often wanted just before. */
    private boolean isMet(int page) {
        int index = count - 1;
        while (index >= 0 && pages[index] != page) {
            index--;
        }
        return index >= 0;
    }

    private void add(int page) {
        if (count == pages.length) {
            pages = Arrays.copyOf(pages, Math.max(PAGES_FIRST, 2 * count));
        }
        pages[count++] = page;
    }

    /** {@return whether no more pages are taken} */
    public boolean isFull() {
        if (pagesMax == UNKNOWN) {
            pagesMax = file.batchPagesMax();
        }
        return count >= pagesMax;
    }

    /** {@return whether more than one page is wanted, so that there is something to be read together} */
    public boolean isWorthIt() {
        return count > 1;
    }

    /** Forgets what was wanted. */
    public void clear() {
        count = 0;
        pagesMax = UNKNOWN;
    }

    /**
     * Reads the pages that nobody else is reading; returns when they are there. Who has read much ahead lets commits go
     * first, who looks for a few rows does not.
     *
     * @param epoch the calling thread's, entered
     */
    public void load(ReadEpoch epoch) {
        if (epoch.readAhead() > FEW_PAGES) {
            file.commitGate().await();
        }
        long bytes = claimTo(reads);
        if (bytes > 0) {
            file.fill(reads, bytes);
            epoch.countAhead((int) (bytes >> pageShift), bytes);
        }
    }

    /**
     * Has the pages that nobody else is reading read by another thread, while this one goes on: who needs one of them
     * before it is there waits for it. Does nothing if that thread has enough to do.
     *
     * @return what is being read, for {@link PagedFile#pass}; nothing if nothing is
     */
    public Optional<ReadBatch> loadBehind() {
        if (count == 0 || file.behind().isBusy()) {
            clear();
            return Optional.empty();
        }
        ReadBatch own = file.newReads();
        long bytes = claimTo(own);
        if (bytes == 0) {
            return Optional.empty();
        }
        file.behind().run(() -> fillBehind(own, bytes));
        return Optional.of(own);
    }

    private void fillBehind(ReadBatch own, long bytes) {
        try {
            file.commitGate().await();
            file.fill(own, bytes);
        } catch (ThetisException _) {
            // The pages are as they were: whoever needs one reads it, and gets the error.
        }
    }

    /** Claims what is wanted, and forgets it; returns how many bytes are to be read. */
    private long claimTo(ReadBatch batch) {
        Arrays.sort(pages, 0, count);
        batch.clear();
        // A page that is claimed must come to fill, whatever happens.
        batch.reserve(count);
        long bytes = 0;
        int index = 0;
        while (index < count) {
            int first = pages[index];
            int end = claimRun(index);
            int claimed = end == index ? 0 : pages[end - 1] + 1 - first;
            if (claimed > 0) {
                batch.add((long) first << pageShift, claimed << pageShift);
                bytes += (long) claimed << pageShift;
            }
            index = Math.max(end, index + 1);
        }
        clear();
        return bytes;
    }

    /** Claims neighbours from a page on, the same page twice as one; returns the index after the last one claimed. */
    private int claimRun(int from) {
        int end = from;
        int pagesMax = PagedFile.READ_BYTES_MAX >> pageShift;
        while (end < count && pages[end] < pages[from] + pagesMax) {
            boolean isMet = end > from && pages[end] == pages[end - 1];
            boolean isNext = end == from || pages[end] == pages[end - 1] + 1;
            if (!isMet && !(isNext && file.claim(pages[end]))) {
                break;
            }
            end++;
        }
        return end;
    }
}
