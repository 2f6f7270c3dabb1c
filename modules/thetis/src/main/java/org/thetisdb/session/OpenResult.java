package org.thetisdb.session;

import java.util.Optional;

/** A result as those know it who keep track of what is not read to its end. */
interface OpenResult {
    /** What is still to be read from the graph; empty if the statement is completed. */
    Optional<OpenRows> openRows();

    /** Reads all that is left, so that later writes cannot show in it. Outside of an {@link Activity}. */
    void keepRest();

    /** Called when its scope is over and its rows are closed. */
    void drop();
}
