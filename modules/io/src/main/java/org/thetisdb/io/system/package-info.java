/**
 * What the operating system is asked for beyond the JDK: calls of the C library, and the words for what it refuses.
 *
 * <pre>
 *    engines, latches, address ranges         rings (io.depth)
 *                 |                                |
 *            NativeCalls  <------------------ NativeRingCalls
 *                 |   ^      errno -> IoErrors
 *                 |   +--- RangeDiscard      (memory of many ranges by one call)
 *          NativeFunctions   (the seam for tests: calls that fail, are interrupted, do less)
 *                 |
 *          LinkedFunctions -> libc
 * </pre>
 *
 * <p>Invariants: nothing here knows pages, engines or file systems; where native calls cannot be made, {@link
 * org.thetisdb.io.system.NativeCalls#find} says why, and nobody links anything.
 *
 * <p>Threads: any, but for a {@link org.thetisdb.io.system.NativeRingCalls}, which belongs to one ring.
 */
package org.thetisdb.io.system;
