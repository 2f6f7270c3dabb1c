package org.thetisdb.storage.arena;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.storage.spill.TemporarySpace;

/**
 * Blocks for which there is no memory in the budget: in a temporary file that is mapped, so that the system writes them
 * out and brings them back as it has memory. Thread safe.
 */
final class FileBlocks {
    private final TemporarySpace space;
    private @Nullable SpillFile file;

    FileBlocks(TemporarySpace space) {
        this.space = space;
    }

    /** A block, all zeros, as long as the arena is open. */
    MemorySegment allocate(long bytes, Arena arena) {
        return file().map(bytes, arena);
    }

    /** The file; made when it is asked for the first time. */
    synchronized SpillFile file() {
        SpillFile open = file;
        if (open == null) {
            open = space.newFile();
            file = open;
        }
        return open;
    }

    /** Gives the room on the disk back; when nobody reads or writes the blocks any more. */
    synchronized void close() {
        if (file != null) {
            file.close();
        }
    }
}
