package org.thetisdb.storage.column;

import org.thetisdb.value.vector.Vector;

/**
 * Floats that are integers divided by a small power of ten, as prices and measurements mostly are.
 *
 * <pre>
 *   aux      decimal digits
 *   part 0   packed: integers
 * </pre>
 *
 * <p>That doubles of decimal origin are best stored as integers with an exponent is A. Afroozeh, L. Kuffo, P. Boncz:
 * ALP, SIGMOD 2023 (and before, as pseudo-decimals, in BtrBlocks). Otherwise than there, one exponent serves a whole
 * segment, there is no second factor, and there are no exceptions: one value that does not come back bit for bit makes
 * all of them {@link DoublesCodec}.
 */
final class DecimalCodec implements ValueReader {
    private static final int DIGITS_MAX = 4;
    private static final double CODE_MAX = 1L << 51;

    private final SegmentBytes bytes;
    private final Packed integers;
    private final double divisor;

    DecimalCodec(SegmentBytes bytes, Packed integers, double divisor) {
        this.bytes = bytes;
        this.integers = integers;
        this.divisor = divisor;
    }

    /** Encodes values if they come back bit for bit; else returns false and has done nothing. */
    static boolean encode(SegmentDraft draft, double[] source) {
        int digits = digits(draft, source);
        if (digits < 0) {
            return false;
        }
        draft.begin(Encoding.DECIMAL);
        draft.auxiliary(digits);
        draft.packed(0, draft.codes(draft.valueCount()), draft.valueCount());
        return true;
    }

    /** The fewest digits that give back every value, with the integers in the draft's codes; or -1. */
    private static int digits(SegmentDraft draft, double[] source) {
        int valueCount = draft.valueCount();
        long[] codes = draft.codes(valueCount);
        double power = 1;
        for (int digits = 0; digits <= DIGITS_MAX; digits++) {
            int i = 0;
            while (i < valueCount) {
                double value = source[draft.row(i)];
                double scaled = Math.rint(value * power);
                if (!(Math.abs(scaled) < CODE_MAX)
                        || Double.doubleToRawLongBits((long) scaled / power) != Double.doubleToRawLongBits(value)) {
                    break;
                }
                codes[i++] = (long) scaled;
            }
            if (i == valueCount) {
                return digits;
            }
            power *= 10;
        }
        return -1;
    }

    @Override
    public void fetch(long value, Vector into, int index) {
        into.doubles()[index] = bytes.get(integers, value) / divisor;
    }

    @Override
    public void reach(long value) {
        bytes.need(integers, value, 1);
    }

    @Override
    public boolean canReach() {
        return true;
    }

    @Override
    public void decode(int from, int values, Vector into, int at) {
        long[] codes = bytes.scratch().codes(values);
        bytes.unpack(integers, from, values, codes, 0);
        divide(codes, values, into.doubles(), at);
    }

    @Override
    public void gather(long[] places, int length, Vector into, int at) {
        long[] codes = bytes.scratch().codes(length);
        bytes.gather(integers, places, length, codes, 0);
        divide(codes, length, into.doubles(), at);
    }

    private void divide(long[] codes, int length, double[] into, int at) {
        double by = divisor;
        for (int i = 0; i < length; i++) {
            into[at + i] = codes[i] / by;
        }
    }
}
