package org.thetisdb;

import java.nio.file.Path;
import java.time.Instant;

/**
 * What a {@link Database#backup(Path) backup} or a {@link Database#restore(Path, Path, boolean) restore} has done.
 *
 * @param target the directory that was written to
 * @param revision the newest revision in the copy
 * @param time when that was committed, to the millisecond
 * @param copiedBytes bytes that were written to the target, without the list of its files
 * @param copiedFiles files that were made or grew
 * @param totalBytes bytes of all files of the copy
 * @param verifiedPages pages whose checksums were compared in the copy
 */
public record BackupResult(
        Path target,
        long revision,
        Instant time,
        long copiedBytes,
        int copiedFiles,
        long totalBytes,
        long verifiedPages) {}
