package org.thetisdb.storage.base;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.ZoneMap;

/**
 * Zone maps of node columns that were asked for, for one worker: made from a directory's bytes once, since queries ask
 * again. Not thread safe.
 */
final class ZoneMaps {
    private final BaseSnapshot snapshot;

    /** By property key and chunk; made when a column is first asked about. */
    private final @Nullable ZoneMap[][] known;

    ZoneMaps(BaseSnapshot snapshot) {
        this.snapshot = snapshot;
        known = new ZoneMap[snapshot.catalog().propertyKeyCount()][];
    }

    /** As the snapshot has it. */
    ZoneMap of(int propertyKeyId, int chunk) {
        if (propertyKeyId >= known.length) {
            return snapshot.zoneMap(chunk, propertyKeyId);
        }
        @Nullable ZoneMap[] ofKey = known[propertyKeyId];
        if (ofKey == null) {
            ofKey = new ZoneMap[snapshot.chunkCount()];
            known[propertyKeyId] = ofKey;
        }
        ZoneMap zone = ofKey[chunk];
        if (zone == null) {
            zone = snapshot.zoneMap(chunk, propertyKeyId);
            ofKey[chunk] = zone;
        }
        return zone;
    }
}
