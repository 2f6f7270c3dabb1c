package org.thetisdb.engine.fuse;

import java.util.List;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.loop.LoopShape;

/**
 * A loop as a plan can use it.
 *
 * @param leaves by index, the expressions whose values the loop is given
 * @param ranges by key of groups, the values that are expected; none of strings
 */
record LoopVariant(LoopShape shape, List<Expression> leaves, List<KeyRange> ranges, CompiledLoop code) {
    LoopVariant {
        leaves = List.copyOf(leaves);
        ranges = List.copyOf(ranges);
    }

    static LoopVariant of(FusedShape shape, CompiledLoop code) {
        return new LoopVariant(shape.shape(), shape.leaves(), shape.ranges(), code);
    }
}
