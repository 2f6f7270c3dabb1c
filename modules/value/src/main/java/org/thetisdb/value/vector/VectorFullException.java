package org.thetisdb.value.vector;

/**
 * The strings of a vector would take more than it {@linkplain Vector#limitStringBytes may}: whoever fills it has to
 * take fewer entries. It has no stack trace, for it is part of how a batch finds its size.
 */
public final class VectorFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    VectorFullException() {
        super("the strings of a vector take more than they may", null, false, false);
    }
}
