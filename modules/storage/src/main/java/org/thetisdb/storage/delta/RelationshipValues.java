package org.thetisdb.storage.delta;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.arena.RecordArena;

/** Relationships, as {@link DeltaValues} reads their properties. Not thread safe. */
final class RelationshipValues implements DeltaValues.Entities {
    private final Delta delta;
    private final Overlay overlay;

    RelationshipValues(Delta delta, Overlay overlay) {
        this.delta = delta;
        this.overlay = overlay;
    }

    /** Finds the entries that have a link. */
    @Override
    public void findVersions(long[] relationships, boolean @Nullable [] nulls, int count) {
        int type = -1;
        int number = -1;
        DeltaChunk chunk = null;
        for (int index = 0; index < count; index++) {
            if (nulls != null && nulls[index]) {
                continue;
            }
            long relationship = relationships[index];
            if (RelationshipIdLayout.chunk(relationship) != number || RelationshipIdLayout.type(relationship) != type) {
                number = RelationshipIdLayout.chunk(relationship);
                type = RelationshipIdLayout.type(relationship);
                chunk = delta.linkChunk(type, number);
            }
            if (chunk == null) {
                continue;
            }
            int link = chunk.entries().get(RelationshipIdLayout.slot(relationship));
            if (link != RecordArena.NONE) {
                overlay.add(index, link);
            }
        }
    }

    @Override
    public void findPlaces(Visibility visibility, int propertyKeyId, long[] relationships) {
        Versions versions = delta.versions();
        Links links = delta.links();
        int found = overlay.count();
        int kept = 0;
        for (int index = 0; index < found; index++) {
            int link = overlay.record(index);
            int version = versions.newest(links.version(link), visibility);
            int place = version == RecordArena.NONE ? -1 : versions.find(version, propertyKeyId);
            if (place >= 0 || !links.isOfBase(link)) {
                overlay.replace(kept++, overlay.entry(index), version, place);
            }
        }
        overlay.shorten(kept);
    }
}
