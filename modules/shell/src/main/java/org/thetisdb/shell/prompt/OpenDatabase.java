package org.thetisdb.shell.prompt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.thetisdb.Database;
import org.thetisdb.DatabaseOptions;
import org.thetisdb.Durability;
import org.thetisdb.Session;
import org.thetisdb.shell.argument.Opening;
import org.thetisdb.shell.output.Output;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The database that the prompt works with, and its session. One thread, but for its parts. */
final class OpenDatabase implements AutoCloseable {
    private final Database database;
    private final Session session;
    private final Path directory;
    private final boolean temporary;
    private final Runnable closing;

    /**
     * @param temporary whether closing deletes it
     * @param closing what is to be done when the session has been closed
     */
    OpenDatabase(Database database, Path directory, boolean temporary, Runnable closing) {
        this.database = database;
        this.session = database.session();
        this.directory = directory;
        this.temporary = temporary;
        this.closing = closing;
    }

    /** Opens the database of a directory; to read only if another process writes it, which is reported. */
    static OpenDatabase at(Path directory, DatabaseOptions options, Output errors) {
        Database database = Opening.open(directory, options, errors);
        return new OpenDatabase(database, directory, false, database::close);
    }

    /** Makes a database in a directory that is not there or empty. */
    static OpenDatabase create(Path directory, DatabaseOptions options) {
        Database database = Database.create(directory, options);
        return new OpenDatabase(database, directory, false, database::close);
    }

    /** An empty database that is deleted when it is closed or the process ends. */
    static OpenDatabase temporary(DatabaseOptions options) {
        Path folder;
        try {
            folder = Files.createTempDirectory("thetis-");
        } catch (IOException failure) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED,
                    "there is no place for a temporary database: reason=" + failure.getMessage()
                            + "; name a directory, or set java.io.tmpdir",
                    failure);
        }
        Thread atEnd = Thread.ofPlatform().unstarted(() -> delete(folder));
        Runtime.getRuntime().addShutdownHook(atEnd);
        Path directory = folder.resolve("temporary");
        Database database = Database.create(directory, options.withDurability(Durability.OFF));
        return new OpenDatabase(database, directory, true, () -> {
            database.close();
            delete(folder);
            forget(atEnd);
        });
    }

    private static void forget(Thread atEnd) {
        try {
            Runtime.getRuntime().removeShutdownHook(atEnd);
        } catch (IllegalStateException ending) {
            // The process ends already; the hook finds nothing to delete.
            return;
        }
    }

    private static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> found = Files.walk(folder)) {
            List<Path> paths = found.sorted(Comparator.reverseOrder()).toList();
            for (Path path : paths) {
                Files.deleteIfExists(path);
            }
        } catch (IOException failure) {
            throw new ThetisException(
                    ErrorCode.IO_FAILED,
                    "a temporary database cannot be deleted: folder=" + folder + ", reason=" + failure.getMessage(),
                    failure);
        }
    }

    Database database() {
        return database;
    }

    Session session() {
        return session;
    }

    boolean isTemporary() {
        return temporary;
    }

    /** Whether it lies in that directory. */
    boolean isAt(Path other) {
        try {
            return Files.exists(other) && Files.isSameFile(directory, other);
        } catch (IOException unknown) {
            // Opening it will tell what is wrong with the place.
            return false;
        }
    }

    Path directory() {
        return directory;
    }

    /** For people. */
    String name() {
        return temporary
                ? "a temporary database, which is deleted at the end (`.dump FILE` keeps what is in it)"
                : directory.toString();
    }

    @Override
    public void close() {
        try {
            session.close();
        } finally {
            closing.run();
        }
    }
}
