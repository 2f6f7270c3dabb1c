package org.thetisdb.storage;

/**
 * What became of the pages that a reader asked for. Immutable.
 *
 * @param hits that were in the page cache
 * @param misses that had to be read
 * @param ahead of the misses, those that were read together with others, before they were asked for
 * @param aheadUsed of the pages read ahead, also of those that another thread has read, the ones that this reader was
 *     the first to ask for
 */
public record PageCounts(long hits, long misses, long ahead, long aheadUsed) {
    /** No page was asked for. */
    public static final PageCounts NONE = new PageCounts(0, 0, 0, 0);

    /** {@return both together} */
    public PageCounts plus(PageCounts other) {
        return new PageCounts(
                hits + other.hits, misses + other.misses, ahead + other.ahead, aheadUsed + other.aheadUsed);
    }

    /** {@return what came after {@code earlier}, of the same reader} */
    public PageCounts since(PageCounts earlier) {
        return new PageCounts(
                hits - earlier.hits, misses - earlier.misses, ahead - earlier.ahead, aheadUsed - earlier.aheadUsed);
    }

    /** {@return whether any page was asked for} */
    public boolean isAny() {
        return hits + misses > 0;
    }
}
