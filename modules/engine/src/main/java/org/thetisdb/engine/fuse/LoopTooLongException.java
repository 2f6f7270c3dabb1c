package org.thetisdb.engine.fuse;

/** A loop has more code than is worth compiling. */
final class LoopTooLongException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int stepCount;

    LoopTooLongException(int stepCount) {
        super("a fused loop is too long: stepCount=" + stepCount);
        this.stepCount = stepCount;
    }

    int stepCount() {
        return stepCount;
    }
}
