package org.thetisdb.storage.log;

import java.nio.file.Path;
import org.thetisdb.storage.options.Durability;

/**
 * Where a log was found to end when it was opened.
 *
 * @param file the last segment
 * @param endOffset where its last valid record ends
 * @param lastRevision the last commit's
 * @param tornBytes how many bytes after it were no zeros and no record: what a crash has torn, none of it acknowledged
 *     under {@link Durability#SYNC}
 */
public record LogRecovery(Path file, long endOffset, long lastRevision, long tornBytes) {}
