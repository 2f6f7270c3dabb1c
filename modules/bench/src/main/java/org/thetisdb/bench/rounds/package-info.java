/**
 * How one query is timed on several peers: answers first, then warm-up, then alternating rounds.
 *
 * <pre>
 *   List of QueryCase, List of Peer ──▶ QueryRounds: check ─▶ warm up ─▶ A B, B A, A B, … ──▶ QueryOutcome
 *                                       ColdRounds:  the same, but each turn begins with no page in memory
 * </pre>
 *
 * <p>Invariants: only what was answered right is timed; every peer has as many rounds as the others. Threads: one.
 */
@NullMarked
package org.thetisdb.bench.rounds;

import org.jspecify.annotations.NullMarked;
