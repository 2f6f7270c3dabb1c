/**
 * Property indexes: immutable sorted runs from value to node, newest first, and pairs in memory above them.
 *
 * <pre>
 *   value ── SortKey ──► tag | head (8 bytes) | tail (rest)      compares like the values do
 *
 *   IndexBuilder: entries ──► sorted runs (spill) ──► merge ──► IndexWriter
 *
 *   delta ──► IndexEntries (key, node, tombstone) ──► IndexWriter ──► one more run
 *     (PairLayers: a skip list, and sorted runs where there is no memory for changes)
 *   runs  ──► IndexMerger: newest word on (key, node) ──► IndexWriter ──► one run for several
 *
 *   a run: root extent ─► tag INTEGER/FLOAT ─► [ fences ] ─► [ fences ] ─► leaf | leaf | leaf   blocks of 256
 *                      ├► tag STRING        ─► [ fences ] ─► leaf | leaf
 *                      └► filter of its keys, unless it is the oldest run (KeyFilterWriter)
 * </pre>
 *
 * <p>Invariants: each tag (a group of values that compare with each other) has a tree of its own; entries of a tree
 * ascend by key and then by node, no pair twice; a fence is the first key of its child; all blocks of a run lie in one
 * data file. Null and NaN equal nothing and have no entry. A tombstone in a run hides the same pair in older runs; an
 * index's oldest run has none.
 *
 * <p>Threads: indexes on disk are immutable; a builder may be fed by several threads; a cursor belongs to one.
 */
package org.thetisdb.storage.index;
