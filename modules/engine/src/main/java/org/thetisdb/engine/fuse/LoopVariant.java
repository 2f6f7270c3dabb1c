package org.thetisdb.engine.fuse;

import java.util.List;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.loop.LoopShape;

/**
 * A loop as a plan can use it.
 *
 * @param leaves by index, the expressions whose values the loop is given
 */
record LoopVariant(LoopShape shape, List<Expression> leaves, CompiledLoop code) {
    LoopVariant {
        leaves = List.copyOf(leaves);
    }
}
