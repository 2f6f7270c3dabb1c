package org.thetisdb.engine.extension;

import org.thetisdb.engine.StopSignal;
import org.thetisdb.extension.CallContext;

/** What code may ask during one batch. Belongs to one worker. */
record ExtensionContext(StopSignal stop) implements CallContext {
    @Override
    public void checkpoint() {
        stop.checkpoint();
    }
}
