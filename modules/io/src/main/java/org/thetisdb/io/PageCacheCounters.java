package org.thetisdb.io;

/**
 * What a page cache has done since it was opened. A snapshot of figures that move independently.
 *
 * @param hits pages asked for that were resident; those of readers still open may lag
 * @param misses pages that had to be read
 * @param bytesRead bytes read from files for misses
 * @param readAhead of the misses, pages that were read together with others because somebody knew that they would be
 *     asked for
 * @param readAheadUsed of these, how many have been asked for
 * @param readAheadUnused of these, how many were chosen to leave before they were asked for
 * @param evictions pages whose memory was released to keep the budget
 * @param residentBytes bytes of pages in memory now, with those being read and those about to be evicted
 * @param residentBytesMax the largest value that {@code residentBytes} ever had
 * @param hugeBytes of {@code residentBytes}, those in huge pages
 */
public record PageCacheCounters(
        long hits,
        long misses,
        long bytesRead,
        long readAhead,
        long readAheadUsed,
        long readAheadUnused,
        long evictions,
        long residentBytes,
        long residentBytesMax,
        long hugeBytes) {}
