/**
 * Loops as classes: what a loop computes, without any value, becomes a class file, and that a hidden class.
 *
 * <pre>
 *   LoopShape ──ScalarTable──► ShapeKey: the key of its code
 *       │ ScalarCode, DoubtCode
 *       ▼
 *   LoopProgram: steps, each a LoopOp ──LoopParts──► PartCode, MethodCode ──► LoopClass: bytes
 *                                                                                │ LoopDefiner
 *                                          LoopArguments ──► FusedLoop.run ◄─────┘
 * </pre>
 *
 * <p>Invariants: code depends on the key alone, and the key on nothing but what code is made of; no method is longer
 * than the JVM compiles; a class that is loaded is a loop and nothing else. {@link EngineDigest} tells builds
 * apart, by {@link BuildDigest}: what depends on this code, or was measured with it, is void in another.
 *
 * <p>Threads: shapes, keys and loops are shared; what writes code belongs to one thread, arguments to one worker.
 */
package org.thetisdb.engine.loop;
