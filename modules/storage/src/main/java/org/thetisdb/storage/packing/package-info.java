/**
 * Numbers in as few bits as the largest of a run needs: what columns, lists of neighbours and indexes are made of; and
 * bytes one after the other, what roots and the log are made of.
 *
 * <pre>
 *   values ── PackedValues.pack ──► | value 0 | value 1 | value 2 | … | 8 readable bytes |
 *                                     width bits each, from the lowest bit up
 *   index  ── PackedValues.get  ──► one load, a shift, a mask
 *   range  ── PackedTests.within ──► a bit for each value, all of a word at once
 *   bits   ── PackedSums ──────────► the sum, the least and the greatest of all values, or of those whose bits are set
 *          ── PackedCounts ────────► which values there are, and how often
 *          ── PackedGroups ────────► the same by groups: those that other values of the same rows are
 *   bits   ── PresentBits ─────────► bits of rows as bits of their values, and back, where some rows have none
 *   values ── PackedRows ──────────► one for each row, where some rows have none; one of each row's two
 *
 *   numbers, texts ── ByteSink ──► bytes
 * </pre>
 *
 * <p>Invariants: a width is 0 to 57 bits, or 64; what is read equals what was packed.
 *
 * <p>Threads: {@link org.thetisdb.storage.packing.PackedValues} and what tests, adds and counts have no state, the
 * memory is the caller's; a sink belongs to one thread at a time.
 */
package org.thetisdb.storage.packing;
