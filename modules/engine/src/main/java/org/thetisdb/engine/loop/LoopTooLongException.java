package org.thetisdb.engine.loop;

/** A loop has more code than is worth compiling. */
public final class LoopTooLongException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int stepCount;

    LoopTooLongException(int stepCount) {
        super("a fused loop is too long: stepCount=" + stepCount);
        this.stepCount = stepCount;
    }

    /** How many steps the loop has. */
    public int stepCount() {
        return stepCount;
    }
}
