package org.thetisdb.h2;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.NoSuchFileException;
import org.thetisdb.value.ThetisException;

/** Errors in the words that H2 acts upon. */
final class H2Errors {
    private H2Errors() {}

    /** What H2 expects in the place of an error of ours. */
    static IOException of(ThetisException problem) {
        IOException same = switch (problem.code()) {
            case CLOSED -> new ClosedChannelException();
            case FILE_MISSING -> new NoSuchFileException(problem.getMessage());
            default -> new IOException(problem.getMessage());
        };
        same.initCause(problem);
        return same;
    }

    /** Memory was read that another thread has released meanwhile, since it has closed the file. */
    static IOException closed(IllegalStateException ended) {
        IOException same = new ClosedChannelException();
        same.initCause(ended);
        return same;
    }
}
