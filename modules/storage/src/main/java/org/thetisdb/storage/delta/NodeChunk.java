package org.thetisdb.storage.delta;

import java.util.Arrays;

/** What happened to the nodes of one chunk since the base. Thread safe. */
final class NodeChunk {
    private final Slots<NodeVersion> versions = new Slots<>();
    private volatile int[] touchedKeys = new int[0];

    /** The newest version of each row's node, committed or not; null for what is as in the base. */
    Slots<NodeVersion> versions() {
        return versions;
    }

    /** The property keys that may differ from the base somewhere in the chunk, ascending. */
    int[] touchedKeys() {
        return touchedKeys;
    }

    boolean isTouched(int propertyKeyId) {
        return Arrays.binarySearch(touchedKeys, propertyKeyId) >= 0;
    }

    void touch(int[] propertyKeyIds) {
        for (int key : propertyKeyIds) {
            if (!isTouched(key)) {
                addKey(key);
            }
        }
    }

    private synchronized void addKey(int propertyKeyId) {
        int[] known = touchedKeys;
        int place = -Arrays.binarySearch(known, propertyKeyId) - 1;
        if (place >= 0) {
            int[] larger = new int[known.length + 1];
            System.arraycopy(known, 0, larger, 0, place);
            larger[place] = propertyKeyId;
            System.arraycopy(known, place, larger, place + 1, known.length - place);
            touchedKeys = larger;
        }
    }
}
