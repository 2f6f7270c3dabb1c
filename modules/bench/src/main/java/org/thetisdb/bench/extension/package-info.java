/**
 * What a function of one's own costs, beside what the system has: {@code ./thetis bench extension}.
 *
 * <pre>
 *   ExtensionOptions ──► ExtensionRun ──round by round, in turns──► ThetisRows, SqlRows (PostgreSQL, H2)
 *                            │                                            PureJar: the same, held to the fence
 *                            ├──► ThetisCommits: triggers
 *                            └──► a table: milliseconds, and how many times as long as what is built in
 * </pre>
 *
 * <p>Invariants: all have the same numbers and must give the same sums; each keeps them in memory.
 *
 * <p>Threads: one; what the systems have besides is theirs.
 */
@org.jspecify.annotations.NullMarked
package org.thetisdb.bench.extension;
