package org.thetisdb.engine.fuse;

import java.util.Arrays;
import java.util.Optional;
import org.thetisdb.engine.loop.ShapeKey;

/**
 * What a process has found of a shape, as it is kept for the next one: a loop's code where that was the faster way, and
 * what was measured. Immutable, as long as nobody writes into its arrays, which are not copied.
 */
final class CodeRecord {
    /** What was found; its number is on disk. */
    enum Verdict {
        /** A row took less without the loop. There is no code: it is made again if it is tried again. */
        SLOWER(0),
        /** A row took less in the loop. */
        FASTER(1),
        /** The loop would be too long, whoever makes it. Nothing was measured. */
        TOO_LONG(2);

        private final int number;

        Verdict(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }

        /** Empty for a number that no Thetis has written. */
        static Optional<Verdict> of(int number) {
            return Arrays.stream(values())
                    .filter(verdict -> verdict.number == number)
                    .findFirst();
        }
    }

    private static final byte[] NO_CLASS = {};

    private final byte[] key;
    private final Verdict verdict;
    private final byte[] classBytes;
    private final double compiledNanos;
    private final double interpretedNanos;

    /**
     * A verdict as it was read.
     *
     * @param key of its shape
     * @param compiledNanos what a row took in the loop
     * @param interpretedNanos what a row took without
     */
    CodeRecord(byte[] key, Verdict verdict, byte[] classBytes, double compiledNanos, double interpretedNanos) {
        this.key = key;
        this.verdict = verdict;
        this.classBytes = classBytes;
        this.compiledNanos = compiledNanos;
        this.interpretedNanos = interpretedNanos;
    }

    /** A loop that was faster; the numbers are nanoseconds a row. */
    static CodeRecord faster(ShapeKey shape, byte[] classBytes, double compiledNanos, double interpretedNanos) {
        return new CodeRecord(shape.bytes(), Verdict.FASTER, classBytes, compiledNanos, interpretedNanos);
    }

    /** A loop that was not; the numbers are nanoseconds a row. */
    static CodeRecord slower(ShapeKey shape, double compiledNanos, double interpretedNanos) {
        return new CodeRecord(shape.bytes(), Verdict.SLOWER, NO_CLASS, compiledNanos, interpretedNanos);
    }

    /** A shape that has no loop. */
    static CodeRecord tooLong(ShapeKey shape) {
        return new CodeRecord(shape.bytes(), Verdict.TOO_LONG, NO_CLASS, 0, 0);
    }

    byte[] key() {
        return key;
    }

    int keyLength() {
        return key.length;
    }

    /** None unless it was faster. */
    byte[] classBytes() {
        return classBytes;
    }

    int classLength() {
        return classBytes.length;
    }

    /** Whether it is of this very shape, and not of another one whose name is the same. */
    boolean isOf(ShapeKey shape) {
        return Arrays.equals(key, shape.bytes());
    }

    Verdict verdict() {
        return verdict;
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
