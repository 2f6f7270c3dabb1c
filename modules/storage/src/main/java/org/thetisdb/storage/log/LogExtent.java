package org.thetisdb.storage.log;

import java.nio.file.Path;
import java.util.List;
import org.thetisdb.storage.file.LogMark;

/**
 * A log from its begin to the end of a commit: all segments whole but for the last.
 *
 * @param firstRevision the oldest revision that it reaches back to
 * @param revision the last commit in it; the one before {@code firstRevision} if there is none
 * @param timeMillis when that was made; empty as 0 if it is not in the log
 * @param end its record; {@link LogMark#NONE} if the last segment has no commit yet
 */
public record LogExtent(long firstRevision, long revision, long timeMillis, LogMark end, List<Piece> pieces) {
    public LogExtent {
        pieces = List.copyOf(pieces);
    }

    /** So many bytes from the begin of a segment's file. */
    public record Piece(Path path, long bytes) {}
}
