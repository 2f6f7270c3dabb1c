package org.thetisdb.trigger;

import java.util.concurrent.locks.ReentrantLock;

/** Lets statements of listeners in until it is shut, so that whoever shuts it knows that none runs. Thread safe. */
final class ListenerGate {
    private final ReentrantLock inside = new ReentrantLock();
    private boolean shut;

    /** False if nobody is let in any more; otherwise {@link #leave} must follow. */
    boolean enter() {
        inside.lock();
        if (shut) {
            inside.unlock();
        }
        return inside.isHeldByCurrentThread();
    }

    void leave() {
        inside.unlock();
    }

    /** Waits until who is inside has left, and lets nobody in from then on. */
    void shut() {
        inside.lock();
        try {
            shut = true;
        } finally {
            inside.unlock();
        }
    }
}
