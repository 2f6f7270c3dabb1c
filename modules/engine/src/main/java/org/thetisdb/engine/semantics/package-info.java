/**
 * What openCypher says of values: which are equal, how they are ordered, what they are called, and the errors for
 * one that does not fit.
 *
 * <pre>
 *   two values ──► ValueSemantics  equal, compare: TRUE, FALSE, UNKNOWN …  (conditions)
 *              │                   sameGroup, order                       (DISTINCT, groups, ORDER BY)
 *              └─► ValueHash       equal hashes for values of the same group
 *   a value    ──► TypeNames, ValueTypes, ShownValue ──► Errors           (names, messages)
 *              └─► Arguments                                              (a function's argument as its type)
 *   lists      ──► NodeList, LongRange, TextParts: ids, ranges, parts of a text without an object an element
 *              ◄── ShortListBuilder: of values of one kind
 *              └─► ListIndex: membership
 *   vectors    ──► Vectors: copies, truth values, repeated constants
 * </pre>
 *
 * <p>Invariants: null and three-valued logic are decided here and nowhere else; values of the same group hash alike
 * (1 and 1.0, NaN and NaN, a {@code NodeList} and a list of the same nodes). Nothing here reads the graph or knows what
 * an expression is.
 *
 * <p>Threads: all of it may be shared, except for {@code ListIndex}, which belongs to the thread that fills it.
 */
package org.thetisdb.engine.semantics;
