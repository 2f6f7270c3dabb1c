/**
 * Orders of rows by columns, in memory.
 *
 * <pre>
 *   rows, SortKeys ──► PrefixOrder ──► KeyPrefixes: keys as numbers ──sorted by digits──► numbers of rows in order
 *                           └── few, or without prefixes ──► IntOrder: by comparisons ─────┘
 * </pre>
 *
 * <p>Invariants: sorting is stable and moves numbers of rows, not rows.
 *
 * <p>Threads: everything belongs to one.
 */
package org.thetisdb.engine.order;
