package org.thetisdb.storage.options;

/** How much of a database's past a check goes through. */
public enum CheckDepth {
    /**
     * The newest revision through and through; of the past, that all files, roots and records of the log are whole, and
     * that each root with its part of the log can be read. Takes about as long as reading every file twice.
     */
    NEWEST,
    /** Each retained root like the newest, and the last revision before the next. Takes so much longer for each. */
    ALL_ROOTS
}
