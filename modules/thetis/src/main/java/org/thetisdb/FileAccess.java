package org.thetisdb;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Which files of this machine queries may read and write, by {@code LOAD CSV} and {@code COPY}. No query may touch the
 * files of a database or a backup, whatever this says. Immutable.
 */
public sealed interface FileAccess {
    /** All that the process may. */
    record Everywhere() implements FileAccess {}

    /**
     * What is in these folders or below, wherever symbolic links lead; nothing if there are none.
     *
     * @param folders absolute, or relative to the directory that the process works in
     */
    record Folders(List<Path> folders) implements FileAccess {
        /** Takes a copy of the list. */
        public Folders {
            folders = List.copyOf(folders);
        }
    }

    /** {@return all that the process may: for programs whose queries are their own} */
    static FileAccess everywhere() {
        return new Everywhere();
    }

    /**
     * {@return what is in these folders or below; nothing if there are none}
     *
     * @param folders absolute, or relative to the directory that the process works in
     */
    static FileAccess in(Path... folders) {
        return new Folders(Arrays.asList(folders));
    }
}
