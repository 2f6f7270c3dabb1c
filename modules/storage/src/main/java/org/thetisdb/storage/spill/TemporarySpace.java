package org.thetisdb.storage.spill;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.TemporaryFile;
import org.thetisdb.io.memory.MappedShare;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.file.StoreFiles;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Where an open store lets its queries put what does not fit into memory.
 *
 * <pre>
 *   the process that writes ──► DIRECTORY/temporary ──cannot be written──┐
 *   a process that reads beside it ────────────────────────────────────►┴─► the system's folder for temporary files
 * </pre>
 *
 * <p>A file loses its name when it is open, where the system allows that, so a process that dies leaves nothing. What
 * one leaves elsewhere, or dies over in between, the next one deletes that writes. Only the process that has locked the
 * database makes files in its folder, so all that are there when it opens are nobody's. The system's folder is not
 * swept: it may hold very many files of others, and opening a database should not take longer for that; an empty file
 * is the most that is left there, where the system lets open files lose their names.
 *
 * <p>Thread safe.
 */
public final class TemporarySpace {
    private final FileSystem fileSystem;
    private final FileSystem anywhere;
    private final Path directory;
    private final Path fallback;
    private final MappedShare mapped;
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicLong totalBytes = new AtomicLong();
    private final ReferenceQueue<SpillFile> dropped = new ReferenceQueue<>();
    private final Set<Lasting> lasting = ConcurrentHashMap.newKeySet();

    /** A file that is closed when nobody refers to it any more. */
    private static final class Lasting extends PhantomReference<SpillFile> {
        private final SpillFile.Held held;

        Lasting(SpillFile file, ReferenceQueue<SpillFile> dropped) {
            super(file, dropped);
            held = file.held();
        }
    }

    private TemporarySpace(
            FileSystem fileSystem, FileSystem anywhere, Path directory, Path fallback, MappedShare mapped) {
        this.fileSystem = fileSystem;
        this.anywhere = anywhere;
        this.directory = directory;
        this.fallback = fallback;
        this.mapped = mapped;
    }

    /**
     * The space of a process that writes; deletes what earlier ones have left.
     *
     * @param database its directory
     * @param fileSystem of the directory
     * @param anywhere of the system's folder
     * @param fallback the system's folder
     * @param budget of the memory, of which what is mapped of the files counts little
     */
    public static TemporarySpace ofWriter(
            Path database, FileSystem fileSystem, FileSystem anywhere, Path fallback, MemoryBudget budget) {
        TemporarySpace space = new TemporarySpace(
                fileSystem, anywhere, StoreFiles.temporaryDirectory(database), fallback, MappedShare.of(budget));
        space.sweep();
        return space;
    }

    /** The space of a process that only reads, with the smallest budget there is. */
    public static TemporarySpace ofReader(FileSystem anywhere, Path fallback) {
        return ofReader(anywhere, fallback, MemoryBudget.ofBytes(MemoryBudget.BYTES_MIN));
    }

    /** The space of a process that only reads, which changes nothing in the database's directory. */
    public static TemporarySpace ofReader(FileSystem anywhere, Path fallback, MemoryBudget budget) {
        return new TemporarySpace(anywhere, anywhere, fallback, fallback, MappedShare.of(budget));
    }

    private void sweep() {
        try {
            if (fileSystem.isDirectory(directory)) {
                for (Path file : fileSystem.list(directory)) {
                    delete(file);
                }
            }
        } catch (ThetisException _) {
            // A folder that cannot be listed keeps what is there: opening the database must not fail for that.
        }
    }

    private void delete(Path file) {
        String name = String.valueOf(file.getFileName());
        if (!name.startsWith(TemporaryFile.NAME_PREFIX) || !name.endsWith(TemporaryFile.NAME_SUFFIX)) {
            return;
        }
        try {
            fileSystem.delete(file);
        } catch (ThetisException _) {
            // Another process has it open or was faster.
        }
    }

    /**
     * A new file.
     *
     * @throws ThetisException {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED} if there can be none
     */
    public SpillFile newFile() {
        closeDropped();
        return new SpillFile(this, create());
    }

    /**
     * A new file for what may outlive the one who wrote it, such as the lists of a result: where nobody closes it, its
     * space is free some time after the last reference to it is gone.
     *
     * @throws ThetisException {@link ErrorCode#DISK_FULL}, {@link ErrorCode#IO_FAILED} if there can be none
     */
    public SpillFile newLastingFile() {
        SpillFile file = newFile();
        lasting.add(new Lasting(file, dropped));
        return file;
    }

    private void closeDropped() {
        for (Reference<? extends SpillFile> gone = dropped.poll(); gone != null; gone = dropped.poll()) {
            Lasting file = (Lasting) gone;
            lasting.remove(file);
            file.held.close();
        }
    }

    private TemporaryFile create() {
        try {
            return fileSystem.createTemporary(directory);
        } catch (ThetisException problem) {
            if (directory.equals(fallback) || problem.code() != ErrorCode.IO_FAILED) {
                throw problem;
            }
            return anywhere.createTemporary(fallback);
        }
    }

    /** The memory of its files that are mapped. */
    MappedShare mapped() {
        return mapped;
    }

    ThetisException full(long bytes, ThetisException cause) {
        return new ThetisException(
                ErrorCode.DISK_FULL,
                "the disk is full, and what does not fit into memory has to go there: directory=" + directory
                        + ", bytes=" + bytes + ", temporaryBytes=" + usedBytes
                        + "; free some space, let the query keep fewer rows (filter earlier, LIMIT), or write in"
                        + " smaller transactions",
                cause);
    }

    void wrote(long bytes) {
        usedBytes.addAndGet(bytes);
        totalBytes.addAndGet(bytes);
    }

    void freed(long bytes) {
        usedBytes.addAndGet(-bytes);
    }

    /** What temporary files hold now. */
    public long usedBytes() {
        closeDropped();
        return usedBytes.get();
    }

    /** What was written to temporary files since the store was opened. */
    public long totalBytes() {
        return totalBytes.get();
    }
}
