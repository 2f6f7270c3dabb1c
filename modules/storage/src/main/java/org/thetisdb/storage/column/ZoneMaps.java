package org.thetisdb.storage.column;

import org.thetisdb.storage.ZoneMap;
import org.thetisdb.value.vector.VectorKind;

/** Puts zone maps together. */
public final class ZoneMaps {
    private ZoneMaps() {}

    /** What both hold together; the distinct estimate is the larger one, as nothing tells how much they share. */
    public static ZoneMap union(ZoneMap first, ZoneMap second) {
        long valueCount = first.valueCount() + second.valueCount();
        long nullCount = first.nullCount() + second.nullCount();
        if (first.kind() == VectorKind.NULL || second.kind() == VectorKind.NULL) {
            ZoneMap known = first.kind() == VectorKind.NULL ? second : first;
            return new ZoneMap(
                    known.kind(),
                    valueCount,
                    nullCount,
                    known.minimum(),
                    known.maximum(),
                    known.minimumDouble(),
                    known.maximumDouble(),
                    known.distinctEstimate());
        }
        long distinct = Math.max(first.distinctEstimate(), second.distinctEstimate());
        if (first.kind() != second.kind()) {
            return new ZoneMap(VectorKind.OBJECT, valueCount, nullCount, 0, 0, 0, 0, distinct);
        }
        return new ZoneMap(
                first.kind(),
                valueCount,
                nullCount,
                Math.min(first.minimum(), second.minimum()),
                Math.max(first.maximum(), second.maximum()),
                Math.min(first.minimumDouble(), second.minimumDouble()),
                Math.max(first.maximumDouble(), second.maximumDouble()),
                distinct);
    }
}
