package org.thetisdb.storage.log;

import org.jspecify.annotations.Nullable;

/**
 * Takes the operations of one commit, in the order in which they were made, all with explicit ids. What writes the log,
 * what replays it into a delta, what lists versions and what compares two revisions are all sinks of this kind.
 *
 * <p>Arrays of keys and values run in parallel; values are boxed as {@code org.thetisdb.value} lists them. A sink must
 * not keep or change the arrays: their owner uses them again.
 */
public interface Changes {
    /** Whether values of properties are looked at; if not, null may be given for each. */
    default boolean readsValues() {
        return true;
    }

    /**
     * A node came into being.
     *
     * @param labelSetId the catalog's number of its label set
     * @param keys property key ids, each once
     * @param values none of them null
     */
    void createNode(long node, int labelSetId, int[] keys, Object[] values);

    /** A node's label set was replaced. */
    void setLabels(long node, int labelSetId);

    /**
     * Some properties of a node were set, the others left alone.
     *
     * @param values null where the property was removed
     */
    void setNodeProperties(long node, int[] keys, @Nullable Object[] values);

    /** A node without relationships was deleted. */
    void deleteNode(long node);

    /**
     * A relationship came into being; its id names type and start chunk.
     *
     * @param values none of them null
     */
    void createRelationship(long relationship, long start, long end, int[] keys, Object[] values);

    /**
     * Some properties of a relationship were set, the others left alone.
     *
     * @param values null where the property was removed
     */
    void setRelationshipProperties(long relationship, int[] keys, @Nullable Object[] values);

    /** A relationship was deleted; its ends are given so that both lists can be found. */
    void deleteRelationship(long relationship, long start, long end);

    /** An index or a constraint was created or dropped, or an index became usable. */
    void schemaChange(SchemaChange change);
}
