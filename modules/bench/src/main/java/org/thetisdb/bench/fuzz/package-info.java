/**
 * The fuzzer with Neo4j as an oracle: {@code ./thetis bench fuzz}.
 *
 * <pre>
 *   FuzzCommand ──▶ fuzz.Fuzz (graphs, queries, comparison, shrinking) ──▶ reference, Thetis
 *        │                        │
 *        │                        ▼
 *        │                  Neo4jOracle ──▶ Wording: the text that Neo4j is given (calls Neo4jFunctions)
 *        │                        │    └──▶ DialectDifference: not to be compared
 *        │                        │
 *        │                        ▼
 *        │                  Neo4jDatabase (one for each thread) ◀──▶ Neo4jValues
 *        ▼                        │
 *   Tally    ◀────────────────────┘ what became of the queries
 * </pre>
 *
 * <p>Invariants: a query finds the graph as it was loaded: reads and writes run in a transaction that is rolled back.
 * What Neo4j answers differently without a defect of Thetis is in {@link org.thetisdb.bench.fuzz.Wording} or {@link
 * org.thetisdb.bench.fuzz.DialectDifference} with its reason, and nowhere else.
 *
 * <p>Threads: each thread of the fuzzer has a database of its own; what is shared is thread safe.
 */
@NullMarked
package org.thetisdb.bench.fuzz;

import org.jspecify.annotations.NullMarked;
