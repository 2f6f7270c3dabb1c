package org.thetisdb.engine.evaluation;

import java.util.List;
import java.util.function.Supplier;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Where lists go that are made by an expression and for which there is no memory. Thread safe. */
public interface LongLists {
    /** Makes it for a run. */
    interface Maker {
        /** For runs that have no place for lists. */
        Maker NONE = newFile -> {
            throw new IllegalStateException("a run has lists to put on disk, but nothing that does so");
        };

        /** @param newFile makes a file that stays as long as a list refers to it */
        LongLists make(Supplier<SpillFile> newFile);
    }

    /**
     * {@return a list of the elements of one and then those of another, all on disk}
     *
     * @param before what this has given, or an empty list
     * @param more elements that may be null; not kept
     * @param heapBytes what these take together
     * @throws ThetisException {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED}
     */
    List<?> append(List<?> before, List<?> more, long heapBytes);
}
