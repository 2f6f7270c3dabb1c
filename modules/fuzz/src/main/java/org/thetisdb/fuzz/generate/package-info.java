/**
 * Graphs and queries out of seeds. The same seed gives the same, on every machine.
 *
 * <pre>
 *   GraphGenerator ──► FuzzGraph ──────────────┐   existing trails, existing values
 *                                              ▼
 *   QueryGenerator ─► ClauseGenerator ─► PatternGenerator ─► names with witnesses
 *                          │                                   │
 *                          ▼                                   ▼
 *                     ExpressionGenerator (by sort) ◄────── Scope
 * </pre>
 *
 * <p>Invariants: a query never shows in which order rows came: LIMIT follows a total order, lists of no
 * promised order have sorts of their own, and no clause that writes lets one row see what another one wrote.
 *
 * <p>Threads: a generator belongs to one thread; what it made may be shared.
 */
package org.thetisdb.fuzz.generate;
