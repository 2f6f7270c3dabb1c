package org.thetisdb.storage.delta;

import java.util.Arrays;
import org.thetisdb.value.vector.Vector;

/**
 * The entries of a batch that the base does not answer, and what does: a place of a version, or nothing. Used again
 * from batch to batch. Not thread safe.
 */
final class Overlay {
    private int[] entries = new int[16];
    private int[] records = new int[16];
    private int[] places = new int[16];
    private int count;
    private boolean[] masked = new boolean[16];

    /** Drops whatever a batch has left that ended in an error. */
    void begin() {
        count = 0;
    }

    int count() {
        return count;
    }

    int entry(int index) {
        return entries[index];
    }

    /** What was added: a version or a link. */
    int record(int index) {
        return records[index];
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Makes an entry of the batch one that the base does not answer. */
    void add(int entry, int record) {
        if (count == entries.length) {
            entries = Arrays.copyOf(entries, count * 2);
            records = Arrays.copyOf(records, count * 2);
            places = Arrays.copyOf(places, count * 2);
        }
        entries[count] = entry;
        records[count++] = record;
    }

    /**
     * Says what an entry has, in the stead of an earlier one.
     *
     * @param place of the property in the version; negative if it has none
     */
    void replace(int index, int entry, int version, int place) {
        entries[index] = entry;
        records[index] = version;
        places[index] = place;
    }

    /** Drops all but the first. */
    void shorten(int newCount) {
        count = newCount;
    }

    /** The nulls, and what the base is not to be asked for. */
    boolean[] mask(boolean[] nulls, int batchCount) {
        boolean[] mask = room(batchCount);
        System.arraycopy(nulls, 0, mask, 0, batchCount);
        return masked();
    }

    /** What the base is not to be asked for. */
    boolean[] mask(int batchCount) {
        Arrays.fill(room(batchCount), 0, batchCount, false);
        return masked();
    }

    private boolean[] room(int batchCount) {
        if (masked.length < batchCount) {
            masked = new boolean[Math.max(batchCount, masked.length * 2)];
        }
        return masked;
    }

    private boolean[] masked() {
        for (int index = 0; index < count; index++) {
            masked[entries[index]] = true;
        }
        return masked;
    }

    /** Puts the values where the base has left nulls, and is empty then. */
    void patch(Versions versions, Vector into) {
        for (int index = 0; index < count; index++) {
            if (places[index] >= 0) {
                versions.copy(records[index], places[index], into, entries[index]);
            }
        }
        count = 0;
    }
}
