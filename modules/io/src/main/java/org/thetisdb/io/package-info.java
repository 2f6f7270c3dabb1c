/**
 * Files and their pages: everything below this package is the operating system, everything above it sees one contiguous
 * range of memory per file.
 *
 * <pre>
 *    write once                                    read many
 *
 *    PagedFileWriter                PageCache --- register() ---> ReadEpoch (one per worker or cursor)
 *      append, patch, finish            |  open(path, geometry)        | enter, refresh, exit
 *          |      |                     v                              v
 *          |      +- geometry -->   PagedFile.ensureResident(epoch, offset, bytes), then memory().get(…)
 *          |                            |            |               |
 *          |                       PageStates     Evictor       AddressRange
 *          |                       (hit or not)   (clock, limbo) (reserved addresses: io.address)
 *          v                            | miss; PageBatch: several, read together
 *     WritableFile                  IoEngine -> ReadableFile        checksums: ChecksumTableLayout
 *          |                            |  pread, io_uring, direct, mapped, filechannel; EngineChoice
 *          |                            |  batches: io.depth; system calls: io.system
 *          +-------- FileSystem --------+  (the seam for tests; also rename, delete, list, lock)
 * </pre>
 *
 * <p>Invariants: data pages are written once and never change while a file is open; a page's bytes are seen only after
 * their checksum was compared; self-checked pages (superblocks) are the exception to both and are read through
 * {@link org.thetisdb.io.FileSystem#openForRead}. A file of somebody else's format
 * ({@link org.thetisdb.io.PageCache#openForeign}) has self-checked pages alone, and a last one that need not be whole.
 * One that may change ({@link org.thetisdb.io.PageCache#openChanging}) has them, too, and who changes it says so.
 * Integers in files are little-endian.
 *
 * <p>Threads: {@link org.thetisdb.io.PageCache}, {@link org.thetisdb.io.PagedFile}, {@link org.thetisdb.io.FileSystem}
 * and {@link org.thetisdb.io.PagedFileWriter} may be used by all threads; a {@link org.thetisdb.io.ReadEpoch} by one at
 * a time. The only threads of this package's own are those that read batches ({@code io.depth}); the one that makes
 * huge pages is {@code io.address}'s.
 */
package org.thetisdb.io;
