package org.thetisdb.session;

/** What a database ends before it closes its files. */
interface ClosedFromOutside {
    /** Called by the thread that closes the database, which is marked as closed by then. */
    void closeFromOutside();
}
