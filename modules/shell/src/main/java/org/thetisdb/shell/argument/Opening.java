package org.thetisdb.shell.argument;

import java.nio.file.Path;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.shell.output.Output;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Opens databases for commands that need not write. Stateless. */
public final class Opening {
    private Opening() {}

    /**
     * Opens a database to write; or to read only if another process writes it, and says so. What then wants to write
     * gets an error.
     */
    public static Database open(Path directory, DatabaseOptions options, Output errors) {
        if (options.isReadOnly()) {
            return Database.open(directory, options);
        }
        try {
            return Database.open(directory, options);
        } catch (ThetisException locked) {
            if (locked.code() != ErrorCode.DATABASE_LOCKED) {
                throw locked;
            }
            Database database = Database.open(directory, options.asReadOnly());
            errors.println("note: opened to read only. " + locked.getMessage()).flush();
            return database;
        }
    }

    /** Opens a database to read only: beside another process, and also where it is a backup. */
    public static Database toRead(Path directory, DatabaseOptions options) {
        return Database.open(directory, options.asReadOnly());
    }
}
