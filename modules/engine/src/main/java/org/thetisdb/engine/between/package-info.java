/**
 * Relationships between two nodes that are both known: the hop that closes a circle, or a condition that two nodes are
 * connected.
 *
 * <pre>
 *   rows ──► ExpandIntoStage ──► rows share a node, many at a time:  SharedEnd, its neighbours in a table
 *                          ├───► few in all:                         a search in the shorter of two lists
 *                          └───► many by now:                        RelationshipTable, all of the types
 * </pre>
 *
 * <p>Invariants: each relationship of a row's two nodes is given once, a loop too; null is connected with nothing.
 *
 * <p>Threads: stages belong to one worker; a {@link org.thetisdb.engine.between.RelationshipTable} is shared by all of
 * a run.
 */
package org.thetisdb.engine.between;
