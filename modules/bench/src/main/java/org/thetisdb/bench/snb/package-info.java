/**
 * The social-network data under {@code ../shared/data}: files, queries, parameter sets, expected answers and the
 * rules by which answers are compared.
 *
 * <pre>
 *   SnapshotFiles     both CSV layouts, seen as one graph: node tables and relationship tables
 *   Dataset           queries/*.cypher + expected/ or parameters-sf1.json ──▶ QueryCase
 *   Answer            columns and rows, values in one canonical form
 *   AnswerComparison  "equal" or the first difference
 *   ParameterPicker   makes parameters-sf1.json
 * </pre>
 *
 * <p>Invariants: everything here is read-only and immutable once loaded. Threads: any.
 */
@NullMarked
package org.thetisdb.bench.snb;

import org.jspecify.annotations.NullMarked;
