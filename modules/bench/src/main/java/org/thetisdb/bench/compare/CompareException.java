package org.thetisdb.bench.compare;

/** What keeps two builds from being compared, in words for the user: no git, a commit that does not build, no data. */
public final class CompareException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CompareException(String message) {
        super(message);
    }

    CompareException(String message, Throwable cause) {
        super(message, cause);
    }
}
