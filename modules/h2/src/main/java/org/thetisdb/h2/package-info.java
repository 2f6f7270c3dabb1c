/**
 * H2's files through the page cache of {@code org.thetisdb.io}: what is in memory is copied from there without a
 * system call, what is missing is read by an engine, a scan some steps ahead. What is written goes to the file at once.
 *
 * <pre>
 *    jdbc:h2:paged:/data/people          (or what is named another way on top: split, a cipher)
 *         |
 *    PagedFilePath ------- names: exists, rename, list, delete ------> H2's own, of the disk
 *         | open                                                             | open
 *         v                                                                  v
 *    PagedChannel  --- write, truncate, force, lock -----------------> FileChannel -> the file
 *         | read      \ then: what was written                               ^
 *         v            v                                                     | if pages cannot be trusted any more
 *    SharedFile: extents of 64 MiB, one for all channels of a file  ---------+
 *         |  |    \                                                (OpenFiles: by name)
 *         |  |     ReadAhead: which misses follow each other
 *         |  EpochPool, BufferPool: for those who miss
 *         v
 *    PagedFile ... PagedFile     pages, states, memory; each reads its part of the file (ExtentSource)
 *         |
 *    PageCache                   one budget and engine, for any number of files
 * </pre>
 *
 * <p>Invariants: a byte that a read returns is one that the file had at some moment of that read; so who reads after a
 * write has returned finds what was written. In memory, what lies beyond the file's end is zero. Nothing but H2's own
 * channel changes a file, so what is durable is what H2 makes durable.
 *
 * <p>Threads: all may use all of it, as they may use a {@code FileChannel}. There are none of this package's own.
 */
package org.thetisdb.h2;
