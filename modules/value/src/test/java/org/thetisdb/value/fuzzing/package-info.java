/**
 * Targets of fuzzing: code that takes bytes from outside and must answer or refuse them, whatever they are.
 *
 * <pre>
 *   LexerFuzz, CypherFuzz, RowSplitterFuzz, …      fuzzerTestOneInput(bytes), beside what they test
 *        ▲                      ▲
 *   FuzzInputs              a coverage-guided fuzzer (./thetis fuzz bytes)
 *   kept inputs, mutated    inputs that reach new code, by the million
 *   by a seed, always
 * </pre>
 *
 * <p>Invariants: a target returns for every input; it throws only if the input has found a defect.
 *
 * <p>Threads: a target may be called by one thread at a time.
 */
package org.thetisdb.value.fuzzing;
