package org.thetisdb.storage.log;

import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.ThetisException;

/**
 * Sees to it that there is room for a record before it is begun: zeros that are written ahead, or the next
 * segment, which a large commit brings with it.
 *
 * <p>Invariants: a file never grows by a record; all of a segment is on the device before there is one after it.
 *
 * <p>Guarded by the log's lock, which is given up while another thread has the file.
 */
final class LogRoom {
    private final LogDirectory directory;
    private final LogOptions options;
    private final LogWaiters waiters;
    private final LogLifetime lifetime;
    private final LogEnd end;
    private final GroupCommit commits;

    LogRoom(
            LogDirectory directory,
            LogOptions options,
            LogWaiters waiters,
            LogLifetime lifetime,
            LogEnd end,
            GroupCommit commits) {
        this.directory = directory;
        this.options = options;
        this.waiters = waiters;
        this.lifetime = lifetime;
        this.end = end;
        this.commits = commits;
    }

    /**
     * Makes sure that a record of so many bytes can be written without the file growing.
     *
     * @throws ThetisException {@link ErrorCode#DISK_FULL}, and nothing has happened; {@link ErrorCode#LOG_FAILED}
     */
    void require(long recordBytes) {
        boolean waited = false;
        try {
            while (isSegmentFull(recordBytes) || !isThereFor(recordBytes)) {
                if (waiters.isFileTaken()) {
                    waited = true;
                    waiters.awaitFile();
                    lifetime.requireUsable();
                } else if (isSegmentFull(recordBytes)) {
                    beginSegment(recordBytes);
                } else {
                    preallocate(recordBytes);
                }
            }
        } finally {
            if (waited) {
                commits.wakeWaiters();
            }
        }
    }

    /** As {@link #require}, in this segment even if that is full, and nobody else has the file. */
    void requireForSeal() {
        long recordBytes = LogLayout.RECORD_OVERHEAD_BYTES_MAX;
        if (end.segment().isComplete()) {
            beginSegment(recordBytes);
        } else if (!isThereFor(recordBytes)) {
            preallocate(recordBytes);
        }
    }

    /**
     * Makes a transaction's file of parts the next segment, with its commit at the end; all of it is on the device
     * then, and so is everything before.
     *
     * @throws ThetisException {@link ErrorCode#DISK_FULL} and others of the file, and nothing has happened; {@link
     *     ErrorCode#LOG_FAILED}
     */
    void adopt(PartsFile parts, PartsFile.CommitHead head, byte[] rest) {
        if (waiters.isFileTaken()) {
            waiters.awaitFile();
            lifetime.requireUsable();
        }
        commits.flush();
        SegmentHeader header = end.nextHeader().withParts(parts.partsId());
        SegmentWriter full = end.segment();
        long endOffset = end.offset();
        try {
            end.adopt(parts.become(header, directory.path(header.number()), head, rest));
            commits.noteDurable();
            full.finish(endOffset);
        } catch (RuntimeException | Error e) {
            if (parts.isGiven()) {
                throw lifetime.fail(directory.path(header.number()), e);
            }
            // There is no segment, and the log is as it was.
            throw e;
        } finally {
            commits.wakeWaiters();
        }
    }

    private boolean isSegmentFull(long recordBytes) {
        if (end.segment().isComplete()) {
            return true;
        }
        long offset = end.offset();
        return offset > LogLayout.HEADER_BYTES && offset + recordBytes > options.segmentBytes();
    }

    private boolean isThereFor(long recordBytes) {
        return end.offset() + recordBytes <= end.segment().preallocatedBytes();
    }

    private void preallocate(long recordBytes) {
        try {
            end.segment().makeRoom(end.offset() + recordBytes, options, commits.written() == commits.durable());
        } catch (ThetisException e) {
            throw failUnlessDiskFull(e);
        }
    }

    private void beginSegment(long recordBytes) {
        commits.flush();
        SegmentHeader header = end.nextHeader();
        SegmentWriter next;
        try {
            next = SegmentWriter.create(
                    directory.fileSystem(),
                    directory.path(),
                    header,
                    LogLayout.HEADER_BYTES + recordBytes,
                    options.segmentBytes());
        } catch (ThetisException e) {
            throw failUnlessDiskFull(e);
        }
        Invariant.check(
                commits.durable() == end.appended(),
                "all of a segment is on the device before there is one after it",
                "durable",
                commits.durable(),
                "appended",
                end.appended());
        SegmentWriter full = end.segment();
        long endOffset = end.offset();
        end.continueIn(next);
        try {
            full.finish(endOffset);
        } catch (RuntimeException | Error e) {
            throw lifetime.fail(next.path(), e);
        }
    }

    private ThetisException failUnlessDiskFull(ThetisException cause) {
        return cause.code() == ErrorCode.DISK_FULL
                ? cause
                : lifetime.fail(end.segment().path(), cause);
    }
}
