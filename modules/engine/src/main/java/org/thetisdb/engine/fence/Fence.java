package org.thetisdb.engine.fence;

import org.thetisdb.engine.StopSignal;

/** What calls of an extension are held to. Thread safe. */
public interface Fence {
    /** Nothing: code that does anything anyway. */
    Fence OPEN = stop -> FencedCall.NONE;

    /**
     * Begins a call, which the current thread ends by closing it.
     *
     * @param stop of the statement
     */
    FencedCall enter(StopSignal stop);
}
