/**
 * Tests that are text: an input, and the whole output that it must give.
 *
 * <pre>
 *   transcripts, notifications.txt, …    TextCases ─ an input and its output each ─► the test that runs them
 *                     ▲                                                                  │
 *                     └──────────── -Dthetis.update=true writes what came ◄──────────────┘
 * </pre>
 *
 * <p>Invariants: reading a file and writing it with the same outputs gives the same bytes.
 *
 * <p>Threads: all is immutable.
 */
package org.thetisdb.value.cases;
