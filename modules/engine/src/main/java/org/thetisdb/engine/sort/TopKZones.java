package org.thetisdb.engine.sort;

import org.thetisdb.storage.ZoneMap;
import org.thetisdb.value.vector.VectorKind;

/**
 * What a top-k says of chunks by the zone maps of its first key, a property: which of them are likely to have the first
 * rows, and in which none can be that the bound lets through. It errs only on the safe side.
 *
 * <p>Threads: the workers of a run share it.
 */
public final class TopKZones {
    private final TopKBound bound;

    TopKZones(TopKBound bound) {
        this.bound = bound;
    }

    /** Whether a chunk may have rows that come before the last of those that are kept, or beside it. */
    public boolean mayPass(ZoneMap zone) {
        TopKBound.Key key = bound.key();
        if (key == null) {
            return true;
        }
        if (zone.kind() == VectorKind.NULL) {
            return !bound.isAscending() || key.value().isNull(0);
        }
        return zone.kind() != key.kind() || best(zone) <= key.prefix();
    }

    /** The least prefix that a chunk's keys may have: of two chunks, the one with less is better read first. */
    public long best(ZoneMap zone) {
        boolean hasPrefix = switch (zone.kind()) {
            case INTEGER, DATE, LOCAL_TIME, LOCAL_DATETIME, ZONED_DATETIME -> true;
            case NULL, BOOLEAN, FLOAT, STRING, TIME, NODE, RELATIONSHIP, OBJECT -> false;
        };
        if (bound.isAscending()) {
            return hasPrefix ? zone.minimum() : zone.kind() == VectorKind.NULL ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
        return hasPrefix && zone.nullCount() == 0 ? ~zone.maximum() : Long.MIN_VALUE;
    }
}
