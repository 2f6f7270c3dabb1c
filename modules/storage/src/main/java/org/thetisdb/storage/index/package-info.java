/**
 * Property indexes: immutable sorted trees from value to node.
 *
 * <pre>
 *   value ── KeyEncoding ──► tag | head (8 bytes) | tail (rest)      compares like the values do
 *
 *   IndexBuilder: entries ──► sorted runs (spill) ──► merge ──► IndexWriter
 *
 *   root extent ─► tag INTEGER/FLOAT ─► [ fences ] ─► [ fences ] ─► leaf | leaf | leaf     blocks of up to 256 entries
 *               └► tag STRING        ─► [ fences ] ─► leaf | leaf
 * </pre>
 *
 * <p>Invariants: each tag (a group of values that compare with each other) has a tree of its own; entries of a tree
 * ascend by key and then by node; a fence is the first key of its child. Null and NaN equal nothing and have no entry.
 *
 * <p>Threads: indexes on disk are immutable; a builder may be fed by several threads; a cursor belongs to one.
 */
package org.thetisdb.storage.index;
