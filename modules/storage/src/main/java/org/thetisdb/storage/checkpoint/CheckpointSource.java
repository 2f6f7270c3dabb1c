package org.thetisdb.storage.checkpoint;

import java.util.Collection;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.adjacency.ChangeFeed;
import org.thetisdb.storage.file.LogMark;
import org.thetisdb.storage.index.IndexEntries;

/**
 * What has changed since a base, up to one revision. It says where something changed; the values are read through
 * readers of {@link #snapshot}. It may name more than really changed, also what changed after the revision, which costs
 * time; it must not name less.
 *
 * <p>Of readers the checkpoint uses {@link GraphReader#labelSets}, {@link GraphReader#nodeProperty(int, int, int, int,
 * org.thetisdb.value.vector.Vector)}, {@link GraphReader#relationshipProperty},
 * {@link GraphReader#relationshipExists} and {@link GraphReader#refresh}. One thread, but for {@link #snapshot}, {@link
 * #listChanges} and {@link #changedSlots}: several may ask at a time, each with its own reader and feed.
 */
public interface CheckpointSource {
    /**
     * The graph as of the revision that the new root is to hold: base and changes. Its catalog knows all that the
     * base's knows, with the same ids.
     */
    Snapshot snapshot();

    /** When the revision was committed, in milliseconds since 1970. */
    long timeMillis();

    /** The record of the revision's commit in the log, on the device; {@link LogMark#NONE} if it is not known. */
    LogMark logMark();

    /** About how many bytes of changes that is, in memory. */
    long changedBytes();

    /** Chunks in which nodes were made, deleted or given other labels. Those that are new or grew need not be named. */
    Collection<Integer> nodeChunks();

    /**
     * Properties of chunks of which some node's value may differ from the base. All properties of a node whose row was
     * used again are among them; those of deleted nodes need not be.
     */
    Collection<NodeColumn> nodeColumns();

    /** Lists that have got or lost relationships; each relationship counts on both sides. */
    Collection<Lists> lists();

    /** What the lists have got and lost, net: entries that the base has go, entries that it has not come. */
    ChangeFeed listChanges(Lists lists);

    /**
     * Relationships, by type and chunk of the start node, that were made or deleted, or of which some property changed;
     * also those that were made and deleted again, so that their slots count as used.
     */
    Collection<Relationships> relationships();

    /**
     * The slots of {@link #relationships} of a type and chunk in a range.
     *
     * @param fromSlot a multiple of the rows of a chunk, as {@code endSlot} is
     * @return ascending
     */
    int[] changedSlots(int type, int chunk, int fromSlot, int endSlot);

    /**
     * Changes of an index: nodes that have got or lost a key; a word on a pair that is not new does no harm. Each call
     * gives a walk of its own.
     */
    IndexChanges indexChanges(IndexDescriptor index);

    /** A property of the nodes of a chunk. */
    record NodeColumn(int chunk, int propertyKeyId) {}

    /** The lists of a type that start (forward) or end in a chunk. */
    record Lists(int type, boolean forward, int chunk) {}

    /**
     * Relationships of one type that start in one chunk.
     *
     * @param slotEnd one above the greatest slot of those that were made or deleted, or of which a property changed
     * @param propertyKeyIds the properties that changed of any of them; those of relationships made or deleted may be
     *     left out where the base has no column
     */
    record Relationships(int type, int chunk, int slotEnd, int[] propertyKeyIds) {}

    /**
     * Entries of an index.
     *
     * @param count about how many
     * @param isCostly whether it costs less to compare all nodes of the chunks that changed than to walk over these
     */
    record IndexChanges(long count, IndexEntries entries, boolean isCostly) {}
}
