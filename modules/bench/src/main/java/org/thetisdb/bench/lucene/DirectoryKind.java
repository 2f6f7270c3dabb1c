package org.thetisdb.bench.lucene;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.apache.lucene.misc.store.DirectIODirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.NIOFSDirectory;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.lucene.PageCacheDirectory;

/** The directories that are compared; ratios are relative to the first. */
enum DirectoryKind {
    THETIS {
        @Override
        Opened open(Path path, long budgetBytes) throws IOException {
            return thetis(path, PageCacheOptions.of(MemoryBudget.ofBytes(budgetBytes)));
        }
    },
    /** The same past the system's cache, for whoever gives nearly all memory to the page cache. */
    THETIS_DIRECT {
        @Override
        Opened open(Path path, long budgetBytes) throws IOException {
            return thetis(path, PageCacheOptions.of(MemoryBudget.ofBytes(budgetBytes), "direct"));
        }
    },
    MMAP {
        @Override
        Opened open(Path path, long budgetBytes) throws IOException {
            return Opened.of(new MMapDirectory(path));
        }
    },
    NIOFS {
        @Override
        Opened open(Path path, long budgetBytes) throws IOException {
            return Opened.of(new NIOFSDirectory(path));
        }
    },
    /** Lucene's, told to read everything past the system's cache: by itself it does that for merges only. */
    DIRECT {
        @Override
        Opened open(Path path, long budgetBytes) throws IOException {
            FSDirectory files = new NIOFSDirectory(path);
            return Opened.of(new DirectIODirectory(files) {
                @Override
                protected boolean useDirectIO(String name, IOContext context, OptionalLong fileLength) {
                    return true;
                }
            });
        }
    };

    /**
     * A directory with what it stands on.
     *
     * @param directory to be read
     * @param below to be closed after it
     */
    record Opened(Directory directory, Closeable below) implements Closeable {
        static Opened of(Directory directory) {
            return new Opened(directory, () -> {});
        }

        @Override
        public void close() throws IOException {
            try (Closeable _ = below) {
                directory.close();
            }
        }
    }

    private static Opened thetis(Path path, PageCacheOptions options) throws IOException {
        PageCache cache = PageCache.open(new LocalFileSystem(), options);
        return new Opened(new PageCacheDirectory(path, cache), cache::close);
    }

    /**
     * Opens an index.
     *
     * @param budgetBytes of the page cache, for the one that has one of its own
     */
    abstract Opened open(Path path, long budgetBytes) throws IOException;
}
