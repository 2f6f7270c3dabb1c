package org.thetisdb.engine.expand;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.GraphReader.Side;

/**
 * Which relationships to follow from a node, in the catalog's terms. A type that nobody has used yet may exist in a
 * later run: it is looked up in each batch until it is known. Thread safe.
 */
public final class TypeSet {
    private final Names names;
    private final Side side;

    /** Names and what is known of their ids; only ever grows, as ids never change. */
    private static final class Names {
        private final List<String> names;
        private volatile int[] ids = {};

        Names(List<String> names) {
            this.names = names.stream().distinct().toList();
        }

        int[] resolve(Catalog catalog) {
            int[] known = ids;
            if (known.length < names.size()) {
                int[] found = names.stream()
                        .map(catalog::typeId)
                        .filter(OptionalInt::isPresent)
                        .mapToInt(OptionalInt::getAsInt)
                        .toArray();
                known = found.length > known.length ? found : known;
                ids = known;
            }
            return known;
        }
    }

    private TypeSet(Names names, Side side) {
        this.names = names;
        this.side = side;
    }

    /** @param types names; none for all types */
    public static TypeSet of(List<String> types, Direction direction) {
        Side side = switch (direction) {
            case OUTGOING -> Side.FORWARD;
            case INCOMING -> Side.BACKWARD;
            case BOTH -> Side.BOTH;
        };
        return new TypeSet(new Names(types), side);
    }

    /** Whether only types were asked for that do not exist; to be asked in each batch, before the ids are used. */
    public boolean isNone(Worker worker) {
        return !names.names.isEmpty() && names.resolve(worker.snapshot().catalog()).length == 0;
    }

    /** Type ids; empty for all types. Not to be changed. */
    public int[] ids() {
        return names.ids;
    }

    /** Which lists to follow. */
    public Side side() {
        return side;
    }

    /**
     * Counts the relationships at some nodes.
     *
     * @param nulls nodes that are null, and so without relationships; null for none
     * @param into takes the numbers; 0 if only types were asked for that do not exist
     */
    public void degrees(Worker worker, long[] nodes, boolean @Nullable [] nulls, int count, long[] into) {
        if (isNone(worker)) {
            Arrays.fill(into, 0, count, 0);
        } else {
            worker.reader().degrees(nodes, nulls, count, ids(), side, into);
        }
    }

    /** The same types seen from the other end. */
    public TypeSet reversed() {
        Side other = switch (side) {
            case FORWARD -> Side.BACKWARD;
            case BACKWARD -> Side.FORWARD;
            case BOTH -> Side.BOTH;
        };
        return new TypeSet(names, other);
    }
}
