package org.thetisdb.lucene;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Bytes of a file that were copied because an input reads one after the other. A value that is read from shared memory
 * has to be asked afterwards whether it was there; a copy is asked once.
 *
 * <pre>
 *   small reads:   |a|b|      the second begins where the first ended: a copy is worth it
 *                  |a|b|c|d|e|f|...          the next copy is twice as long, up to COUNT_MAX
 * </pre>
 *
 * <p>Invariants: what is here is what the file holds, which never changes; 0 &le; count &le; COUNT_MAX. Belongs to one
 * input.
 */
final class CopiedBytes {
    /** A read of more bytes goes to the file's memory. */
    static final int READ_BYTES_MAX = 64;

    private static final long NEVER = -1;
    private static final int COUNT_FIRST = 128;
    private static final int COUNT_MAX = 1 << 10;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = {};
    private long begin;
    private int count;
    // The former read that found nothing here; it may have taken less than it asked for.
    private long missBegin = NEVER;
    private long missEnd = NEVER;

    boolean has(long at, int length) {
        return at >= begin && at - begin <= count - length;
    }

    byte byteAt(long at) {
        return bytes[(int) (at - begin)];
    }

    short shortAt(long at) {
        return (short) SHORT.get(bytes, (int) (at - begin));
    }

    int intAt(long at) {
        return (int) INT.get(bytes, (int) (at - begin));
    }

    long longAt(long at) {
        return (long) LONG.get(bytes, (int) (at - begin));
    }

    void copyTo(long at, byte[] target, int offset, int length) {
        System.arraycopy(bytes, (int) (at - begin), target, offset, length);
    }

    /**
     * How many bytes to copy for a read that they do not have: none if it does not go on where the former one ended.
     *
     * @param countMax as many as there are without leaving the page
     */
    int wanted(long at, int length, long countMax) {
        boolean isNext = (at > missBegin && at <= missEnd) || (count > 0 && at >= begin && at <= begin + count);
        missBegin = at;
        missEnd = at + length;
        int wanted = (int) Math.min(countMax, Math.min(COUNT_MAX, Math.max(COUNT_FIRST, 2 * count)));
        return isNext && wanted >= length ? wanted : 0;
    }

    /** Where to copy them to, from the first byte on; they count once they are {@linkplain #copied copied}. */
    byte[] target(int wanted) {
        count = 0;
        if (bytes.length < wanted) {
            bytes = new byte[wanted <= COUNT_FIRST ? COUNT_FIRST : COUNT_MAX];
        }
        return bytes;
    }

    void copied(long at, int copiedCount) {
        begin = at;
        count = copiedCount;
    }

    void forget() {
        count = 0;
        missBegin = NEVER;
        missEnd = NEVER;
    }
}
