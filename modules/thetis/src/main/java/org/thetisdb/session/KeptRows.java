package org.thetisdb.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.semantics.EntityMaker;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.HeapSize;

/**
 * The rows of a result that are left when its statement is completed, to be read once: the first ones on the heap,
 * those for which it has no room in a temporary file.
 *
 * <p>Belongs to the session's thread, but for {@link #close}.
 */
final class KeptRows implements AutoCloseable {
    /** No rows. */
    static final KeptRows NONE = new KeptRows(List.of(), Optional.empty());

    /** About what a node or relationship holds that a row refers to. */
    private static final long ENTITY_BYTES = 500;

    private static final long ROW_BYTES = 32;
    private static final Object[] NOTHING = {};

    private final List<Object[]> first;
    private final Optional<SpooledRows> rest;
    private int read;
    private long left;

    private KeptRows(List<Object[]> first, Optional<SpooledRows> rest) {
        this.first = first;
        this.rest = rest;
        this.left = first.size() + rest.map(SpooledRows::rowCount).orElse(0L);
    }

    /** How many rows are left. */
    long left() {
        return left;
    }

    /** The next row; to be called if there are some left. */
    @Nullable
    Object[] next() {
        left--;
        return read < first.size()
                ? first.set(read++, NOTHING)
                : rest.orElseThrow().next();
    }

    /** Those in a file. */
    Optional<SpooledRows> spooled() {
        return rest;
    }

    /** Frees the file; does nothing the second time. */
    @Override
    public void close() {
        // There is one that has no rows, and all share it.
        if (left > 0) {
            left = 0;
        }
        rest.ifPresent(SpooledRows::close);
    }

    /**
     * Where rows are kept.
     *
     * @param bytesMax what they may take of the heap
     * @param space for those that do not fit
     */
    record Limits(long bytesMax, TemporarySpace space) {
        Filling begin(EntityMaker maker) {
            return new Filling(this, maker);
        }
    }

    /** Rows that are being collected. */
    static final class Filling {
        private final Limits limits;
        private final EntityMaker maker;
        private final List<Object[]> first = new ArrayList<>();
        private Optional<SpooledRows> rest = Optional.empty();
        private long bytes;

        private Filling(Limits limits, EntityMaker maker) {
            this.limits = limits;
            this.maker = maker;
        }

        /** Whether what comes now goes to disk, so that entities have to be given as forms. */
        boolean isSpooled() {
            return rest.isPresent();
        }

        /** The rows that are on the heap. */
        List<Object[]> first() {
            return first;
        }

        /**
         * Adds a row.
         *
         * @param entityCount how many of its values are nodes or relationships
         */
        void add(@Nullable Object[] values, int entityCount) {
            if (rest.isPresent()) {
                rest.get().add(values);
                return;
            }
            first.add(values);
            bytes += ROW_BYTES + 4L * values.length + HeapSize.ofAll(values) + ENTITY_BYTES * entityCount;
            if (bytes > limits.bytesMax()) {
                rest = Optional.of(new SpooledRows(limits.space().newFile(), maker));
            }
        }

        KeptRows finish() {
            rest.ifPresent(SpooledRows::finish);
            return new KeptRows(first, rest);
        }

        /** Forgets all rows: the statement has failed. */
        void discard() {
            rest.ifPresent(SpooledRows::close);
        }
    }
}
