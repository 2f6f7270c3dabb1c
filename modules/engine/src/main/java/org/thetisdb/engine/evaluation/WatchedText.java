package org.thetisdb.engine.evaluation;

import org.thetisdb.engine.StopSignal;

/**
 * A text for a regular expression, whose matcher may backtrack for as long as there are ways to match:
 * every so many characters it checks whether the statement may continue. One thread.
 */
public final class WatchedText implements CharSequence {
    /** A power of two; some hundred microseconds. */
    private static final int READS_BETWEEN_CHECKS = 1 << 16;

    private final String text;
    private final StopSignal stop;
    private int reads;

    public WatchedText(String text, StopSignal stop) {
        this.text = text;
        this.stop = stop;
    }

    @Override
    public char charAt(int index) {
        reads++;
        if ((reads & (READS_BETWEEN_CHECKS - 1)) == 0) {
            stop.checkpoint();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int from, int to) {
        return text.substring(from, to);
    }

    @Override
    public String toString() {
        return text;
    }
}
