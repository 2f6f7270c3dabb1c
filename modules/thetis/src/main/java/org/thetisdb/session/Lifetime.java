package org.thetisdb.session;

import java.nio.file.Path;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Whether a database is open, which all that it has handed out asks. Ends once. Thread safe. */
final class Lifetime {
    private final Path directory;
    private volatile boolean over;

    /** @param directory of the database, for errors */
    Lifetime(Path directory) {
        this.directory = directory;
    }

    boolean isOver() {
        return over;
    }

    /** Ends it; false if it has ended before. */
    synchronized boolean end() {
        boolean ends = !over;
        over = true;
        return ends;
    }

    void requireOpen() {
        if (over) {
            throw error();
        }
    }

    /** What whoever uses the database after its end is told. */
    ThetisException error() {
        return new ThetisException(
                ErrorCode.CLOSED, "the database has been closed: directory=" + directory + "; open it again");
    }
}
