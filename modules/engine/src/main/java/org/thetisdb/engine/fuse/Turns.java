package org.thetisdb.engine.fuse;

/** Says which of the two ways is next, slice by slice. */
interface Turns {
    /** What a worker does that begins. */
    Slice first();

    /**
     * What a worker does after a slice.
     *
     * @param rows in the batches that were measured; 0 if there were none
     * @param nanos what these took, without what comes after this place
     */
    Slice next(Slice done, long rows, long nanos);

    /**
     * What a worker does for a while.
     *
     * @param isFused whether by the loop
     * @param batches how many it takes so
     * @param measured of how many of these the time is taken, the first ones
     * @param wantsShape whether the next batch's shape is asked for
     */
    record Slice(boolean isFused, int batches, int measured, boolean wantsShape) {}
}
