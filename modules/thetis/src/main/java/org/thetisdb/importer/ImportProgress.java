package org.thetisdb.importer;

/** Hears how far an import is, a few times a second at most, from one thread at a time. */
@FunctionalInterface
public interface ImportProgress {
    /** Listens to nothing. */
    ImportProgress NONE = step -> {};

    void advanced(Step step);

    /**
     * A moment of an import.
     *
     * @param done nodes and relationships read so far, bytes while looking for types, or units of a later phase
     * @param totalEstimate what {@code done} will come to at the end of the phase; while reading, estimated from the
     *     bytes read. At least {@code done}
     * @param perSecond units a second since the phase began
     * @param remainingNanos until the end of the phase, estimated; -1 if nothing can be said yet
     */
    record Step(Phase phase, long done, long totalEstimate, double perSecond, long remainingNanos) {}

    /** The phases in order. */
    enum Phase {
        INFER_TYPES("looking for types"),
        READ_NODES("reading nodes"),
        READ_RELATIONSHIPS("reading relationships"),
        WRITE_NODES("writing nodes"),
        WRITE_FORWARD_LISTS("writing outgoing relationships"),
        WRITE_BACKWARD_LISTS("writing incoming relationships"),
        WRITE_INDEXES("writing indexes"),
        PUBLISH("publishing");

        private final String title;

        Phase(String title) {
            this.title = title;
        }

        /** What is being done, in words for users. */
        public String title() {
            return title;
        }
    }
}
