package org.thetisdb.storage.delta;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.arena.RecordArena;

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
        Versions versions = one.delta().versions();
        int ofOne = versions.newest(one.delta().head(node), one.visibility());
        int ofOther = versions.newest(one.delta().head(node), other.visibility());
        IntPredicate isSame = key -> Objects.equals(one.nodeValue(key, node), other.nodeValue(key, node));
        return isFresh(versions, ofOne) == isFresh(versions, ofOther)
                && Arrays.stream(versions.keys(ofOne)).allMatch(isSame)
                && Arrays.stream(versions.keys(ofOther)).allMatch(isSame);
    }

    private static boolean isFresh(Versions versions, int version) {
        return version != RecordArena.NONE && versions.isFresh(version);
    }

    /** Whether both see the same of a relationship. */
    public static boolean isSameRelationship(DeltaReader one, DeltaReader other, long relationship) {
        boolean exists = one.relationshipExists(relationship);
        int link = one.delta().link(relationship);
        if (link == RecordArena.NONE || !exists || !other.relationshipExists(relationship)) {
            return exists == other.relationshipExists(relationship);
        }
        IntPredicate isSame = key ->
                Objects.equals(one.relationshipValue(key, relationship), other.relationshipValue(key, relationship));
        return Arrays.stream(writtenKeys(one, link)).allMatch(isSame)
                && Arrays.stream(writtenKeys(other, link)).allMatch(isSame);
    }

    private static int[] writtenKeys(DeltaReader reader, int link) {
        Versions versions = reader.delta().versions();
        return versions.keys(versions.newest(reader.delta().links().version(link), reader.visibility()));
    }
}
