package org.thetisdb.lucene;

/** How much an input has read beyond what is missing, from one miss to the next. Belongs to one input. */
final class ReadAhead {
    private ReadingPattern pattern;
    private long missEnd = Long.MIN_VALUE / 2;
    private long formerBytes;

    ReadAhead(ReadingPattern pattern) {
        this.pattern = pattern;
    }

    ReadAhead copy() {
        return new ReadAhead(pattern);
    }

    ReadingPattern pattern() {
        return pattern;
    }

    void change(ReadingPattern next) {
        pattern = next;
    }

    /**
     * The end of what should be read for bytes that are missing.
     *
     * @param limit at which the input ends
     * @param pageBytes misses that are no further from each other than a page follow each other
     */
    long next(long offset, long bytes, long limit, int pageBytes) {
        formerBytes = pattern.aheadBytes(Math.abs(offset - missEnd) <= pageBytes, formerBytes);
        missEnd = Math.min(limit, offset + bytes + formerBytes);
        return missEnd;
    }
}
