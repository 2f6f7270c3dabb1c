package org.thetisdb.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.h2.store.fs.FilePath;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.memory.MemoryBudget;

/** A cache that H2 knows by a scheme, for a test; closing it looks for what was left open. */
final class Pages implements AutoCloseable {
    /** Less than the files of any test that reads more than a few pages. */
    static final long TINY = 128 << 10;

    static final long AMPLE = 64 << 20;
    static final int PAGE_BYTES_MIN = 4 << 10;

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private final PageCache cache;
    private final PagedFilePath registered;
    private final Path folder;

    private Pages(PageCache cache, PagedFilePath registered, Path folder) {
        this.cache = cache;
        this.registered = registered;
        this.folder = folder;
    }

    static Pages register(Path folder, long budgetBytes) throws IOException {
        return register(folder, budgetBytes, PageCacheOptions.AUTO, PAGE_BYTES_MIN);
    }

    static Pages register(Path folder, long budgetBytes, String engine, int pageBytes) throws IOException {
        PageCache cache = cache(budgetBytes, engine);
        PagedFilePath registered = PagedFilePath.over(cache, pageBytes, PagedFilePath.SCHEME);
        FilePath.register(registered);
        return new Pages(cache, registered, folder.toRealPath());
    }

    static PageCache cache(long budgetBytes, String engine) {
        return PageCache.open(new LocalFileSystem(), PageCacheOptions.of(MemoryBudget.ofBytes(budgetBytes), engine));
    }

    PageCache cache() {
        return cache;
    }

    /** The name that H2 knows a file of the folder by. */
    FilePath path(String name) {
        return FilePath.get("paged:" + folder.resolve(name));
    }

    String url(String name) {
        return "jdbc:h2:paged:" + folder.resolve(name);
    }

    @Override
    public void close() throws IOException {
        FilePath.unregister(registered);
        assertThat(openBelow(folder)).as("files that were left open").isEmpty();
        assertThat(cache.counters().residentBytes()).as("pages of closed files").isZero();
        cache.close();
    }

    /** The files below a folder that this process has open; a test that asks is skipped where the system is silent. */
    static List<String> openBelow(Path folder) throws IOException {
        assumeTrue(Files.isDirectory(DESCRIPTORS), "this system does not tell which files are open");
        try (Stream<Path> open = Files.list(DESCRIPTORS)) {
            return open.map(Pages::target)
                    .filter(file -> file.startsWith(folder.toString()))
                    .toList();
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closed) {
            return "";
        }
    }
}
