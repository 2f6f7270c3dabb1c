package org.thetisdb.io;

import java.util.Arrays;

/**
 * Pages of one file that are wanted soon and read together, as many at a time as the engine can. Nobody has to wait for
 * a batch: what it could not read is read, or found to be damaged, by whoever needs it.
 *
 * <p>Invariant: between {@link #load} and the next {@link #want} a batch is empty. Belongs to one thread.
 */
public final class PageBatch {
    private static final int PAGES_FIRST = 32;
    private static final int[] NO_PAGES = {};

    private final PagedFile file;
    private final ReadBatch reads;
    private final int pageShift;
    /** Made when a page is wanted: most readers of most files never miss one. */
    private int[] pages = NO_PAGES;

    private int count;

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
     */
    public void want(long offset, long bytes) {
        int last = Math.min((int) ((offset + bytes - 1) >> pageShift), file.wholePageCount() - 1);
        for (int page = (int) (offset >> pageShift); page <= last && !isFull(); page++) {
            boolean isMet = count > 0 && pages[count - 1] == page;
            if (!isMet && file.states().get(page) == PageStates.EVICTED) {
                add(page);
            }
        }
    }

    private void add(int page) {
        if (count == pages.length) {
            pages = Arrays.copyOf(pages, Math.max(PAGES_FIRST, 2 * count));
        }
        pages[count++] = page;
    }

    /** {@return whether no more pages are taken} */
    public boolean isFull() {
        return count >= file.batchPagesMax();
    }

    /** {@return whether more than one page is wanted, so that there is something to be read together} */
    public boolean isWorthIt() {
        return count > 1;
    }

    /** Forgets what was wanted. */
    public void clear() {
        count = 0;
    }

    /**
     * Reads the pages that nobody else is reading; returns when they are there.
     *
     * @param epoch the calling thread's, entered
     */
    public void load(ReadEpoch epoch) {
        Arrays.sort(pages, 0, count);
        reads.clear();
        // A page that is claimed must come to fill, whatever happens.
        reads.reserve(count);
        long bytes = 0;
        int index = 0;
        while (index < count) {
            int first = pages[index];
            int end = claimRun(index);
            int claimed = end == index ? 0 : pages[end - 1] + 1 - first;
            if (claimed > 0) {
                reads.add((long) first << pageShift, claimed << pageShift);
                bytes += (long) claimed << pageShift;
            }
            index = Math.max(end, index + 1);
        }
        count = 0;
        if (bytes > 0) {
            file.fill(reads, epoch, bytes);
        }
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
