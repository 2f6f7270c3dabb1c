package org.thetisdb.engine.fuse;

import java.util.List;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.loop.LoopShape;
import org.thetisdb.value.vector.Vector;

/**
 * The shape of a run's loop with what is its own of this query.
 *
 * @param leaves by index, the expressions whose values the loop is given
 * @param samples by index, some of their values: what the loop's code is warmed with
 */
record FusedShape(LoopShape shape, List<Expression> leaves, List<Vector> samples) {
    FusedShape {
        leaves = List.copyOf(leaves);
        samples = List.copyOf(samples);
    }
}
