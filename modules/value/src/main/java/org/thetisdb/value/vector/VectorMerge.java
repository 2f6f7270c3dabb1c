package org.thetisdb.value.vector;

/** Gathers entries of several vectors into one, as merging sorted runs does. No state. */
public final class VectorMerge {
    private VectorMerge() {}

    /**
     * Makes a vector {@code sources[from[0]][rows[0]], sources[from[1]][rows[1]], …}, whatever the kinds are.
     *
     * @param target is overwritten
     * @param sources those that {@code from} names; others may be of any kind
     * @param from indexes of sources
     * @param rows indexes of their entries
     * @param count how many entries
     */
    public static void gather(Vector target, Vector[] sources, int[] from, int[] rows, int count) {
        VectorKind kind = commonKind(sources, from, count);
        target.reset(kind, count);
        if (kind == VectorKind.OBJECT || kind == VectorKind.NULL) {
            for (int index = 0; index < count; index++) {
                target.copyEntry(index, sources[from[index]], rows[index]);
            }
            return;
        }
        for (int index = 0; index < count; index++) {
            if (sources[from[index]].isNull(rows[index])) {
                target.setNull(index);
            }
        }
        copy(target, sources, from, rows, count);
    }

    /**
     * {@return whether all vectors have entries in one array of longs, of the same kind, and no nulls}
     *
     * @param sources any number
     */
    public static boolean arePlain(Vector[] sources) {
        if (sources.length == 0) {
            return false;
        }
        VectorKind kind = sources[0].kind();
        if (!kind.usesLongs() || kind.usesLongs2()) {
            return false;
        }
        for (Vector source : sources) {
            if (source.kind() != kind || source.hasNulls()) {
                return false;
            }
        }
        return true;
    }

    /**
     * As {@link #gather}, of vectors that {@linkplain #arePlain are plain}.
     *
     * @param target is overwritten
     * @param sources at least one
     * @param from indexes of sources
     * @param rows indexes of their entries
     * @param count how many entries
     */
    public static void gatherLongs(Vector target, Vector[] sources, int[] from, int[] rows, int count) {
        target.reset(sources[0].kind(), count);
        long[] longs = target.longs();
        for (int index = 0; index < count; index++) {
            longs[index] = sources[from[index]].longs()[rows[index]];
        }
    }

    /** The kind of all that are not only nulls; OBJECT if there are several. */
    private static VectorKind commonKind(Vector[] sources, int[] from, int count) {
        VectorKind common = VectorKind.NULL;
        for (int index = 0; index < count; index++) {
            VectorKind kind = sources[from[index]].kind();
            if (kind != common && kind != VectorKind.NULL) {
                if (common != VectorKind.NULL) {
                    return VectorKind.OBJECT;
                }
                common = kind;
            }
        }
        return common;
    }

    /** Copies entries of one kind; nulls are set, and a vector of nothing else may be among the sources. */
    private static void copy(Vector target, Vector[] sources, int[] from, int[] rows, int count) {
        VectorKind kind = target.kind();
        boolean isPlain = kind.usesLongs() && !kind.usesLongs2();
        long[] longs = target.longs();
        for (int index = 0; index < count; index++) {
            Vector source = sources[from[index]];
            if (source.isNull(rows[index])) {
                continue;
            }
            if (isPlain) {
                longs[index] = source.longs()[rows[index]];
            } else {
                VectorCopies.entry(target, index, source, rows[index]);
            }
        }
    }
}
