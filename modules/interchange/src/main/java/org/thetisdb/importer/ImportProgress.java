package org.thetisdb.importer;

/** Hears how far an import is, a few times a second at most, from one thread at a time. */
@FunctionalInterface
public interface ImportProgress {
    /** Listens to nothing. */
    ImportProgress NONE = step -> {};

    /**
     * Told at the start and the end of each phase and now and then within.
     *
     * @param step how far it is
     */
    void advanced(Step step);

    /**
     * A moment of an import.
     *
     * @param phase what is being done
     * @param done nodes and relationships read so far, bytes while looking for types, or units of a later phase
     * @param totalEstimate what {@code done} will come to at the end of the phase; while reading, estimated from the
     *     bytes read. At least {@code done}
     * @param perSecond units a second since the phase began
     * @param remainingNanos until the end of the phase, estimated; -1 if nothing can be said yet
     */
    record Step(Phase phase, long done, long totalEstimate, double perSecond, long remainingNanos) {}

    /** The phases in order. */
    enum Phase {
        /** Values of plain columns are looked at, to find their types. */
        INFER_TYPES("looking for types"),
        /** Files of nodes are read. */
        READ_NODES("reading nodes"),
        /** Files of relationships are read. */
        READ_RELATIONSHIPS("reading relationships"),
        /** Columns of nodes are written. */
        WRITE_NODES("writing nodes"),
        /** Relationships are written by their start nodes, with their properties. */
        WRITE_FORWARD_LISTS("writing outgoing relationships"),
        /** Relationships are written by their end nodes. */
        WRITE_BACKWARD_LISTS("writing incoming relationships"),
        /** Indexes are built. */
        WRITE_INDEXES("writing indexes"),
        /** All is brought to the device, and the database gets its name. */
        PUBLISH("publishing");

        private final String title;

        Phase(String title) {
            this.title = title;
        }

        /** {@return what is being done, in words for users} */
        public String title() {
            return title;
        }
    }
}
