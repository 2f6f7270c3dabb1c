/**
 * Whole lives of a database: statements that write, one after another, and between them all that a database goes
 * through. A model lives beside it; after each step both must hold the same graph.
 *
 * <pre>
 *   seed ─► LifeGenerator ─► LifeStep ──► LifePlayer ─┬─► LivedDatabase   (.load)
 *                  ▲                          │       └─► ReferenceGraph
 *                  └──── the graph as it is ──┤
 *                                             └─► a difference ─► fewer steps, as a text ("Life")
 * </pre>
 *
 * <p>Invariants: a step means the same whatever was left out before it, so that steps can be left out until only those
 * are left that matter; a statement that the model declines, or that may end in one of several errors, changes neither
 * of the two.
 *
 * <p>Threads: a life belongs to one thread; {@link org.thetisdb.fuzz.life.LifeFuzz} runs several side by side.
 */
package org.thetisdb.fuzz.life;
