package org.thetisdb.engine.trail;

/** Looks at the relationships that a breadth-first search follows, as long as they are of interest. */
interface HopWatch {
    /** Nothing is of interest. */
    HopWatch NONE = new HopWatch() {
        @Override
        public boolean isAwaited() {
            return false;
        }

        @Override
        public void followed(int from, int addedNumber) {
            // Nothing is asked.
        }

        @Override
        public void followedDense(long from, long to) {
            // Nothing is asked.
        }

        @Override
        public void makeDense() {
            // Nothing is kept.
        }

        @Override
        public long bytes() {
            return 0;
        }
    };

    /** Whether relationships of the nodes found last are still to be looked at. */
    boolean isAwaited();

    /**
     * A relationship leads from one node of the table to another one.
     *
     * @param from the number of the one
     * @param addedNumber of the other, as {@link org.thetisdb.engine.hash.LongTable#add} gives it
     */
    void followed(int from, int addedNumber);

    /** The same in a dense search, after the other node was marked. */
    void followedDense(long from, long to);

    /** The search is about to become dense; its nodes still are in the table. */
    void makeDense();

    /** What it takes of the heap. */
    long bytes();
}
