/**
 * Blocks: what is done with one value or two, each described once, as a small static method; and what the interpreter
 * does with whole columns of integers.
 *
 * <pre>
 *   LongBlocks, DoubleBlocks     less(long, long) → mask, add, addDoubt, choose, …
 *   RoundingBlocks     ▲  ▲
 *                      │  └── calls, one after another: the body of a fused loop (package fuse); all is inlined
 *                      │
 *   GroupBlocks        what a row adds to its group, in arrays
 *   NumberFunctions ───┘  abs, sqrt, … by name and kinds: NumberFunction, FunctionBlock
 *                             by name for such loops, as a loop over columns for the interpreter
 *   LongLoops          + - * / % over columns, which say whether all their results are right
 * </pre>
 *
 * <p>Invariants: nothing branches on a value, but for rounding and for extremes of groups, and
 * nothing throws; a truth is a mask of 64 bits.
 *
 * <p>Threads: all is stateless.
 */
package org.thetisdb.engine.block;
