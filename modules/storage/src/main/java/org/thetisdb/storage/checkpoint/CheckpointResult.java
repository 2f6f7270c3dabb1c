package org.thetisdb.storage.checkpoint;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.storage.file.Superblock;
import org.thetisdb.value.ThetisException;

/**
 * What a checkpoint has done.
 *
 * @param superblock the one that holds now
 * @param writtenBytes of the new data file
 * @param removedFileNames data files that were deleted
 * @param failedIndexes by name: indexes that could not be built, because a value occurs twice; they have no runs and
 *     are not online
 * @param removalProblem why data files that nobody needs could not be deleted; the next checkpoint tries again
 */
public record CheckpointResult(
        Superblock superblock,
        long writtenBytes,
        List<String> removedFileNames,
        Map<String, ThetisException> failedIndexes,
        Optional<ThetisException> removalProblem) {
    public CheckpointResult {
        removedFileNames = List.copyOf(removedFileNames);
        failedIndexes = Map.copyOf(failedIndexes);
    }
}
