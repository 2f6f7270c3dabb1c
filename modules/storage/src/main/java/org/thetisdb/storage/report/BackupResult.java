package org.thetisdb.storage.report;

import java.nio.file.Path;

/**
 * What a backup or a restore has done.
 *
 * @param target the directory that was written to
 * @param revision the newest revision in the copy
 * @param timeMillis when that was committed, in milliseconds since 1970
 * @param copiedBytes bytes that were written to the target, without the list of its files
 * @param copiedFiles files that were made or grew
 * @param totalBytes bytes of all files of the copy
 * @param verifiedPages pages whose checksums were compared in the copy
 */
public record BackupResult(
        Path target,
        long revision,
        long timeMillis,
        long copiedBytes,
        int copiedFiles,
        long totalBytes,
        long verifiedPages) {}
