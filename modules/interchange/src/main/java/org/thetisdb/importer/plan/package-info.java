/**
 * What is to be imported: which columns of which files become which labels, properties and relationships.
 *
 * <pre>
 *   mapping file ──► MappingReader ─┐
 *                                   ├─► LoadPlan: NodeTable …, RelationshipTable …, indexes, id spaces
 *   arguments ────► HeaderReader ───┘       each with its files, and each file with its columns' places
 * </pre>
 *
 * <p>Invariants: a plan has been checked against the first row of every file, so that whatever is wrong with names of
 * files, columns, types or spaces is said before anything is loaded.
 *
 * <p>Threads: plans are immutable.
 */
package org.thetisdb.importer.plan;
