/**
 * Sorting, grouping and joining more rows than fit into memory, beside a columnar peer with the same limit.
 *
 * <pre>
 *   SpillWorkload ── rows (k, v) ──┐
 *   SpillTask: sort, group, join ──┴──▶ duckdb: both by turns
 * </pre>
 *
 * <p>Both read stored rows, because a generated series would be one thread's work in Thetis. k is a hash of the row's
 * number, modulo the number of rows, so that it has 0.63 values for each row; v is the row's number.
 *
 * <p>Invariants and threads: those of {@link org.thetisdb.bench.duckdb}.
 */
@NullMarked
package org.thetisdb.bench.spill;

import org.jspecify.annotations.NullMarked;
