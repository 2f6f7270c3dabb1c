package org.thetisdb.value.vector;

/**
 * What a vector holds would take more than it may ({@link Vector#limitStringBytes}, {@link ObjectBytes#limitMade}):
 * whoever fills it has to take fewer entries. It has no stack trace, for it is part of how a batch finds its size.
 */
public final class VectorFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Without a stack trace. */
    public VectorFullException() {
        super("what a vector holds takes more than it may", null, false, false);
    }
}
