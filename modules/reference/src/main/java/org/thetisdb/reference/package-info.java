/**
 * A reference interpreter of openCypher: naive, short, row by row. It is slow on purpose and right by inspection.
 *
 * <pre>
 *   BoundQuery, parameters ──► ReferenceInterpreter ──► ReferenceResult
 *                                  │
 *            reference.step        │ QueryRunner: step after step over all rows
 *            reference.pattern     │   PatternMatcher: all trails
 *            reference.expression  │     Evaluator: one expression, one row
 *            reference.value       │       how values compare and combine
 *            reference.function    │       functions of values
 *            reference.limit       │       where it gives up
 *                                  ▼
 *            reference.graph     ReferenceGraph: nodes and relationships in maps, changed in place
 * </pre>
 *
 * <p>Invariants: nothing here is shared with the engine but the bound query; values are of the classes that {@code
 * org.thetisdb.value} lists, with {@code null} for Cypher's null, and entities are {@link
 * org.thetisdb.reference.graph.ReferenceNode}, {@link org.thetisdb.reference.graph.ReferenceRelationship} and {@link
 * org.thetisdb.reference.graph.ReferencePath}.
 *
 * <p>Threads: a graph and what runs on it belong to one thread at a time.
 */
package org.thetisdb.reference;
