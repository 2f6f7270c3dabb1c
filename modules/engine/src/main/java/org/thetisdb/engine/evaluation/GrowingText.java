package org.thetisdb.engine.evaluation;

import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** A string that grows piece by piece and checks its limits while it grows. One thread. */
public final class GrowingText {
    private static final int LENGTH_MAX = Integer.MAX_VALUE - 8;

    private final EvaluationContext context;
    private final String operation;
    private final StringBuilder text = new StringBuilder();
    private long grantedLength;
    private int pieces;

    public GrowingText(EvaluationContext context, String operation) {
        this.context = context;
        this.operation = operation;
    }

    public void append(String source, int from, int to) {
        long length = (long) text.length() + to - from;
        if (length > grantedLength) {
            grow(length);
        }
        pieces++;
        if (pieces % Growth.STEPS_BETWEEN_CHECKS == 0) {
            context.stop().checkpoint();
        }
        text.append(source, from, to);
    }

    /** Like the builder's, in large steps. */
    private void grow(long length) {
        if (length > LENGTH_MAX) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    operation + " would give too long a string: length=" + length + ", lengthMax=" + LENGTH_MAX
                            + "; work on shorter strings");
        }
        grantedLength = Math.min(LENGTH_MAX, 2 * length);
        Growth.require(context, operation, grantedLength * Growth.CHARACTER_BYTES);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
