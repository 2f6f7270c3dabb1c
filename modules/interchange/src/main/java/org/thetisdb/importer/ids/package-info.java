/**
 * From the ids in files to the ids of nodes.
 *
 * <pre>
 *   keys, node ids ──► IdTable (in memory, 64 partitions) ──► lookups by hash
 *                          │ beyond the budget
 *                          ▼
 *                      sorted runs on disk ──► merged ──► SortedIds: 4 KiB blocks + first key of each in memory
 *                                                           ▲ lookups: a batch of keys, sorted, block by block
 * </pre>
 *
 * <p>A key is one word (integer ids) or two (a 128-bit hash of string ids). The strings themselves are not kept: among
 * 10^9 ids the chance that any two share a hash is below 2^-68, less than that of an undetected error in memory, and a
 * table of hashes has half the size of one with the strings.
 *
 * <p>Invariants: a key is in a space at most once; what is in a space is only read after {@code seal}.
 *
 * <p>Threads: a space may be filled, and after {@code seal} asked, by any number of threads.
 */
package org.thetisdb.importer.ids;
