package org.thetisdb.engine.fuse;

/** A loop has more code than HotSpot compiles as one method. */
final class LoopTooLongException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int codeBytes;

    LoopTooLongException(int codeBytes) {
        super("a fused loop is too long: codeBytes=" + codeBytes);
        this.codeBytes = codeBytes;
    }

    int codeBytes() {
        return codeBytes;
    }
}
