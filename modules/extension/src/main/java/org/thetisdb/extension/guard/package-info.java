/**
 * What code calls that is held to a fence. The calls are woven into it when it is loaded; nobody writes them.
 *
 * <pre>
 *   woven code:  loop, method  ──► Guard.check()      one load of a number that is nearly always 0
 *                new long[n]   ──► Guard.length(n)
 *                catch (…)     ──► Guard.caught(t)    what ends a call cannot be caught
 *                p.matcher(s)  ──► GuardedTexts.matcher(p, s), a text that checks while it is read
 *                a.add(b)      ──► GuardedNumbers.add(a, b), if the sum is none of millions of digits
 *
 *   whoever watches:  GuardedCall.stop() ──► the number is not 0 ──► the call's thread throws at its next check
 * </pre>
 *
 * <p>Invariants: a call that was stopped ends with a {@link org.thetisdb.extension.guard.StoppedError} that none of its
 * own code has caught; other calls go on.
 *
 * <p>Threads: a guarded call belongs to the thread that has entered it; any thread may stop it.
 */
package org.thetisdb.extension.guard;
