/**
 * Lucene's files through the page cache of {@code org.thetisdb.io}: resident bytes are plain loads from memory, missing
 * ones are read by an engine, those that Lucene announces together.
 *
 * <pre>
 *    IndexWriter                                a searcher, one clone a thread
 *         |                                          |
 *    PageCacheDirectory --- openInput ---> PageCacheIndexInput      WindowedInput: bytes known to be in memory
 *      |       |      \                         |          | miss
 *      |       |       OpenFiles ---------> CachedFile     |        one for each file that is open, with what
 *      |       |       (by name)                |          v        Lucene said it will want (WantedRanges), and
 *      |       |                                |          |        what lies around a miss (Surroundings)
 *      |   PendingDeletions                 PagedFile, PageBatch  pages, states, memory
 *      v                                        |
 *   FileOutput -> WritableFile               PageCache (one budget, for any number of directories)
 * </pre>
 *
 * <p>Invariants: files are written once, as Lucene promises; their bytes are read as they are, for Lucene's formats
 * have checksums of their own and the page cache keeps none for them; a value that is returned was in memory when it
 * was read ({@link org.thetisdb.io.PagedFile#isUnchangedSince}), so that no input holds up the eviction of a page.
 *
 * <p>Threads: a directory may be used by all, an input by one at a time; clones and slices of one input by different
 * ones. There are no threads of this package's own.
 */
package org.thetisdb.lucene;
