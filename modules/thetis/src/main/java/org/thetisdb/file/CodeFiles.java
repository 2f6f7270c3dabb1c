package org.thetisdb.file;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** How a {@link LocalCodeStore} writes: tests have ways that fail. Thread safe. */
interface CodeFiles {
    /** Those of this machine. */
    CodeFiles LOCAL = new CodeFiles() {
        @Override
        public void makeDirectory(Path directory) throws IOException {
            Files.createDirectory(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }

        @Override
        public WritableByteChannel create(Path file) throws IOException {
            return Files.newByteChannel(
                    file,
                    Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }

        @Override
        public void rename(Path from, Path to) throws IOException {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        }
    };

    /** Makes a directory for its owner alone, in one that is there. */
    void makeDirectory(Path directory) throws IOException;

    /** Makes a file for its owner alone; fails if there is one of that name. */
    WritableByteChannel create(Path file) throws IOException;

    /** Gives a file another name, at once, in the place of what has that name. */
    void rename(Path from, Path to) throws IOException;
}
