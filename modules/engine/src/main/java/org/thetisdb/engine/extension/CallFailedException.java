package org.thetisdb.engine.extension;

/** A method has thrown something for a row of a batch. Never leaves this package. */
final class CallFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** For a method that takes the whole batch. */
    static final int NO_ROW = -1;

    private final int row;
    private final transient Throwable thrown;

    /** @param row of the batch, or {@link #NO_ROW} */
    CallFailedException(int row, Throwable cause) {
        super(null, cause, false, false);
        this.row = row;
        this.thrown = cause;
    }

    /** What was thrown. */
    Throwable thrown() {
        return thrown;
    }

    int row() {
        return row;
    }
}
