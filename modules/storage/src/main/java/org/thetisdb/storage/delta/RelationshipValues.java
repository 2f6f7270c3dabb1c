package org.thetisdb.storage.delta;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.base.BaseReader;
import org.thetisdb.value.vector.Vector;

/** Relationships, as {@link DeltaValues} reads their properties. Not thread safe. */
final class RelationshipValues implements DeltaValues.Entities {
    private final Delta delta;
    private final BaseReader base;
    private final Overlay overlay;

    RelationshipValues(Delta delta, BaseReader base, Overlay overlay) {
        this.delta = delta;
        this.base = base;
        this.overlay = overlay;
    }

    @Override
    public void readBase(int propertyKeyId, long[] relationships, boolean @Nullable [] nulls, int count, Vector into) {
        base.relationshipProperty(propertyKeyId, relationships, nulls, count, into);
    }

    /** Finds the entries that are known, or that have a link. */
    @Override
    public void findVersions(
            Visibility visibility, int propertyKeyId, long[] relationships, boolean @Nullable [] nulls, int count) {
        int type = -1;
        int number = -1;
        DeltaChunk<Link> chunk = null;
        DeltaColumn column = null;
        for (int index = 0; index < count; index++) {
            if (nulls != null && nulls[index]) {
                continue;
            }
            long relationship = relationships[index];
            if (RelationshipIdLayout.chunk(relationship) != number || RelationshipIdLayout.type(relationship) != type) {
                number = RelationshipIdLayout.chunk(relationship);
                type = RelationshipIdLayout.type(relationship);
                chunk = delta.linkChunk(type, number);
                column = chunk == null ? null : chunk.column(propertyKeyId);
            }
            if (chunk == null) {
                continue;
            }
            int slot = RelationshipIdLayout.slot(relationship);
            if (overlay.addIfKnown(index, column, slot, visibility.revision())) {
                continue;
            }
            Link link = chunk.entries().get(slot);
            if (link != null) {
                overlay.add(index, link);
            }
        }
    }

    @Override
    public void takeValues(Visibility visibility, int propertyKeyId, long[] relationships) {
        int found = overlay.count();
        int kept = 0;
        for (int index = 0; index < found; index++) {
            Link link = (Link) overlay.value(index);
            RelationshipVersion head = link == null ? null : link.head();
            RelationshipVersion version = visibility.newest(head);
            int place = version == null ? -1 : version.properties().find(propertyKeyId);
            if (link == null || place < 0 && link.isOfBase()) {
                continue;
            }
            Object value =
                    version == null || place < 0 ? null : version.properties().values()[place];
            if (overlay.remembers() && version == head && !link.isOfBase()) {
                remember(visibility, propertyKeyId, link, version, value);
            }
            overlay.replace(kept++, overlay.place(index), value);
        }
        overlay.shorten(kept);
    }

    private void remember(
            Visibility visibility,
            int propertyKeyId,
            Link link,
            @Nullable RelationshipVersion newest,
            @Nullable Object value) {
        long revision = Math.max(link.createdRevision(), newest == null ? 0 : newest.revision());
        if (revision > visibility.revision()) {
            return;
        }
        long relationship = link.relationship();
        DeltaChunk<Link> chunk =
                delta.makeLinkChunk(RelationshipIdLayout.type(relationship), RelationshipIdLayout.chunk(relationship));
        int slot = RelationshipIdLayout.slot(relationship);
        overlay.remember(
                delta,
                chunk,
                propertyKeyId,
                slot,
                value,
                revision,
                () -> chunk.entries().get(slot) == link && link.head() == newest);
    }

    @Override
    public @Nullable Object value(Visibility visibility, int propertyKeyId, long relationship) {
        Link link = delta.link(relationship);
        RelationshipVersion version = link == null ? null : visibility.newest(link.head());
        return version == null ? null : version.properties().value(propertyKeyId);
    }
}
