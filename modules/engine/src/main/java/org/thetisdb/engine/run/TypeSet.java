package org.thetisdb.engine.run;

import java.util.List;
import java.util.OptionalInt;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader.Side;

/**
 * Which relationships to follow from a node, in the catalog's terms.
 *
 * @param ids type ids; empty for all types
 * @param isNone whether only types were asked for that do not exist
 * @param side which lists to follow
 */
record TypeSet(int[] ids, boolean isNone, Side side) {
    static TypeSet of(List<String> types, Direction direction, Catalog catalog) {
        int[] ids = types.stream()
                .map(catalog::typeId)
                .filter(OptionalInt::isPresent)
                .mapToInt(OptionalInt::getAsInt)
                .distinct()
                .toArray();
        Side side = switch (direction) {
            case OUTGOING -> Side.FORWARD;
            case INCOMING -> Side.BACKWARD;
            case BOTH -> Side.BOTH;
        };
        return new TypeSet(ids, !types.isEmpty() && ids.length == 0, side);
    }

    /** The same types seen from the other end. */
    TypeSet reversed() {
        Side other = switch (side) {
            case FORWARD -> Side.BACKWARD;
            case BACKWARD -> Side.FORWARD;
            case BOTH -> Side.BOTH;
        };
        return new TypeSet(ids, isNone, other);
    }
}
