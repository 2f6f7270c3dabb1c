package org.thetisdb.lucene;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FSLockFactory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.LockFactory;
import org.apache.lucene.store.OutputStreamIndexOutput;
import org.apache.lucene.util.Unwrappable;
import org.thetisdb.io.EpochPool;
import org.thetisdb.io.FileSystem;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.WritableFile;
import org.thetisdb.value.ThetisException;

/**
 * A Lucene directory whose files are read through a page cache with a budget.
 *
 * <pre>{@code
 *   PageCacheOptions options = PageCacheOptions.of(MemoryBudget.ofBytes(4L << 30));
 *   try (PageCache cache = PageCache.open(new LocalFileSystem(), options);
 *           Directory directory = new PageCacheDirectory(path, cache);
 *           DirectoryReader reader = DirectoryReader.open(directory)) {
 *       ...
 *   }
 * }</pre>
 *
 * <p>The files are Lucene's own, byte for byte: the same index may be opened by any other directory of the file system,
 * and the write lock is the one that these take. A file must not change while it is open, which Lucene promises.
 * Several directories may share a cache; close them, and what was opened from them, before it.
 *
 * <p>Bytes in memory are read without system calls, copies or locks. What is missing is read by the cache's engine, and
 * what Lucene announces by {@code prefetch} together with it. {@link IOContext}s of merges and of sequential reading
 * have more read than was asked for, those of random reading nothing, others as soon as they are read from one page to
 * the next. Pages carry no checksums: Lucene's files have their own.
 *
 * <p>Written files reach the device by {@link #sync}, names by {@link #syncMetaData}. All methods may be called by any
 * thread; errors are those that {@link FSDirectory} documents.
 */
public final class PageCacheDirectory extends FSDirectory {
    /** What an output collects before it is written. */
    private static final int OUTPUT_BUFFER_BYTES = 16 << 10;

    private final FileSystem fileSystem;
    private final EpochPool epochs;
    private final OpenFiles files;
    private final PendingDeletions deletions;
    private final AtomicLong temporaryCount = new AtomicLong();
    private final Object creation = new Object();

    /**
     * Opens a directory of the local file system, with its native locks and pages of {@link PageCache#PAGE_BYTES}.
     *
     * @param path is made if it is missing
     * @param cache through which files are read; stays the caller's
     * @throws IOException if the directory can be neither found nor made
     */
    public PageCacheDirectory(Path path, PageCache cache) throws IOException {
        this(path, cache, new LocalFileSystem(), FSLockFactory.getDefault(), PageCache.PAGE_BYTES);
    }

    /**
     * Opens a directory.
     *
     * @param path is made if it is missing
     * @param cache through which files are read, of the same file system; stays the caller's
     * @param fileSystem through which files are written
     * @param lockFactory whose locks Lucene's writers take
     * @param pageBytes what is read at a time, a power of two from 4 KiB to 1 MiB: smaller ones for what is read here
     *     and there, larger ones for what is scanned
     * @throws IOException if the directory can be neither found nor made
     */
    public PageCacheDirectory(Path path, PageCache cache, FileSystem fileSystem, LockFactory lockFactory, int pageBytes)
            throws IOException {
        super(path, lockFactory);
        this.fileSystem = fileSystem;
        this.epochs = new EpochPool(cache);
        this.files = new OpenFiles(cache, epochs, pageBytes);
        this.deletions = new PendingDeletions(fileSystem, directory);
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
        ensureOpen();
        ensureCanRead(name);
        // What Lucene's tests put around file systems is no place for native calls.
        Path file = Unwrappable.unwrapAll(directory.resolve(name));
        long sizeBytes = ask(file, () -> fileSystem.sizeBytes(file));
        return PageCacheIndexInput.open(files, files.open(name, file, sizeBytes), ReadingPattern.of(context));
    }

    @Override
    protected void ensureCanRead(String name) throws IOException {
        if (deletions.contains(name)) {
            throw LuceneErrors.pendingDelete(directory.resolve(name));
        }
    }

    @Override
    public String[] listAll() throws IOException {
        ensureOpen();
        return ask(directory, () -> fileSystem.list(directory)).stream()
                .map(path -> path.getFileName().toString())
                .filter(name -> !deletions.contains(name))
                .sorted()
                .toArray(String[]::new);
    }

    @Override
    public long fileLength(String name) throws IOException {
        ensureOpen();
        ensureCanRead(name);
        Path file = directory.resolve(name);
        return ask(file, () -> fileSystem.sizeBytes(file));
    }

    @Override
    public IndexOutput createOutput(String name, IOContext context) throws IOException {
        ensureOpen();
        deletions.retrySometimes();
        deletions.revive(name);
        return create(name);
    }

    @Override
    public IndexOutput createTempOutput(String prefix, String suffix, IOContext context) throws IOException {
        ensureOpen();
        deletions.retrySometimes();
        while (true) {
            String name = getTempFileName(prefix, suffix, temporaryCount.getAndIncrement());
            try {
                if (!deletions.contains(name)) {
                    return create(name);
                }
            } catch (FileAlreadyExistsException _) {
                // One of an earlier process: the next number is tried.
            }
        }
    }

    private IndexOutput create(String name) throws IOException {
        Path file = directory.resolve(name);
        WritableFile writable;
        // The file system replaces what is there, and Lucene never means that.
        synchronized (creation) {
            if (fileSystem.exists(file)) {
                throw new FileAlreadyExistsException(file.toString());
            }
            writable = ask(file, () -> fileSystem.create(file));
        }
        files.forget(name);
        return new OutputStreamIndexOutput(
                "FileOutput(path=\"" + file + "\")", name, new FileOutput(writable), OUTPUT_BUFFER_BYTES);
    }

    @Override
    public void sync(Collection<String> names) throws IOException {
        ensureOpen();
        for (String name : names) {
            fsync(name);
        }
        deletions.retrySometimes();
    }

    @Override
    protected void fsync(String name) throws IOException {
        Path file = directory.resolve(name);
        tell(file, () -> {
            try (WritableFile writable = fileSystem.openForWrite(file)) {
                writable.force();
            }
        });
    }

    @Override
    public void syncMetaData() throws IOException {
        ensureOpen();
        tell(directory, deletions::forceDirectory);
        deletions.retrySometimes();
    }

    @Override
    public void rename(String source, String target) throws IOException {
        ensureOpen();
        ensureCanRead(source);
        deletions.retrySometimes();
        deletions.revive(target);
        Path file = directory.resolve(source);
        tell(file, () -> fileSystem.renameAtomically(file, directory.resolve(target)));
        files.forget(source);
        files.forget(target);
    }

    @Override
    public void deleteFile(String name) throws IOException {
        ensureCanRead(name);
        files.forget(name);
        deletions.delete(name);
        deletions.retrySometimes();
    }

    @Override
    public synchronized Set<String> getPendingDeletions() throws IOException {
        deletions.retry();
        return deletions.names();
    }

    @Override
    public synchronized void deletePendingFiles() throws IOException {
        deletions.retry();
    }

    @Override
    public synchronized void close() throws IOException {
        try (EpochPool _ = epochs) {
            super.close();
        }
    }

    private static <T> T ask(Path file, Supplier<T> question) throws IOException {
        try {
            return question.get();
        } catch (ThetisException problem) {
            throw LuceneErrors.of(problem, file);
        }
    }

    private static void tell(Path file, Runnable action) throws IOException {
        try {
            action.run();
        } catch (ThetisException problem) {
            throw LuceneErrors.of(problem, file);
        }
    }
}
