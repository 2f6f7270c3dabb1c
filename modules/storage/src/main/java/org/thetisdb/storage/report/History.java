package org.thetisdb.storage.report;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * What was, and when. Covers the revisions that are retained: of what came before the oldest of them only the outcome
 * is known. Thread safe.
 */
public interface History {
    /** The oldest revision that can be read. */
    long oldestRevision();

    /**
     * Commits, ascending.
     *
     * @param from the first; earlier ones than the oldest retained are left out
     * @param to the last; later ones than the newest are left out
     */
    List<Revision> revisions(long from, long to);

    /**
     * All versions of a node, oldest first; empty if there never was one.
     *
     * @param withProperties whether they are to hold the properties; if not, those are empty
     */
    List<Version> nodeVersions(long node, boolean withProperties);

    /** All versions of a relationship; see {@link #nodeVersions}. */
    List<Version> relationshipVersions(long relationship, boolean withProperties);

    /** The values that a node's property had, oldest first, with the revisions since which it had them. */
    List<ValueVersion> nodeValues(long node, String propertyKey);

    /**
     * How the graph of one revision differs from that of another, by entity.
     *
     * @param taker is given each change, of which there may be more than fit into memory; false if it wants no more
     * @throws ThetisException {@link ErrorCode#REVISION_NOT_FOUND}
     */
    void changes(long fromRevision, long toRevision, Predicate<Change> taker);

    /**
     * An entity since one revision, up to its next version.
     *
     * @param exists whether there is such an entity; if not, the rest is empty
     * @param labels a node's labels, or a relationship's type alone
     * @param properties by key
     */
    record Version(
            long revision, long timeMillis, boolean exists, List<String> labels, Map<String, Object> properties) {}

    /**
     * A property's value since one revision.
     *
     * @param value null if the node or the property is not there
     */
    record ValueVersion(
            long revision, long timeMillis, @Nullable Object value) {}

    /**
     * What became of an entity.
     *
     * @param relationship whether it is a relationship
     * @param before as it was, with the revision that was asked for
     * @param after as it is
     */
    record Change(long id, boolean relationship, Version before, Version after) {}
}
