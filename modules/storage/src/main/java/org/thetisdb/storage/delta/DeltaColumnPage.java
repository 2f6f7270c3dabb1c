package org.thetisdb.storage.delta;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Some rows of a {@link DeltaColumn}, of one kind.
 *
 * <pre>
 *   entries   │ state │ value │ second │ state │ value │ second │ …      second: only of kinds that have two longs
 *   strings   UTF-8, by row, instead of value
 *
 *   state     0: nothing is known, look into the version;  else the revision, and in the lowest bit whether it is null
 * </pre>
 *
 * <p>Two may write: who has found a value remembers it, and who puts a new version on a row forgets it, in this order
 * of steps:
 *
 * <pre>
 *   remember   lock │ is the version still the newest? │ write the value │ state := revision │ unlock
 *   forget     (the new version is in place) │ lock │ state := 0 │ unlock
 * </pre>
 *
 * If the new version was in place before the question, nothing is remembered; if not, forgetting comes after it. Who
 * remembers does so only if nobody holds the lock: readers do not wait. They take a value between two looks at its
 * state, and if that has changed, go to the version. States never return: revisions ascend along versions, and one
 * that comes back by a rollback brings the same value. Thread safe.
 */
final class DeltaColumnPage {
    static final int ROW_BITS = 8;
    static final int ROWS = 1 << ROW_BITS;

    private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle STRING = MethodHandles.arrayElementVarHandle(byte[][].class);
    private static final byte[][] NO_STRINGS = {};

    private final VectorKind kind;
    private final int stride;
    private final long[] entries;
    private final byte[][] strings;
    private final ReentrantLock lock = new ReentrantLock();

    DeltaColumnPage(VectorKind kind) {
        this.kind = kind;
        stride = kind == VectorKind.STRING ? 1 : kind.usesLongs2() ? 3 : 2;
        entries = new long[ROWS * stride];
        strings = kind == VectorKind.STRING ? new byte[ROWS][] : NO_STRINGS;
    }

    static boolean canHold(VectorKind kind) {
        return switch (kind) {
            case BOOLEAN, INTEGER, FLOAT, STRING, DATE, LOCAL_TIME, TIME, LOCAL_DATETIME, ZONED_DATETIME -> true;
            case NULL, NODE, RELATIONSHIP, OBJECT -> false;
        };
    }

    long bytes() {
        return 8L * entries.length + 4L * strings.length + 128;
    }

    /** What is known of a row; the lower bits of a chunk's row are enough. */
    long state(int row) {
        return (long) ENTRY.getAcquire(entries, (row & ROWS - 1) * stride);
    }

    /** Whether a reader of a snapshot may take what is known. */
    static boolean isKnown(long state, long revision) {
        return state != 0 && state >>> 1 <= revision;
    }

    static boolean isNull(long state) {
        return (state & 1) != 0;
    }

    /**
     * Makes an entry of a vector the row's value, which is known and not null.
     *
     * @param seen the state by which it is
     * @return whether it could be done; if not, the entry is to be set from the version
     */
    boolean copy(int row, long seen, Vector into, int index) {
        if (!into.become(kind)) {
            return false;
        }
        int at = (row & ROWS - 1) * stride;
        switch (kind) {
            case STRING -> {
                byte[] string = (byte[]) STRING.getAcquire(strings, row & ROWS - 1);
                into.setString(index, string, 0, string.length);
            }
            case FLOAT -> into.doubles()[index] = Double.longBitsToDouble(entries[at + 1]);
            default -> {
                into.longs()[index] = entries[at + 1];
                if (stride > 2) {
                    into.longs2()[index] = entries[at + 2];
                }
            }
        }
        into.setNotNull(index);
        VarHandle.acquireFence();
        return (long) ENTRY.getOpaque(entries, at) == seen;
    }

    /** See {@link DeltaColumn#remember}. */
    long remember(int row, @Nullable Object value, long revision, Vector buffer, BooleanSupplier isNewest) {
        if (value != null && Vector.kindOf(value) != kind || !lock.tryLock()) {
            return 0;
        }
        try {
            if (state(row) != 0 || !isNewest.getAsBoolean()) {
                return 0;
            }
            long bytes = value == null ? 0 : write(row, value, buffer);
            ENTRY.setRelease(entries, row * stride, revision << 1 | (value == null ? 1 : 0));
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    private long write(int row, Object value, Vector buffer) {
        buffer.reset(kind, 1);
        buffer.setValue(0, value);
        int at = row * stride;
        switch (kind) {
            case STRING -> {
                int start = buffer.starts()[0];
                byte[] string = Arrays.copyOfRange(buffer.bytes(), start, start + buffer.lengths()[0]);
                byte[] former = strings[row];
                STRING.setRelease(strings, row, string);
                return stringBytes(string) - stringBytes(former);
            }
            case FLOAT -> entries[at + 1] = Double.doubleToRawLongBits(buffer.doubles()[0]);
            default -> {
                entries[at + 1] = buffer.longs()[0];
                if (stride > 2) {
                    entries[at + 2] = buffer.longs2()[0];
                }
            }
        }
        return 0;
    }

    private static long stringBytes(byte @Nullable [] string) {
        return string == null ? 0 : 16L + string.length;
    }

    void forget(int row) {
        lock.lock();
        try {
            ENTRY.setRelease(entries, row * stride, 0L);
        } finally {
            lock.unlock();
        }
    }
}
