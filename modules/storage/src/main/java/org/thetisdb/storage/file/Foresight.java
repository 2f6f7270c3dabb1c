package org.thetisdb.storage.file;

/**
 * Knows what a worker will read next. It is asked when the first of it is found missing, so it costs nothing while all
 * is in memory.
 *
 * <p>It tells by reading ahead: it does what the worker is about to do, each piece by itself, and what it gets is
 * thrown away. The first page that is missing ends a piece, by {@link Missing}; the pages of all pieces are then read
 * together. What lies behind them, a list behind its bounds, say, is found missing and asked for in the next round.
 * It is asked in the middle of a read, and a piece may end anywhere: it must not share with the worker what either
 * changes while it reads.
 *
 * <pre>
 *   worker       bounds of row 0: missing ──►  tell ──► rows 0, 1, 2 … 255: their pages, read together
 *                bounds of rows 0 … 255
 *                list of row 0: missing   ──►  tell ──► lists 0, 1, 2 … 255
 * </pre>
 */
@FunctionalInterface
public interface Foresight {
    /** Nothing is known. */
    Foresight NONE = wants -> {};

    /**
     * Reads ahead.
     *
     * @param wants whether more is wanted, to be asked before each piece
     */
    void tell(Wants wants);

    /** Where a foresight tells to. */
    interface Wants {
        /** {@return whether more is wanted; to be asked before each piece} */
        boolean isOpen();

        /**
         * {@return how far on the next piece is: 1, and more and more while the pieces end at pages that others have
         * noted; neighbours lie on the same pages} To be asked after each piece.
         */
        int step();
    }

    /**
     * Ends a piece of reading ahead at a page that is missing. Says nothing more and has no stack trace, so a worker
     * has one of them.
     */
    final class Missing extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** To be thrown any number of times. */
        public Missing() {
            super("a page that is read ahead is missing", null, false, false);
        }
    }
}
