package org.thetisdb.engine.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * The temporary files of a run. All are closed when it ends; but those for values that may outlive it, such as long
 * lists, stay when such values may have been given out, and are then closed some time after the last reference to them
 * is gone.
 *
 * <p>Thread safe.
 */
public final class RunFiles implements AutoCloseable {
    private final Optional<TemporarySpace> space;
    private final List<SpillFile> files = new ArrayList<>();
    private final List<SpillFile> lasting = new ArrayList<>();
    private boolean kept;

    RunFiles(Optional<TemporarySpace> space) {
        this.space = space;
    }

    /** @throws ThetisException {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED} */
    synchronized SpillFile newFile() {
        SpillFile file = space().newFile();
        files.add(file);
        return file;
    }

    /** @throws ThetisException {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED} */
    synchronized SpillFile newLastingFile() {
        SpillFile file = space().newLastingFile();
        lasting.add(file);
        return file;
    }

    private TemporarySpace space() {
        return space.orElseThrow(() -> new IllegalStateException("a run spills that has no place for it"));
    }

    /** Whether values of the run may refer to files that are made to last. */
    public synchronized boolean hasLasting() {
        return !lasting.isEmpty();
    }

    /** Values that may refer to such files are given to somebody outside the run. */
    public synchronized void keepLasting() {
        kept = true;
    }

    /** Whether values were given out that may refer to such files. */
    public synchronized boolean isKept() {
        return kept;
    }

    synchronized long writtenBytes() {
        long bytes = 0;
        for (SpillFile file : files) {
            bytes += file.writtenBytes();
        }
        for (SpillFile file : lasting) {
            bytes += file.writtenBytes();
        }
        return bytes;
    }

    /** The run is over. */
    @Override
    public synchronized void close() {
        files.forEach(SpillFile::close);
        if (!kept) {
            lasting.forEach(SpillFile::close);
        }
    }
}
