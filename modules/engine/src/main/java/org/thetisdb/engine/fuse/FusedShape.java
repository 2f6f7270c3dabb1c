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
 * @param ranges by key of groups, the values that it has in a batch; none of strings
 */
record FusedShape(LoopShape shape, List<Expression> leaves, List<Vector> samples, List<KeyRange> ranges) {
    FusedShape {
        leaves = List.copyOf(leaves);
        samples = List.copyOf(samples);
        ranges = List.copyOf(ranges);
    }
}
