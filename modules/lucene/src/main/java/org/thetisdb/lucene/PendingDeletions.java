package org.thetisdb.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.io.FileSystem;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Files that Lucene has deleted and the operating system has not, since some systems keep what is open. To Lucene they
 * are gone; deleting is tried again now and then. Thread safe.
 */
final class PendingDeletions {
    private final FileSystem fileSystem;
    private final Path directory;
    private final Set<String> names = new TreeSet<>();
    private int operationsSinceTried;

    PendingDeletions(FileSystem fileSystem, Path directory) {
        this.fileSystem = fileSystem;
        this.directory = directory;
    }

    synchronized boolean contains(String name) {
        return names.contains(name);
    }

    synchronized Set<String> names() {
        return Set.copyOf(names);
    }

    /** Deletes a file, now or later; an error if there is none, and none was to be deleted. */
    synchronized void delete(String name) throws IOException {
        Path file = directory.resolve(name);
        try {
            fileSystem.delete(file);
            names.remove(name);
        } catch (ThetisException problem) {
            if (problem.code() != ErrorCode.FILE_MISSING) {
                names.add(name);
            } else if (!names.remove(name)) {
                throw LuceneErrors.of(problem, file);
            }
        }
    }

    /** Tries to delete all that is pending. */
    synchronized void retry() throws IOException {
        operationsSinceTried = 0;
        for (String name : new HashSet<>(names)) {
            delete(name);
        }
    }

    /** Counts an operation, and tries again after as many as there are pending files: so the cost of it is bounded. */
    synchronized void retrySometimes() throws IOException {
        operationsSinceTried++;
        if (!names.isEmpty() && operationsSinceTried >= names.size()) {
            retry();
        }
    }

    /** Makes a name free for a new file, or leaves it to the attempt to find that it is not. */
    synchronized void revive(String name) throws IOException {
        if (names.contains(name)) {
            delete(name);
            names.remove(name);
        }
    }
}
