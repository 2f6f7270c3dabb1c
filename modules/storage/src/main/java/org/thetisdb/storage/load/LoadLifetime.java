package org.thetisdb.storage.load;

import java.util.concurrent.atomic.AtomicInteger;

/** Whether a load still takes data, and how many appenders are open. Thread safe. */
final class LoadLifetime {
    private final AtomicInteger openAppenders = new AtomicInteger();
    private volatile boolean ended;

    void check() {
        if (ended) {
            throw LoadErrors.closed();
        }
    }

    void opened() {
        check();
        openAppenders.incrementAndGet();
    }

    void closed() {
        openAppenders.decrementAndGet();
    }

    /** Ends the intake. */
    void finish() {
        check();
        if (openAppenders.get() > 0) {
            throw LoadErrors.openAppenders(openAppenders.get());
        }
        ended = true;
    }

    void abort() {
        ended = true;
    }
}
