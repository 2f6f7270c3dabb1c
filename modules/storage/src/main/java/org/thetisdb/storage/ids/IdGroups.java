package org.thetisdb.storage.ids;

import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.NodeIdLayout;

/**
 * Ids that follow one upon the other and begin alike: those of nodes of one chunk, or of relationships of one segment.
 * Both end with a row of 15 bits.
 */
public final class IdGroups {
    private IdGroups() {}

    /** What ids of one group have in common. */
    public static long group(long id) {
        return id >>> NodeIdLayout.ROW_BITS;
    }

    /** One above the last entry of the group of ids that begin alike, and nulls, that begins at {@code start}. */
    public static int end(long[] ids, boolean @Nullable [] nulls, int start, int count) {
        long first = ids[start];
        if (start == 0 && nulls == null && group(ids[count - 1]) == group(first)) {
            // Most often all are of one group, which a loop without branches finds out at several ids a cycle. Only
            // once:
            // ids of two groups by turns would be gone through again for each of them.
            long differences = 0;
            for (int index = start; index < count; index++) {
                differences |= ids[index] ^ first;
            }
            if (group(differences) == 0) {
                return count;
            }
        }
        int end = start + 1;
        while (end < count && (nulls != null && nulls[end] || group(ids[end]) == group(first))) {
            end++;
        }
        return end;
    }
}
