package org.thetisdb.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.IndexFileNames;
import org.thetisdb.io.FileSystem;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Files that Lucene has deleted and the operating system has not, since some systems keep what is open. To Lucene they
 * are gone; deleting is tried again now and then.
 *
 * <p>Lucene deletes a commit point before the files that it names, and cannot open an index that has one without the
 * others. A file system may lose the first of these deletions in a crash and keep the second. So after a commit point
 * nothing else is deleted before the directory is on the device; that costs something only where a merge has left files
 * to delete, and where Lucene has not synced the directory in between. Thread safe.
 */
final class PendingDeletions {
    private final FileSystem fileSystem;
    private final Path directory;
    private final TreeSet<String> names = new TreeSet<>();
    private int operationsSinceTried;

    /** Whether a commit point was deleted since the directory was last forced. */
    private boolean commitPointDeleted;

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
        boolean commitPoint = name.startsWith(IndexFileNames.SEGMENTS);
        try {
            if (commitPointDeleted && !commitPoint) {
                forceDirectory();
            }
            fileSystem.delete(file);
            commitPointDeleted |= commitPoint;
            names.remove(name);
        } catch (ThetisException problem) {
            if (problem.code() != ErrorCode.FILE_MISSING) {
                names.add(name);
            } else if (!names.remove(name)) {
                throw LuceneErrors.of(problem, file);
            }
        }
    }

    /** Makes the names of the directory's files, and their deletions, survive a crash. */
    synchronized void forceDirectory() {
        fileSystem.forceDirectory(directory);
        commitPointDeleted = false;
    }

    /** Tries to delete all that is pending, commit points, whose names come last, first. */
    synchronized void retry() throws IOException {
        operationsSinceTried = 0;
        for (String name : List.copyOf(names.descendingSet())) {
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
