package org.thetisdb.lucene;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.lucene.store.AlreadyClosedException;
import org.thetisdb.value.ThetisException;

/** Errors in the words that Lucene acts upon. */
final class LuceneErrors {
    private LuceneErrors() {}

    /**
     * What Lucene expects in the place of an error of ours.
     *
     * @throws AlreadyClosedException instead, if something was closed
     */
    static IOException of(ThetisException problem, Path file) {
        return switch (problem.code()) {
            case FILE_MISSING -> missing(problem, file);
            case CLOSED -> throw new AlreadyClosedException(problem.getMessage(), problem);
            default -> new IOException(problem.getMessage(), problem);
        };
    }

    static AlreadyClosedException closed(String resource) {
        return new AlreadyClosedException("already closed: " + resource);
    }

    static EOFException pastEnd(String resource, long position, long length) {
        return new EOFException("read past EOF: position=" + position + ", length=" + length + ": " + resource);
    }

    static NoSuchFileException pendingDelete(Path file) {
        return new NoSuchFileException(file.toString(), null, "it was deleted, and waits for the system to allow it");
    }

    private static NoSuchFileException missing(ThetisException problem, Path file) {
        NoSuchFileException missing = new NoSuchFileException(file.toString());
        missing.initCause(problem);
        return missing;
    }
}
