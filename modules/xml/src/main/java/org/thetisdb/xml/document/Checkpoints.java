package org.thetisdb.xml.document;

import org.thetisdb.extension.CallContext;

/** Asks the query every so many steps whether it goes on. Used by one thread. */
public final class Checkpoints {
    private static final int STEPS = 1024;

    private final CallContext context;
    private int steps;

    /** For the steps of one call. */
    public Checkpoints(CallContext context) {
        this.context = context;
    }

    /** One step was taken; throws what ends the call if it is to end. */
    public void step() {
        if (++steps >= STEPS) {
            steps = 0;
            context.checkpoint();
        }
    }
}
