/**
 * Tests of queries as a whole, from text to rows, over real databases on disk.
 *
 * <pre>
 *   *.feature files ─ FeatureReader ─ Scenario ─ ScenarioRunner ─┬─ GraphFromCypher ─ GraphModel ─┬─ BulkLoader
 *                                                                │               (GraphPlace says) └─ GraphCommits
 *   expected/*.jsonl ─ SnbAnswersTest ───────────────────────────┴─ TestDatabase (under a TestConfiguration)
 *                   any Scenario ─ ReferenceRunner ─────────────── ReferenceInterpreter (ReferenceTckTest), no database
 *   statements/*.test ─ StatementFile ─ StatementCase ─┬─ StatementRunner ─ TestDatabase (under a TestConfiguration)
 *                                                      └─ ReferenceRunner, which must say the same (StatementTest)
 *   plans/*.txt ─ PlanTextTest ─────────────────────────────────── PlannedGraph ─ EXPLAIN (by the public API)
 *   inserts, deletes ─ SnbUpdatesTest ───────────────────────────── Database (by its public API)
 * </pre>
 *
 * <p>Invariants: a scenario's graph is built from the statements that the scenario gives, by the engine's own parser
 * and evaluator and the storage's bulk loader or its transactions; scenarios with equal statements share one database,
 * which no query changes. Updates of the data have databases of their own.
 *
 * <p>Threads: a test database belongs to one thread.
 */
package org.thetisdb.query;
