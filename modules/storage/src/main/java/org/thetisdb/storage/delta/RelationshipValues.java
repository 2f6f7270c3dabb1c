package org.thetisdb.storage.delta;

import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.base.BaseReader;
import org.thetisdb.value.vector.Vector;

/** A property of many relationships, as {@link NodeValues} has it of nodes. Not thread safe. */
final class RelationshipValues {
    private final Delta delta;
    private final BaseReader base;
    private final Overlay overlay;

    /** @param overlay used by one reading at a time */
    RelationshipValues(Delta delta, BaseReader base, Overlay overlay) {
        this.delta = delta;
        this.base = base;
        this.overlay = overlay;
    }

    void read(Visibility visibility, int propertyKeyId, long[] relationships, boolean[] nulls, int count, Vector into) {
        overlay.begin(count);
        findLinks(visibility, propertyKeyId, relationships, nulls, count);
        takeValues(visibility, propertyKeyId);
        if (overlay.isEmpty()) {
            base.relationshipProperty(propertyKeyId, relationships, nulls, count, into);
        } else {
            base.relationshipProperty(propertyKeyId, relationships, overlay.mask(nulls, count), count, into);
            overlay.patch(into, place -> value(visibility, propertyKeyId, relationships[place]));
        }
    }

    /** Finds the entries that are known, or that have a link. */
    private void findLinks(Visibility visibility, int propertyKeyId, long[] relationships, boolean[] nulls, int count) {
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

    /** Of the links found, keeps those of which the base does not have the property, with its value or null. */
    private void takeValues(Visibility visibility, int propertyKeyId) {
        int found = overlay.count();
        int kept = 0;
        for (int index = 0; index < found; index++) {
            Link link = (Link) overlay.value(index);
            RelationshipVersion head = link.head();
            RelationshipVersion version = visibility.newest(head);
            int place = version == null ? -1 : version.properties().find(propertyKeyId);
            if (place < 0 && link.isOfBase()) {
                continue;
            }
            Object value = place < 0 ? null : version.properties().values()[place];
            if (overlay.remembers() && version == head && !link.isOfBase()) {
                remember(visibility, propertyKeyId, link, version, value);
            }
            overlay.replace(kept++, overlay.place(index), value);
        }
        overlay.shorten(kept);
    }

    private void remember(
            Visibility visibility, int propertyKeyId, Link link, RelationshipVersion newest, Object value) {
        long revision = Math.max(link.createdRevision(), newest == null ? 0 : newest.revision());
        if (revision > visibility.revision()) {
            return;
        }
        long relationship = link.relationship();
        DeltaChunk<Link> chunk =
                delta.linkChunk(RelationshipIdLayout.type(relationship), RelationshipIdLayout.chunk(relationship));
        int slot = RelationshipIdLayout.slot(relationship);
        delta.grow(overlay.remember(
                chunk,
                propertyKeyId,
                slot,
                value,
                revision,
                () -> chunk.entries().get(slot) == link && link.head() == newest));
    }

    private Object value(Visibility visibility, int propertyKeyId, long relationship) {
        RelationshipVersion version = visibility.newest(delta.link(relationship).head());
        return version == null ? null : version.properties().value(propertyKeyId);
    }
}
