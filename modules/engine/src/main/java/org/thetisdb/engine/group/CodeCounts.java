package org.thetisdb.engine.group;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.storage.packing.PackedCodes;
import org.thetisdb.storage.packing.PackedCounts;

/** Which codes there are among those of a chunk's rows, and how often. Belongs to one worker. */
final class CodeCounts {
    private int[] countOfCode = {};
    private int[] codes = {};
    private long[] counts = {};
    private int count;

    /**
     * Finds them.
     *
     * @param ofRows of at most {@link PackedCounts#BITS_MAX} bits
     * @param chosen which rows are meant; null for all
     */
    void find(PackedCodes ofRows, int rowCount, long @Nullable [] chosen) {
        int codeCount = 1 << ofRows.bits();
        if (countOfCode.length < codeCount) {
            countOfCode = new int[codeCount];
            codes = new int[codeCount];
            counts = new long[codeCount];
        }
        PackedCounts.count(ofRows, rowCount, chosen, countOfCode);
        count = PackedCounts.order(ofRows, chosen, countOfCode, codes, counts);
    }

    /** All codes below a number are there; nobody asks how often. */
    void setAll(int codeCount) {
        codes = Vectors.iota(codes, codeCount);
        counts = counts.length < codeCount ? new long[codeCount] : counts;
        countOfCode = countOfCode.length < codeCount ? new int[codeCount] : countOfCode;
        Arrays.fill(counts, 0, codeCount, 1);
        count = codeCount;
    }

    /** How many different codes there are. */
    int count() {
        return count;
    }

    /** The codes, in the order in which they are first met. */
    int[] codes() {
        return codes;
    }

    /** How often each is there. */
    long[] counts() {
        return counts;
    }
}
