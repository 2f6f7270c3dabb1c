package org.thetisdb.io;

import java.nio.file.Path;

/** The right to be the only user of a directory, until closed. The operating system ends it with the process. */
public interface DirectoryLock extends AutoCloseable {
    Path directory();

    @Override
    void close();
}
