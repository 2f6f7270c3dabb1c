package org.thetisdb.h2;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.disk.FilePathDisk;
import org.jspecify.annotations.Nullable;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.PagedFileGeometry;
import org.thetisdb.io.memory.JvmHeap;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryEnvironment;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * A file name of H2 whose file is read through a page cache. One of them is registered with H2, and makes the others:
 *
 * <pre>{@code
 *   PageCacheOptions options = PageCacheOptions.of(MemoryBudget.ofBytes(256 << 20));
 *   PageCache cache = PageCache.open(new LocalFileSystem(), options);
 *   FilePath.register(PagedFilePath.over(cache));
 *   DriverManager.getConnection("jdbc:h2:paged:./people");
 * }</pre>
 *
 * <p>{@code FilePath.register(new PagedFilePath())} does the same with a cache as the system properties {@link
 * #MEMORY_PROPERTY} and {@link #ENGINE_PROPERTY} want it. Several caches are registered under a scheme each.
 *
 * <p>Files are those of {@code file:}, byte for byte, and as durable. As long as a file is open through a cache, nobody
 * may change it past this cache; H2's locks see to that between processes. Immutable; any thread.
 */
public final class PagedFilePath extends FilePath {
    /** The scheme if no other is chosen, as in {@code jdbc:h2:paged:./people}. */
    public static final String SCHEME = "paged";

    /**
     * The system property with the budget for pages: {@code 256m}, {@code 2g}, {@code 25%} of the memory that this
     * process may use. The default is half of what the largest heap leaves.
     */
    public static final String MEMORY_PROPERTY = "thetis.h2.memory";

    /** The system property with the name of the engine that reads, such as {@code pread}; the default is the first. */
    public static final String ENGINE_PROPERTY = "thetis.h2.engine";

    private static final String READ_ONLY = "r";

    private static final Set<String> TAKEN =
            Set.of("async", "cache", "classpath", "file", "mem", "nio", "retry", "split", "ssl", "tcp", "zip");

    private final String scheme;
    private final OpenFiles files;
    private final FilePath disk;

    /**
     * The name to be registered, with a cache by the system properties. It takes no memory before a file is read, and
     * lasts as long as the process.
     *
     * @throws ThetisException {@link ErrorCode#USAGE} if a property cannot be read
     */
    public PagedFilePath() {
        this(SCHEME, new OpenFiles(cacheByProperties(), PageCache.PAGE_BYTES), new FilePathDisk().getPath("."));
    }

    /** @param disk the same name in H2's own file system, which makes others of its kind */
    PagedFilePath(String scheme, OpenFiles files, FilePath disk) {
        this.scheme = scheme;
        this.files = files;
        this.disk = disk;
        this.name = scheme + ":" + disk.name;
    }

    /**
     * {@return the name to be registered, as {@code paged}}
     *
     * @param cache to be closed after the last database
     */
    public static PagedFilePath over(PageCache cache) {
        return over(cache, PageCache.PAGE_BYTES, SCHEME);
    }

    /**
     * {@return the name to be registered}
     *
     * @param cache to be closed after the last database
     * @param pageBytes what is read at least: a power of two from 4 KiB to 1 MiB
     * @param scheme what stands before the colon: small letters, at least two
     * @throws ThetisException {@link ErrorCode#USAGE} if the scheme or page size is not allowed
     */
    public static PagedFilePath over(PageCache cache, int pageBytes, String scheme) {
        if (!scheme.matches("[a-z]{2,}") || TAKEN.contains(scheme)) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "a scheme is made of small letters, at least two, and none of H2's own: scheme=" + scheme
                            + "; take " + SCHEME);
        }
        if (!PagedFileGeometry.isPageBytes(pageBytes)) {
            throw new ThetisException(
                    ErrorCode.USAGE,
                    "the size of a page is a power of two from 4096 to 1048576: pageBytes=" + pageBytes);
        }
        return new PagedFilePath(scheme, new OpenFiles(cache, pageBytes), new FilePathDisk().getPath("."));
    }

    private static PageCache cacheByProperties() {
        MemoryEnvironment environment = MemoryEnvironment.detect();
        String memory = System.getProperty(MEMORY_PROPERTY, "");
        MemoryBudget budget = memory.isEmpty()
                ? MemoryBudget.byDefault(environment, JvmHeap.NONE)
                : MemoryBudget.parse(memory, environment);
        String engine = System.getProperty(ENGINE_PROPERTY, PageCacheOptions.AUTO);
        return PageCache.open(new LocalFileSystem(), PageCacheOptions.of(budget, engine));
    }

    // Names.

    @Override
    public String getScheme() {
        return scheme;
    }

    @Override
    public PagedFilePath getPath(String path) {
        String plain = path.startsWith(scheme + ":") ? path.substring(scheme.length() + 1) : path;
        if (plain.matches("[a-zA-Z]{2,}:.*") && !plain.startsWith("file:")) {
            throw new IllegalArgumentException("files of the disk can be paged, and no others: name=" + path
                    + "; other schemes, such as split, go in front of " + scheme);
        }
        return with(disk.getPath(plain));
    }

    private PagedFilePath with(FilePath other) {
        return new PagedFilePath(scheme, files, other);
    }

    @Override
    public FilePath unwrap() {
        return disk;
    }

    @Override
    public PagedFilePath toRealPath() {
        return with(disk.toRealPath());
    }

    @Override
    public @Nullable FilePath getParent() {
        FilePath parent = disk.getParent();
        return parent == null ? null : with(parent);
    }

    @Override
    public boolean isAbsolute() {
        return disk.isAbsolute();
    }

    /** By which the file is known as long as it is open. */
    private Path realPath() {
        return Path.of(disk.toRealPath().name);
    }

    // What there is.

    @Override
    public boolean exists() {
        return disk.exists();
    }

    @Override
    public boolean isDirectory() {
        return disk.isDirectory();
    }

    @Override
    public boolean isRegularFile() {
        return disk.isRegularFile();
    }

    @Override
    public long size() {
        return disk.size();
    }

    @Override
    public long lastModified() {
        return disk.lastModified();
    }

    @Override
    public boolean canWrite() {
        return disk.canWrite();
    }

    @Override
    public List<FilePath> newDirectoryStream() {
        List<FilePath> entries = new ArrayList<>();
        for (FilePath entry : disk.newDirectoryStream()) {
            entries.add(with(entry));
        }
        return entries;
    }

    // Changes of names.

    @Override
    public boolean createFile() {
        return disk.createFile();
    }

    @Override
    public void createDirectory() {
        disk.createDirectory();
    }

    @Override
    public FilePath createTempFile(String suffix, boolean inTempDir) throws IOException {
        return with(disk.createTempFile(suffix, inTempDir));
    }

    @Override
    public boolean setReadOnly() {
        return disk.setReadOnly();
    }

    @Override
    public void delete() {
        Path path = realPath();
        disk.delete();
        files.forget(path);
    }

    @Override
    public void moveTo(FilePath newName, boolean atomicReplace) {
        PagedFilePath target = newName instanceof PagedFilePath paged ? paged : with(newName);
        Path from = realPath();
        Path to = target.realPath();
        disk.moveTo(target.disk, atomicReplace);
        files.forget(from);
        files.forget(to);
    }

    // Content.

    @Override
    public FileChannel open(String mode) throws IOException {
        FileChannel channel = disk.open(mode);
        boolean isOpened = false;
        try {
            PagedChannel opened =
                    new PagedChannel(channel, files.open(realPath(), channel), files, !mode.equals(READ_ONLY));
            isOpened = true;
            return opened;
        } finally {
            if (!isOpened) {
                channel.close();
            }
        }
    }

    @Override
    public InputStream newInputStream() throws IOException {
        // From here to there, once, and the file has all that was written: nothing that pages would be good for.
        return disk.newInputStream();
    }

    @Override
    public OutputStream newOutputStream(boolean append) throws IOException {
        // H2 makes the directories above, and lets several processes append to one file.
        if (!files.isOpen(realPath())) {
            return disk.newOutputStream(append);
        }
        return newFileChannelOutputStream(open("rw"), append);
    }
}
