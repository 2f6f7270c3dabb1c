package org.thetisdb.storage.delta;

import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;

/**
 * A property of many nodes or relationships, or whether they have it: what the base has, with what a reader sees of the
 * delta laid over it.
 *
 * <p>Nearly every step to another record misses the cache, so the steps are taken in loops of their own over many
 * entries, in which such misses overlap: from rows to their versions, from these to where the value is, and then to the
 * value. Not thread safe.
 */
final class DeltaValues {
    /** What is special of nodes, or of relationships. Each is asked once for a batch. */
    interface Entities {
        /** Puts into the overlay the entries that the base may not answer, with where their versions begin. */
        void findVersions(long[] ids, boolean @Nullable [] nulls, int count);

        /** Of the entries found, keeps those whose property is not the base's matter, with its place in a version. */
        void findPlaces(Visibility visibility, int propertyKeyId, long[] ids);
    }

    /** How the base is read. */
    interface BaseReading {
        void read(int propertyKeyId, long[] ids, boolean @Nullable [] nulls, int count, Vector into);
    }

    private final Entities entities;
    private final BaseReading base;
    private final Overlay overlay;
    private final Versions versions;

    /** @param overlay used by one reading at a time */
    DeltaValues(Entities entities, BaseReading base, Overlay overlay, Versions versions) {
        this.entities = entities;
        this.base = base;
        this.overlay = overlay;
        this.versions = versions;
    }

    void read(
            Visibility visibility, int propertyKeyId, long[] ids, boolean @Nullable [] nulls, int count, Vector into) {
        overlay.begin();
        entities.findVersions(ids, nulls, count);
        entities.findPlaces(visibility, propertyKeyId, ids);
        if (overlay.isEmpty()) {
            base.read(propertyKeyId, ids, nulls, count, into);
        } else {
            boolean[] masked = nulls == null ? overlay.mask(count) : overlay.mask(nulls, count);
            base.read(propertyKeyId, ids, masked, count, into);
            overlay.patch(versions, into);
        }
    }
}
