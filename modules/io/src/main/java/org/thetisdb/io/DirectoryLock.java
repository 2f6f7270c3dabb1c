package org.thetisdb.io;

import java.nio.file.Path;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The right to be the only user of a directory, until closed. The operating system ends it with the process. */
public interface DirectoryLock extends AutoCloseable {
    /** {@return what is held} */
    Path directory();

    /**
     * Makes sure that what is under the directory's name is still what was locked; about as expensive as asking for a
     * file's size. May be called by any thread.
     *
     * @throws ThetisException {@link ErrorCode#DATABASE_REPLACED} if the directory, or the file that was locked in it,
     *     was deleted, renamed or replaced
     */
    void requireHeld();

    /**
     * As {@link #requireHeld}, cheap enough for each commit: that the file was deleted is noticed at once, that the
     * directory was renamed or replaced within a millisecond. What is written until then goes to the former
     * directory, like what was written just before.
     */
    void requireHeldLately();

    @Override
    void close();
}
