/**
 * Makes findings small enough to be understood, and writes them down as text tests.
 *
 * <pre>
 *   query, graph ─► QueryReductions ─┐
 *                   GraphReductions ─┴► smaller ─► is it still wrong in the same way? ─ yes ─► continue with it
 *                                          ▲                                          no ─► the next one
 *                                          └──────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>Invariants: each step makes the text shorter, so it terminates; a candidate that makes no sense is no longer
 * wrong in the same way, so nothing here needs to know the language.
 *
 * <p>Threads: one.
 */
package org.thetisdb.fuzz.shrink;
