package org.thetisdb.storage.packing;

import org.jspecify.annotations.Nullable;

/**
 * The values of one width that lie in a word, and the masks for what is done with all of them at once.
 *
 * @param bits of a value
 * @param count how many there are in a word
 * @param ones the lowest bit of each
 * @param even all bits of every second one, if {@code count} is even
 * @param spreading how far bits are moved apart in each step, by halves; a byte for each, the first step the lowest
 * @param kept what is kept after each step
 */
record Lanes(int bits, int count, long ones, long even, int[] spreading, long[] kept) {
    static final int STEPS = 5;

    /** By width; a chunk is asked too often for making them each time. */
    private static final Lanes[] PAIRS = pairs();

    /** A loop over packed words has no more of them. */
    static final int BLOCK_WORDS = 64;

    /** As many values as are told. */
    static Lanes of(int bits, int count) {
        long ones = PackedValues.repeated(1, bits, count);
        long even = 0;
        for (int lane = 0; lane < count; lane++) {
            even |= (lane & 1) == 0 ? PackedValues.mask(bits) << lane * bits : 0;
        }
        int[] spreading = new int[STEPS];
        long[] kept = new long[STEPS];
        for (int step = 0; step < STEPS; step++) {
            spreading[step] = move(bits, step);
            kept[step] = groups(1 << step, (long) bits << step);
        }
        return new Lanes(bits, count, ones, even, spreading, kept);
    }

    /** As many pairs of values as a word has room for; of at most half a word each. */
    static Lanes ofPairs(int bits) {
        return PAIRS[bits];
    }

    private static Lanes[] pairs() {
        Lanes[] pairs = new Lanes[PackedSums.BITS_MAX + 1];
        for (int bits = 1; bits < pairs.length; bits++) {
            pairs[bits] = of(bits, Long.SIZE / (2 * bits) * 2);
        }
        return pairs;
    }

    /** How far groups of as many bits as two to the power of the step are moved, so that two of them are one. */
    static int move(int bits, int step) {
        int moved = (bits - 1) << step;
        return moved < Long.SIZE ? moved : 0;
    }

    /** So many bits, again and again after so many. */
    static long groups(int bits, long stride) {
        if (bits >= Long.SIZE || stride >= Long.SIZE) {
            return bits >= Long.SIZE ? -1L : (1L << bits) - 1;
        }
        long kept = 0;
        for (long from = 0; from < Long.SIZE; from += stride) {
            kept |= (1L << bits) - 1 << from;
        }
        return kept;
    }

    /** The lowest bit of every second one. */
    long evenOnes() {
        return ones & even;
    }

    /**
     * All bits of the values that are meant, of those in a word.
     *
     * @param chosen a bit for each value of a run; null if all are meant
     * @param first which of the run is the first in the word
     * @param end how many the run has
     */
    long meant(long @Nullable [] chosen, int first, int end) {
        int rest = end - first;
        if (chosen == null) {
            return rest >= count ? -1L : (1L << rest * bits) - 1;
        }
        long spread = spread(bits(chosen, first, Math.min(rest, count)));
        return (spread << bits) - spread;
    }

    /** The bits of {@code length} values from one on, at most a word of them; 0 above. */
    static long bits(long[] chosen, int first, int length) {
        int place = first >>> 6;
        // Where a word more is needed, there is one: the run has values in it.
        long next = (first & Long.SIZE - 1) + length > Long.SIZE ? chosen[place + 1] : 0;
        return (chosen[place] >>> first | next << 1 << ~first) & PackedValues.mask(length);
    }

    /** The bits of values from one on, up to the last of its word; above may be anything. */
    static long meantFrom(long @Nullable [] chosen, int first) {
        return chosen == null ? -1 : chosen[first >>> 6] >>> first;
    }

    /** Moves bits apart, to the lowest of each value. */
    private long spread(long dense) {
        long spread = dense & (count == Long.SIZE ? -1L : (1L << count) - 1);
        for (int step = STEPS - 1; step >= 0; step--) {
            spread = (spread | spread << spreading[step]) & kept[step];
        }
        return spread;
    }

    /** The sum of what is in pairs. */
    long total(long pairs) {
        int step = 2 * bits;
        long mask = (1L << step) - 1;
        long total = 0;
        for (long rest = pairs; rest != 0; rest >>>= step) {
            total += rest & mask;
        }
        return total;
    }

    /** The least of what is in pairs. */
    long least(long pairs) {
        long mask = (1L << bits) - 1;
        long least = pairs & mask;
        for (int lane = 2; lane < count; lane += 2) {
            least = Math.min(least, pairs >>> lane * bits & mask);
        }
        return least;
    }

    /** The greatest of what is in pairs. */
    long greatest(long pairs) {
        long mask = (1L << bits) - 1;
        long greatest = 0;
        for (int lane = 0; lane < count; lane += 2) {
            greatest = Math.max(greatest, pairs >>> lane * bits & mask);
        }
        return greatest;
    }
}
