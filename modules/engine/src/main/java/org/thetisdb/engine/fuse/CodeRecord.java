package org.thetisdb.engine.fuse;

import java.util.Arrays;
import org.thetisdb.engine.loop.ShapeKey;

/**
 * A loop's code with what was measured of it, as it is kept from one process to the next. Immutable, as long as nobody
 * writes into its arrays, which are not copied.
 */
final class CodeRecord {
    private final byte[] key;
    private final byte[] classBytes;
    private final boolean isFaster;
    private final double compiledNanos;
    private final double interpretedNanos;

    /**
     * Code and measurements.
     *
     * @param key of its shape
     * @param isFaster whether the loop was the faster way
     * @param compiledNanos what a row took in the loop
     * @param interpretedNanos what a row took without
     */
    CodeRecord(byte[] key, byte[] classBytes, boolean isFaster, double compiledNanos, double interpretedNanos) {
        this.key = key;
        this.classBytes = classBytes;
        this.isFaster = isFaster;
        this.compiledNanos = compiledNanos;
        this.interpretedNanos = interpretedNanos;
    }

    byte[] key() {
        return key;
    }

    int keyLength() {
        return key.length;
    }

    byte[] classBytes() {
        return classBytes;
    }

    int classLength() {
        return classBytes.length;
    }

    /** Whether it is the code of this very shape, and not of another one whose name is the same. */
    boolean isOf(ShapeKey shape) {
        return Arrays.equals(key, shape.bytes());
    }

    /** Whether the loop was the faster way. */
    boolean isFaster() {
        return isFaster;
    }

    /** What a row took in the loop. */
    double compiledNanos() {
        return compiledNanos;
    }

    /** What a row took without. */
    double interpretedNanos() {
        return interpretedNanos;
    }
}
