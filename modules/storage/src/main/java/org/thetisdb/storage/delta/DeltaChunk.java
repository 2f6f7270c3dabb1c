package org.thetisdb.storage.delta;

import java.util.Arrays;
import org.thetisdb.storage.arena.HandleTable;
import org.thetisdb.storage.arena.NearRecords;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.arena.Records;

/**
 * What happened since the base to the nodes of one chunk, or to the relationships of one type that start in one: by row
 * the newest version, by slot the link. Thread safe.
 */
final class DeltaChunk {
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
