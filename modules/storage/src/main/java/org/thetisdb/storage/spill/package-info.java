/**
 * Temporary data that may grow beyond memory.
 *
 * <pre>
 *   add(bytes) ──► SpillBlock ──► in memory, counted ──┐ the count passes the limit
 *                                                     └─► written to the spill file, oldest first
 * </pre>
 *
 * <p>Invariant: the bytes of all blocks in memory and of all reservations exceed the limit by what one caller adds at
 * most. Threads: everything here may be shared.
 */
package org.thetisdb.storage.spill;
