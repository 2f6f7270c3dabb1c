package org.thetisdb.session;

import org.thetisdb.running.TimeLimits;
import org.thetisdb.running.TransactionWatch;
import org.thetisdb.session.OngoingTransaction.Terms;
import org.thetisdb.storage.options.Isolation;

/** Begins a session's transactions, as others see them. Belongs to the session's thread. */
final class SessionTransactions {
    private final TransactionNumbers numbers;
    private final Activity activity;
    private final TimeLimits limits;
    private final TransactionWatch watch;

    /** The same for all, for most statements are such. */
    private final Terms termsOfOneResult;

    SessionTransactions(TransactionNumbers numbers, Activity activity, TimeLimits limits, TransactionWatch watch) {
        this.numbers = numbers;
        this.activity = activity;
        this.limits = limits;
        this.watch = watch;
        watch.expect(limits);
        this.termsOfOneResult =
                new Terms(true, true, Isolation.SNAPSHOT, limits.timeoutNanos(), limits.idleTimeoutNanos());
    }

    /** How long transactions may go on that do not ask for other limits. */
    TimeLimits limits() {
        return limits;
    }

    String sessionId() {
        return numbers.sessionId();
    }

    /** A statement that reads, with its result. */
    OngoingTransaction ofOneResult(Holdings holdings, long startNanos) {
        return new OngoingTransaction(numbers, activity, holdings, termsOfOneResult, startNanos);
    }

    /** One that was begun explicitly, or a statement that writes. */
    OngoingTransaction begin(Holdings holdings, boolean readOnly, Isolation isolation, TimeLimits wanted) {
        watch.expect(wanted);
        Terms terms = new Terms(readOnly, false, isolation, wanted.timeoutNanos(), wanted.idleTimeoutNanos());
        return new OngoingTransaction(numbers, activity, holdings, terms, numbers.nanoTime());
    }

    /** All that is done in a session of the past, which is idle at times, and takes as long as it likes. */
    OngoingTransaction ofPast(Holdings holdings) {
        Terms terms = new Terms(true, false, Isolation.SNAPSHOT, 0, limits.idleTimeoutNanos());
        return new OngoingTransaction(numbers, activity, holdings, terms, numbers.nanoTime());
    }
}
