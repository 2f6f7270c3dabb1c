/**
 * Blocks: what is done with one value or two, each described once, as a small static method.
 *
 * <pre>
 *   LongBlocks, DoubleBlocks     less(long, long) → mask, add, addDoubt, choose, …
 *        ▲
 *        └── calls, one after another: the body of a fused loop (package fuse); the compiler inlines them
 * </pre>
 *
 * <p>Invariants: nothing branches on a value and nothing throws; a truth is a mask of 64 bits.
 *
 * <p>Threads: all is stateless.
 */
package org.thetisdb.engine.block;
