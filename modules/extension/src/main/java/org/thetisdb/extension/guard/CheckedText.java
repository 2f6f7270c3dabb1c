package org.thetisdb.extension.guard;

/** A text whose reader is checked now and then: a pattern can take for ever on a short one. One thread. */
final class CheckedText implements CharSequence {
    private static final int READS_BETWEEN_CHECKS = 1024;

    private final CharSequence text;
    private int reads;

    CheckedText(CharSequence text) {
        this.text = text;
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        if (++reads % READS_BETWEEN_CHECKS == 0) {
            Guard.check();
        }
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
