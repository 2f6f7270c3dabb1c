package org.thetisdb.value.vector;

import org.jspecify.annotations.Nullable;

/**
 * Ids that follow one upon the other, as a scan gives them, or some of these, as a filter leaves them. They are written
 * when somebody asks for them; who reads a column of the range, or only counts, never does.
 *
 * <pre>
 *   all      first 640, length 1024                     ids  640 641 642 … 1663
 *   chosen   first 640, length 1024, rows 2 3 7         ids  642 643 647
 * </pre>
 *
 * <p>Belongs to a vector, which says whether it holds; not thread safe, reading neither.
 */
public final class IdRange {
    private long first;
    private int length;
    private int @Nullable [] rows;

    /** Whether the vector's entries are of this range. */
    private boolean isMeant;

    /** Whether the vector's longs are still to be made of this. */
    private boolean isUnwritten;

    IdRange() {}

    void begin(long newFirst, int newLength, int @Nullable [] newRows, int count) {
        first = newFirst;
        length = newLength;
        rows = newRows;
        isMeant = count > 0;
        isUnwritten = true;
    }

    /** The vector is reset: what was to be written need not be. */
    void forget() {
        isMeant = false;
        isUnwritten = false;
    }

    /** An entry is about to get another value. */
    void leave() {
        isMeant = false;
    }

    /** The vector's entries become others, with the same ids as far as there are as many. */
    void resize(int count, int newCount, long[] into) {
        if (isUnwritten && newCount > count) {
            write(into, count);
        }
        isMeant &= newCount == count;
    }

    boolean isMeant() {
        return isMeant;
    }

    boolean isUnwritten() {
        return isUnwritten;
    }

    /** {@return whether all ids of the range are meant, one for each entry} */
    public boolean isWhole() {
        return rows == null;
    }

    /** {@return the id with which the range begins} */
    public long first() {
        return first;
    }

    /** {@return how many ids the range has} */
    public int length() {
        return length;
    }

    /**
     * {@return by entry, which of the ids it is, 0 to length - 1, if they are not the whole range} It is not to be
     * changed, and holds as long as the vector is not reset.
     */
    public int[] rows() {
        int[] chosen = rows;
        if (chosen == null) {
            throw new IllegalStateException("all ids of a range have no rows");
        }
        return chosen;
    }

    void write(long[] into, int count) {
        isUnwritten = false;
        long from = first;
        int[] chosen = rows;
        if (chosen == null) {
            for (int index = 0; index < count; index++) {
                into[index] = from + index;
            }
        } else {
            for (int index = 0; index < count; index++) {
                into[index] = from + chosen[index];
            }
        }
    }
}
