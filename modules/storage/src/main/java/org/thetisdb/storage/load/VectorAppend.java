package org.thetisdb.storage.load;

import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Adds runs of one vector to the end of another, whatever their kinds are. */
final class VectorAppend {
    private VectorAppend() {}

    /** Makes {@code target} longer by nulls until it has {@code count} entries. */
    static void padWithNulls(Vector target, int count) {
        int from = target.count();
        if (from < count) {
            target.resize(count);
            for (int index = from; index < count; index++) {
                target.setNull(index);
            }
        }
    }

    static void append(Vector target, Vector source, int from, int count) {
        int at = target.count();
        if (source.kind() == VectorKind.NULL || isAllNull(source, from, count)) {
            padWithNulls(target, at + count);
            return;
        }
        if (target.kind() == VectorKind.NULL) {
            target.reset(source.kind(), at);
            target.setAllNull();
        }
        if (target.kind() != source.kind()) {
            target.promote();
            padWithNulls(target, at + count);
            for (int index = 0; index < count; index++) {
                target.copyEntry(at + index, source, from + index);
            }
            return;
        }
        target.resize(at + count);
        if (source.hasNulls()) {
            for (int index = 0; index < count; index++) {
                if (source.isNull(from + index)) {
                    target.setNull(at + index);
                }
            }
        }
        copy(target, at, source, from, count);
    }

    private static boolean isAllNull(Vector source, int from, int count) {
        if (!source.hasNulls()) {
            return false;
        }
        for (int index = from; index < from + count; index++) {
            if (!source.isNull(index)) {
                return false;
            }
        }
        return true;
    }

    private static void copy(Vector target, int at, Vector source, int from, int count) {
        switch (source.kind()) {
            case NULL -> {}
            case FLOAT -> System.arraycopy(source.doubles(), from, target.doubles(), at, count);
            case STRING -> {
                for (int index = 0; index < count; index++) {
                    if (!source.isNull(from + index)) {
                        target.setString(
                                at + index,
                                source.bytes(),
                                source.starts()[from + index],
                                source.lengths()[from + index]);
                    }
                }
            }
            case OBJECT -> System.arraycopy(source.objects(), from, target.objects(), at, count);
            default -> {
                System.arraycopy(source.longs(), from, target.longs(), at, count);
                if (source.kind().usesLongs2()) {
                    System.arraycopy(source.longs2(), from, target.longs2(), at, count);
                }
                if (source.kind() == VectorKind.RELATIONSHIP) {
                    System.arraycopy(source.longs3(), from, target.longs3(), at, count);
                }
            }
        }
    }

    /** About what an entry range takes in memory. */
    static long bytes(Vector vector, int from, int count) {
        long bytes = count;
        switch (vector.kind()) {
            case NULL -> {}
            case STRING -> {
                bytes += count * 8L;
                for (int index = from; index < from + count; index++) {
                    bytes += vector.isNull(index) ? 0 : vector.lengths()[index];
                }
            }
            case OBJECT -> bytes += count * 64L;
            default -> bytes += count * (vector.kind().usesLongs2() ? 16L : 8L);
        }
        return bytes;
    }
}
