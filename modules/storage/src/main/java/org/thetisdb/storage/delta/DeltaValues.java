package org.thetisdb.storage.delta;

import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;

/**
 * A property of many nodes or relationships: what the base has, with what a reader sees of the delta laid over it.
 *
 * <p>Nearly every step to another object misses the cache, so the steps are taken in loops of their own over many
 * entries, in which such misses overlap: from rows to their versions, from these to their values. What a batch has
 * found of new rows is left in the chunk's {@link DeltaColumn} for the next one. Not thread safe.
 */
final class DeltaValues {
    /** What is special of nodes, or of relationships. Each is asked once for a batch, but for {@link #value}. */
    interface Entities {
        /** Puts into the overlay the entries that the base may not answer, with where their versions begin. */
        void findVersions(Visibility visibility, int propertyKeyId, long[] ids, boolean @Nullable [] nulls, int count);

        /** Of the entries found, keeps those whose property is not the base's matter, with its value or null. */
        void takeValues(Visibility visibility, int propertyKeyId, long[] ids);

        void readBase(int propertyKeyId, long[] ids, boolean @Nullable [] nulls, int count, Vector into);

        /** What the delta has of one of the entries that were kept. */
        @Nullable
        Object value(Visibility visibility, int propertyKeyId, long id);
    }

    private final Entities entities;
    private final Overlay overlay;

    /** @param overlay used by one reading at a time */
    DeltaValues(Entities entities, Overlay overlay) {
        this.entities = entities;
        this.overlay = overlay;
    }

    void read(
            Visibility visibility, int propertyKeyId, long[] ids, boolean @Nullable [] nulls, int count, Vector into) {
        overlay.begin(count);
        entities.findVersions(visibility, propertyKeyId, ids, nulls, count);
        entities.takeValues(visibility, propertyKeyId, ids);
        if (overlay.isEmpty()) {
            entities.readBase(propertyKeyId, ids, nulls, count, into);
        } else {
            entities.readBase(propertyKeyId, ids, overlay.mask(nulls, count), count, into);
            overlay.patch(into, place -> entities.value(visibility, propertyKeyId, ids[place]));
        }
    }
}
