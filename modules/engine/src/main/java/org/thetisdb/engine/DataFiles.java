package org.thetisdb.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** The files that queries may read, given by whoever embeds the engine. Thread safe. */
public interface DataFiles {
    /** No files at all. */
    DataFiles NONE = (place, terminator) -> {
        throw new ThetisException(
                ErrorCode.NOT_YET_SUPPORTED, "queries cannot read files here: place=" + place + "; import the file");
    };

    /**
     * Opens a file of comma-separated values.
     *
     * @param place a path, or a URL as the query has it
     * @param terminator what separates fields
     * @throws ThetisException {@link ErrorCode#FILE_MISSING}, {@link ErrorCode#INVALID_ARGUMENT} for a place that
     *     queries may not read
     */
    Lines lines(String place, char terminator);

    /** The lines of a file, read one by one. Belongs to one thread. */
    interface Lines extends AutoCloseable {
        /** The fields of the next line, null for one that is empty and not quoted; null at the end of the file. */
        @Nullable
        List<@Nullable String> next();

        @Override
        void close();
    }
}
