package org.thetisdb.storage.delta;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.log.Changes;
import org.thetisdb.storage.log.SchemaChange;
import org.thetisdb.value.ErrorCode;

/**
 * Compares what others have committed since with what a transaction has written in this delta, and fails at the first
 * conflict ({@link ErrorCode#TRANSACTION_CONFLICT}). It is what {@link DeltaWriter} does when both write into one
 * delta, looked at from the other side:
 *
 * <pre>
 *   the other's operation            conflicts with the transaction's
 *   ─────────────────────────────    ────────────────────────────────────────────────────────────
 *   node's properties or labels      version of the node
 *   labels that are others, or       … and relationships made or deleted at the node, and other
 *     the node's deletion              labels of a node on the far side of one of its relationships
 *   relationship made or deleted     … other labels or the deletion of one of its ends
 *   relationship's properties, or    version or deletion of the relationship
 *     its deletion
 * </pre>
 *
 * <p>Labels are others if they are not those that the transaction has seen: who changes them and changes them back is a
 * conflict here, though it would be none there. What was made since, the transaction cannot know.
 *
 * <p>Not thread safe; used by the thread of the transaction.
 */
final class WriteComparison implements Changes {
    private static final int NONE = RecordArena.NONE;

    private final Delta delta;
    private final DeltaReader view;
    private final WrittenEntities written;
    private final Versions versions;
    private final Links links;
    private final LinkCursor cursor;

    /** @param view sees what the transaction sees, with its own changes */
    WriteComparison(Delta delta, DeltaReader view, WrittenEntities written) {
        this.delta = delta;
        this.view = view;
        this.written = written;
        this.versions = delta.versions();
        this.links = delta.links();
        this.cursor = new LinkCursor(delta);
    }

    // ---------------------------------------------------------------- nodes

    @Override
    public void createNode(long node, int labelSetId, int[] keys, Object[] values) {}

    @Override
    public void setLabels(long node, int labelSetId) {
        requireUnwritten(node);
        int seen = view.labelSet(node);
        if (seen != labelSetId && seen != GraphReader.NO_NODE) {
            requireNoOwnLinks(node);
            view.forEachRelationship(node, (relationship, start, end) -> requireLabels(start == node ? end : start));
        }
    }

    @Override
    public void setNodeProperties(long node, int[] keys, @Nullable Object[] values) {
        requireUnwritten(node);
    }

    @Override
    public void deleteNode(long node) {
        requireUnwritten(node);
        requireNoOwnLinks(node);
    }

    private void requireUnwritten(long node) {
        if (isOwnVersion(delta.head(node))) {
            throw DeltaWriter.conflict("node", node);
        }
    }

    /** Whether the transaction has deleted a node, or has given it other labels. */
    private void requireLabels(long node) {
        int head = delta.head(node);
        if (isOwnVersion(head) && versions.labelSet(head) != labelSetBefore(node, head)) {
            throw DeltaWriter.conflict("node", node);
        }
    }

    private int labelSetBefore(long node, int head) {
        int older = versions.older(head);
        return older == NONE ? view.base().labelSet(node) : versions.labelSet(older);
    }

    private boolean isOwnVersion(int version) {
        return version != NONE && written.isOwn(versions.stamp(version));
    }

    private void requireNoOwnLinks(long node) {
        delta.lists().forEachOf(node, (type, forward, head) -> requireNoOwnLinks(node, type, forward, head));
        delta.runs()
                .forEachPlaceOf(
                        NodeIdLayout.chunk(node),
                        (type, forward, chunk) -> requireNoOwnLinks(
                                node, type, forward, delta.lists().head(type, forward, node)));
    }

    private void requireNoOwnLinks(long node, int type, boolean forward, int head) {
        cursor.start(type, forward, node, head);
        while (cursor.next()) {
            boolean isOwn = cursor.mark() == ListLayout.LOOK ? isOwnLink(cursor.link()) : written.isOwn(cursor.mark());
            if (isOwn) {
                throw DeltaWriter.conflict("node", node);
            }
        }
    }

    private boolean isOwnLink(int link) {
        return link != NONE && (written.isOwn(links.created(link)) || written.isOwn(links.deleted(link)));
    }

    // ---------------------------------------------------------------- relationships

    @Override
    public void createRelationship(long relationship, long start, long end, int[] keys, Object[] values) {
        requireLabels(start);
        requireLabels(end);
    }

    @Override
    public void setRelationshipProperties(long relationship, int[] keys, @Nullable Object[] values) {
        requireUnwrittenLink(relationship);
    }

    @Override
    public void deleteRelationship(long relationship, long start, long end) {
        requireUnwrittenLink(relationship);
        requireLabels(start);
        requireLabels(end);
    }

    private void requireUnwrittenLink(long relationship) {
        int link = delta.link(relationship);
        if (link != NONE && (isOwnVersion(links.version(link)) || isOwnLink(link))) {
            throw DeltaWriter.conflict("relationship", relationship);
        }
    }

    // ---------------------------------------------------------------- schema

    /** A transaction that follows another schema does not commit at all. */
    @Override
    public void schemaChange(SchemaChange change) {}
}
