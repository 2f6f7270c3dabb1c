package org.thetisdb.storage.statistics;

/**
 * A HyperLogLog sketch: estimates how many different hashes were added. 2,048 registers give a standard error of 2.3 %.
 * Not thread safe.
 */
final class DistinctSketch {
    private static final int INDEX_BITS = 11;
    static final int REGISTER_COUNT = 1 << INDEX_BITS;

    final byte[] registers;

    DistinctSketch() {
        this(new byte[REGISTER_COUNT]);
    }

    DistinctSketch(byte[] registers) {
        this.registers = registers;
    }

    /** Spreads a value's bits over all bits of a hash. */
    static long mix(long value) {
        long hash = (value ^ value >>> 32) * 0xd6e8feb86659fd93L;
        hash = (hash ^ hash >>> 32) * 0xd6e8feb86659fd93L;
        return hash ^ hash >>> 32;
    }

    void add(long hash) {
        int index = (int) (hash >>> (Long.SIZE - INDEX_BITS));
        byte rank = (byte) (Long.numberOfLeadingZeros(hash << INDEX_BITS | 1L << (INDEX_BITS - 1)) + 1);
        if (rank > registers[index]) {
            registers[index] = rank;
        }
    }

    void merge(DistinctSketch other) {
        for (int index = 0; index < REGISTER_COUNT; index++) {
            registers[index] = (byte) Math.max(registers[index], other.registers[index]);
        }
    }

    long estimate() {
        double sum = 0;
        int zeros = 0;
        for (byte register : registers) {
            sum += 1.0 / (1L << register);
            zeros += register == 0 ? 1 : 0;
        }
        double alpha = 0.7213 / (1 + 1.079 / REGISTER_COUNT);
        double estimate = alpha * REGISTER_COUNT * REGISTER_COUNT / sum;
        if (estimate <= 2.5 * REGISTER_COUNT && zeros > 0) {
            estimate = REGISTER_COUNT * Math.log((double) REGISTER_COUNT / zeros);
        }
        return Math.round(estimate);
    }
}
