package org.thetisdb.reference.limit;

/** The query asks for what the reference interpreter leaves out: files, procedures, the schema, the past. */
public final class NotModelledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NotModelledException(String what) {
        super("the reference interpreter does not model " + what);
    }
}
