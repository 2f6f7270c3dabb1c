package org.thetisdb.storage.packing;

/**
 * Moves bits between rows and the values that they have, where some rows have none.
 *
 * <pre>
 *   rows       0 1 2 3 4 5 6 7
 *   present    1 0 1 1 0 0 1 1        which have a value
 *   of rows    1 1 0 1 0 0 1 0
 *   of values  1   0 1     1 0  ──►   1 0 1 1 0        gathered; spreading goes back, with 0 where there is no value
 * </pre>
 *
 * <p>A word of 64 rows at a time, by {@link Long#compress} and {@link Long#expand}: an instruction of some processors,
 * a hundred of others. Stateless.
 */
public final class PresentBits {
    private static final long ALL = -1L;

    private PresentBits() {}

    /**
     * Gives values the bits of their rows.
     *
     * @param present by row whether it has a value; the bits of the last word that are of no row are 0
     * @param into as many bits as there are values; the others of the last word are 0
     */
    public static void gather(long[] ofRows, long[] present, int rowCount, long[] into) {
        long dense = 0;
        int used = 0;
        int word = 0;
        for (int row = 0; row < PackedTests.bitWords(rowCount); row++) {
            long some = present[row];
            long bits = some == ALL ? ofRows[row] : Long.compress(ofRows[row], some);
            dense |= bits << used;
            int count = Long.bitCount(some);
            if (used + count >= Long.SIZE) {
                into[word++] = dense;
                dense = used == 0 ? 0 : bits >>> Long.SIZE - used;
                used -= Long.SIZE;
            }
            used += count;
        }
        if (used > 0) {
            into[word] = dense;
        }
    }

    /**
     * Gives rows the bits of their values, and 0 to those without one.
     *
     * @param ofValues followed by a word more, which may be anything
     * @param present as in {@link #gather}
     * @param into gets a bit for each row; the others of the last word are 0
     */
    public static void spread(long[] ofValues, long[] present, int rowCount, long[] into) {
        int at = 0;
        for (int row = 0; row < PackedTests.bitWords(rowCount); row++) {
            long some = present[row];
            int place = at >>> 6;
            long bits = ofValues[place] >>> at | ofValues[place + 1] << 1 << ~at;
            into[row] = some == ALL ? bits : Long.expand(bits, some);
            at += Long.bitCount(some);
        }
    }
}
