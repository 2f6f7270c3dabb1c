/**
 * Holds code of extensions to what it may do. Java has no sandbox any more; so what code refers to is compared with a
 * list before it is taken in, and checks are woven into it that end what goes on for too long or takes too much.
 *
 * <pre>
 *   classes of a jar ──► Purity (PureList: pure.txt) ──► refused, with what it uses
 *                              │ pure
 *                              ▼
 *                          FenceWeaver ──► the same classes, which ask Guard in loops, before arrays, in catch clauses
 *                                                                    ▲
 *   a call of a batch ──► Fence.enter ──► FencedCall ◄── FenceWatch ─┘ stops it: the statement was cancelled, its time
 *                                                                      is up, it has taken too long or too much
 * </pre>
 *
 * <p>Invariants: no class is defined of a pure extension that was not compared and woven; a member that the list does
 * not name is not used, be it called, or referred to by a lambda.
 *
 * <p>Threads: lists and what is woven are immutable; one thread watches all calls of an engine.
 */
package org.thetisdb.engine.fence;
