/**
 * A graph in maps that replaces storage in the engine's tests, and what tests of several packages need.
 *
 * <pre>
 *   TestGraph.Builder ──build──► TestGraph, TestCatalog ──reader──► TestReader ──► TestExpansion
 *                                                                              └──────► TestIndex
 *   rows ──StageHarness──► a Stage ──► rows           Queries ──TestEngine──► rows      FaultySnapshot fails on demand
 * </pre>
 *
 * <p>It keeps the contracts of storage as narrowly as it can: chunks are small, an expansion gives relationships of one
 * side in a call, and so on. Invariants: ids are those that {@code NodeIdLayout} and {@code RelationshipIdLayout}
 * describe. Threads: a built graph is immutable; readers belong to one thread.
 */
package org.thetisdb.engine.testing;
