/**
 * Where the pages of files lie in memory.
 *
 * <pre>
 *   PagedFile ── one range of addresses as long as the file ──► AddressRange
 *       | pages come, pages leave                                  | small pages of 4 KiB, backed when read
 *       v                                                          v
 *   HugeRegions ── all of 2 MiB is in memory ──► HugePageMaker ──► one huge page, until some of it is to leave
 * </pre>
 *
 * <p>Invariants: memory is released a page at a time, also of what was a huge page; a range is never made huge by the
 * system itself, which would back more than was read.
 *
 * <p>Threads: any; {@link org.thetisdb.io.address.HugePageMaker} has one of its own while there is something to do.
 */
package org.thetisdb.io.address;
