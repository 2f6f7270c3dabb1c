package org.thetisdb.engine.run;

/**
 * Thrown from within a morsel of a run that keeps its rows on the calling thread, when they turn out to be too many:
 * the thread cannot leave the morsel to let the caller read, so the run has to be restarted on a thread of its own.
 * Never leaves this package.
 */
final class ResultOverflow extends RuntimeException {
    private static final long serialVersionUID = 1;

    ResultOverflow() {
        super("too many rows for one morsel", null, false, false);
    }
}
