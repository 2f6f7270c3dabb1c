package org.thetisdb.engine.block;

import java.util.Optional;
import org.thetisdb.value.vector.VectorKind;

/**
 * A function of numbers that is computed without a box. Immutable.
 *
 * @param index its place among all, by which loops and their keys name it
 * @param name of the function, in lower case
 * @param kind of the result: INTEGER, FLOAT or BOOLEAN, of which the block gives the flag
 * @param block gives the value
 * @param doubt of the same operands, is a mask of where the block has no answer, such as where 64 bits do not suffice,
 *     or the result is null; empty if it has one for all
 */
public record NumberFunction(
        int index, String name, VectorKind kind, FunctionBlock block, Optional<FunctionBlock> doubt) {}
