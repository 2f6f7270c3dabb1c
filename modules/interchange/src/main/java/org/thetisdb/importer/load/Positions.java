package org.thetisdb.importer.load;

import java.nio.file.Path;
import java.util.List;

/**
 * A row's place in the files as one word, so that it can travel with the row.
 *
 * <pre>
 *   63      40 39                 0
 *   +---------+--------------------+
 *   | file 24 |      line 40       |      line 0: not known
 *   +---------+--------------------+
 * </pre>
 */
final class Positions {
    private static final int LINE_BITS = 40;
    private static final int FILE_COUNT_MAX = 1 << 23;

    private final List<Path> files;

    Positions(List<Path> files) {
        if (files.size() > FILE_COUNT_MAX) {
            throw new IllegalArgumentException("too many files: count=" + files.size());
        }
        this.files = files;
    }

    static long of(int file, long line) {
        return (long) file << LINE_BITS | line;
    }

    static long line(long position) {
        return position & (1L << LINE_BITS) - 1;
    }

    Path file(long position) {
        return files.get((int) (position >>> LINE_BITS));
    }
}
