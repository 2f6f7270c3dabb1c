package org.thetisdb.storage.delta;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.SettledNodes;
import org.thetisdb.storage.arena.HandleTable;
import org.thetisdb.storage.arena.NearRecords;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.arena.Records;

/**
 * What happened since the base to the nodes of one chunk, or to the relationships of one type that start in one: by row
 * the newest version, by slot the link. Thread safe.
 */
final class DeltaChunk {
    /** Where more than such a part of the base's rows is changed, looking for the others takes too long. */
    private static final int OTHERS_DIVISOR = 4;

    private final Records records;
    private final HandleTable entries;
    private volatile int[] dirtyKeys = new int[0];

    DeltaChunk(RecordArena arena) {
        records = new NearRecords(arena);
        entries = new HandleTable(arena, records);
    }

    /** Where records of the chunk are made, so that they are near each other. */
    Records records() {
        return records;
    }

    /** By row or slot; 0 for what is as in the base. */
    HandleTable entries() {
        return entries;
    }

    /** The property keys that may differ from the base somewhere in the chunk, ascending. */
    int[] dirtyKeys() {
        return dirtyKeys;
    }

    /** What a reader sees of versions. */
    record Seen(Versions versions, Visibility visibility) {
        private int version(int head) {
            return head == RecordArena.NONE ? RecordArena.NONE : versions.newest(head, visibility);
        }
    }

    /**
     * Finds the nodes in consecutive rows.
     *
     * @param ofBase those that the base has
     * @return how many they are
     */
    int nodes(int chunk, int firstRow, int count, long[] ofBase, int ofBaseCount, Seen seen, long[] into) {
        int place = 0;
        int found = 0;
        for (int row = firstRow; row < firstRow + count; row++) {
            long node = NodeIdLayout.id(chunk, row);
            boolean isInBase = place < ofBaseCount && ofBase[place] == node;
            place += isInBase ? 1 : 0;
            int version = seen.version(entries.get(row));
            into[found] = node;
            found += (version == RecordArena.NONE ? isInBase : seen.versions.exists(version)) ? 1 : 0;
        }
        return found;
    }

    /**
     * Takes changed nodes from those that are as in the base.
     *
     * @param labelSets which of them are wanted; null for all
     * @return false if so many are changed that it does not pay
     */
    boolean unsettle(int chunk, Seen seen, @Nullable IntPredicate labelSets, SettledNodes into) {
        into.enumerate();
        int othersMax = into.rowCount() / OTHERS_DIVISOR;
        for (int row = entries.next(0); row >= 0 && into.otherCount() <= othersMax; row = entries.next(row + 1)) {
            int version = seen.version(entries.get(row));
            if (version != RecordArena.NONE) {
                into.unsettle(row);
                if (seen.versions.exists(version)
                        && (labelSets == null || labelSets.test(seen.versions.labelSet(version)))) {
                    into.addOther(NodeIdLayout.id(chunk, row));
                }
            }
        }
        return into.otherCount() <= othersMax;
    }

    boolean isDirty(int propertyKeyId) {
        return Arrays.binarySearch(dirtyKeys, propertyKeyId) >= 0;
    }

    void touch(int[] propertyKeyIds) {
        for (int key : propertyKeyIds) {
            if (!isDirty(key)) {
                addKey(key);
            }
        }
    }

    private synchronized void addKey(int propertyKeyId) {
        int[] known = dirtyKeys;
        int place = -Arrays.binarySearch(known, propertyKeyId) - 1;
        if (place >= 0) {
            int[] larger = new int[known.length + 1];
            System.arraycopy(known, 0, larger, 0, place);
            larger[place] = propertyKeyId;
            System.arraycopy(known, place, larger, place + 1, known.length - place);
            dirtyKeys = larger;
        }
    }
}
