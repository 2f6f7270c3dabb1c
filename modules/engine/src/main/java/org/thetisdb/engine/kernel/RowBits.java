package org.thetisdb.engine.kernel;

import org.jspecify.annotations.Nullable;

/** Which rows of a batch are left, a bit for each. Belongs to one worker. */
final class RowBits {
    private static final int DENSE_BITS = Long.SIZE / 2;

    private long[] bits = {};
    private long[] more = {};
    private int words;
    private boolean isAll;
    private boolean isNone;

    /**
     * Begins with all rows of a batch, or some.
     *
     * @param chosen a bit for each row that is left; null for all
     */
    void begin(int rowCount, long @Nullable [] chosen) {
        words = (rowCount + Long.SIZE - 1) / Long.SIZE;
        if (bits.length < words) {
            bits = new long[words];
            more = new long[words];
        }
        isAll = true;
        isNone = false;
        if (chosen != null) {
            System.arraycopy(chosen, 0, bits, 0, words);
            keep();
        }
    }

    /** Where the next condition's bits go; they count once {@link #keep} is called. */
    long[] next() {
        return isAll ? bits : more;
    }

    /** Only those are left whose bits are set in {@link #next}; whether there are any. */
    boolean keep() {
        long any = 0;
        for (int word = 0; word < words; word++) {
            bits[word] = isAll ? bits[word] : bits[word] & more[word];
            any |= bits[word];
        }
        isAll = false;
        isNone = any == 0;
        return !isNone;
    }

    /** Whether all rows are left because nothing has been kept. */
    boolean isAll() {
        return isAll;
    }

    /** Whether no row is left. */
    boolean isNone() {
        return isNone;
    }

    /** The bits, once a condition was kept; not to be changed, and valid until {@link #begin}. */
    long[] words() {
        return bits;
    }

    /** Writes the indexes of the rows that are left, ascending; returns how many they are. */
    int select(int[] selection) {
        int selected = 0;
        for (int word = 0; word < words; word++) {
            long rest = bits[word];
            int row = word * Long.SIZE;
            if (Long.bitCount(rest) <= DENSE_BITS || row + Long.SIZE > selection.length) {
                selected = selectSparse(rest, row, selected, selection);
            } else {
                // Nobody could predict which of so many bits are set, and an entry too many is written over.
                for (int bit = 0; bit < Long.SIZE; bit++) {
                    selection[selected] = row + bit;
                    selected += (int) (rest >>> bit & 1);
                }
            }
        }
        return selected;
    }

    private static int selectSparse(long word, int row, int from, int[] selection) {
        int selected = from;
        for (long rest = word; rest != 0; rest &= rest - 1) {
            selection[selected++] = row + Long.numberOfTrailingZeros(rest);
        }
        return selected;
    }
}
