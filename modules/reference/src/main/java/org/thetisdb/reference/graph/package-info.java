/**
 * The graph that the reference interpreter reads and writes: plain objects that point to each other.
 *
 * <pre>
 *   ReferenceGraph ─┬─ ReferenceNode            labels, properties
 *                   └─ ReferenceRelationship    type, start, end, properties
 *
 *   ReferencePath      nodes and relationships in turn; the value of a path variable
 * </pre>
 *
 * <p>Invariants: ids are given in creation order, none twice; a relationship's type and ends never change; an
 * entity is equal only to itself; an entity that was deleted is marked, and the graph no longer has it.
 *
 * <p>Threads: a graph and all in it belong to one thread at a time; a path is immutable.
 */
package org.thetisdb.reference.graph;
