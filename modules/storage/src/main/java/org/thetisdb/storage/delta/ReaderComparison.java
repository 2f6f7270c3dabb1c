package org.thetisdb.storage.delta;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.GraphReader;

/**
 * Compares what two readers of one delta see. Only what was written since the base is looked at: the rest is the base's
 * for both. Belongs to the thread that has the readers.
 */
public final class ReaderComparison {
    private ReaderComparison() {}

    /** Whether both see the same of a node. */
    public static boolean isSameNode(DeltaReader one, DeltaReader other, long node) {
        int labelSet = one.labelSet(node);
        if (labelSet == GraphReader.NO_NODE || labelSet != other.labelSet(node)) {
            return labelSet == other.labelSet(node);
        }
        NodeVersion ofOne = one.visibility().newest(one.delta().head(node));
        NodeVersion ofOther = other.visibility().newest(one.delta().head(node));
        IntPredicate isSame = key -> Objects.equals(one.nodeValue(key, node), other.nodeValue(key, node));
        return isFresh(ofOne) == isFresh(ofOther)
                && Arrays.stream(writtenKeys(ofOne)).allMatch(isSame)
                && Arrays.stream(writtenKeys(ofOther)).allMatch(isSame);
    }

    private static boolean isFresh(@Nullable NodeVersion version) {
        return version != null && version.fresh();
    }

    private static int[] writtenKeys(@Nullable NodeVersion version) {
        return (version == null ? Properties.NONE : version.properties()).keys();
    }

    /** Whether both see the same of a relationship. */
    public static boolean isSameRelationship(DeltaReader one, DeltaReader other, long relationship) {
        boolean exists = one.relationshipExists(relationship);
        Link link = one.delta().link(relationship);
        if (link == null || !exists || !other.relationshipExists(relationship)) {
            return exists == other.relationshipExists(relationship);
        }
        IntPredicate isSame = key ->
                Objects.equals(one.relationshipValue(key, relationship), other.relationshipValue(key, relationship));
        return Arrays.stream(writtenKeys(one, link)).allMatch(isSame)
                && Arrays.stream(writtenKeys(other, link)).allMatch(isSame);
    }

    private static int[] writtenKeys(DeltaReader reader, Link link) {
        RelationshipVersion version = reader.visibility().newest(link.head());
        return (version == null ? Properties.NONE : version.properties()).keys();
    }
}
