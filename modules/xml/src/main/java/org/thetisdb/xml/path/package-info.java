/**
 * JSONPath as RFC 9535 has it, over maps and lists.
 *
 * <pre>
 *   text ── PathReader ──────► PathQuery: segments of Selector ◄── JsonPath: what others call
 *             │ FilterReader ─► Condition, Operand (filters)            │
 *             └ PathText: characters, literals                          ▼
 *                              Evaluator: nodes (PathNode), one segment after another
 *                                 └ RegularExpression: I-Regexp
 * </pre>
 *
 * <p>Invariants: a path that is not well-formed, or not well-typed, is refused before it is used. The order of what is
 * found is that of the document.
 *
 * <p>Threads: compiled paths are immutable and shared; all else belongs to one call.
 */
package org.thetisdb.xml.path;
