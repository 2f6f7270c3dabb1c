/**
 * {@code ./thetis bench adaptive}: the interpreter, compiled code, and what decides between them, on the same store.
 *
 * <pre>
 *   AdaptiveOptions ──► AdaptiveRun: part by part ──► ModeRounds: round by round, each RunMode in turn
 *                          ▲                             │ ModeOrder        ▲ ModeResult
 *                          │                             ▼                  │
 *                          │                  ModeChild in a JVM of its own: AskedDatabase in that mode, and one of
 *                          │                  RunTimes, ShortTimes, HopTimes, RowShares, FirstSeconds
 *                          │
 *                  RoundResults ──► RunsReport, ShortReport, HopsReport, SharesReport, SecondsReport ──► plots
 * </pre>
 *
 * <p>Adaptive mode takes part twice. What differs between the two is noise, and is printed beside each ratio.
 *
 * <p>Invariants: a process has one mode; modes take turns within each round, in an order that rotates; all modes ask
 * the same questions of the same files, which are opened for reading only; an answer that differs is printed and fails
 * the run.
 *
 * <p>Threads: one process at a time; within it statements run one after the other.
 */
@NullMarked
package org.thetisdb.bench.adaptive;

import org.jspecify.annotations.NullMarked;
