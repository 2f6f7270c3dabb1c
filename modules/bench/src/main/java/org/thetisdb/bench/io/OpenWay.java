package org.thetisdb.bench.io;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import org.thetisdb.io.IoEngine;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.io.memory.MemoryAdvice;
import org.thetisdb.io.memory.MemoryBudget;

/** A file that is open for one way to read it. Any thread may ask for a reader of its own. */
interface OpenWay extends AutoCloseable {
    /** A reader for one thread. */
    WayReader reader(int bytesMax);

    @Override
    void close();

    /**
     * Opens a file.
     *
     * @param budgetBytes what a page cache may hold
     * @throws IllegalStateException if the engine is absent here, with its reason
     */
    static OpenWay open(Way way, IoFile file, long budgetBytes) throws IOException {
        return switch (way.kind()) {
            case MAPPED_MEMORY -> Mapped.open(file, false);
            case MAPPED_MEMORY_AHEAD -> Mapped.open(file, true);
            case ENGINE -> new ByEngine(engine(way.engine()).open(file.path()), way.engine(), false);
            case BATCH -> new ByEngine(engine(way.engine()).open(file.path()), way.engine(), true);
            case CACHE, CACHE_OF_SMALL_PAGES -> Cached.open(file, way.engine(), budgetBytes);
        };
    }

    private static IoEngine engine(String name) {
        for (IoEngine.Candidate candidate : new LocalFileSystem().engines()) {
            if (candidate.name().equals(name)) {
                return switch (candidate.tried()) {
                    case IoEngine.Candidate.Available(IoEngine engine) -> engine;
                    case IoEngine.Candidate other -> throw new IllegalStateException(other.toString());
                };
            }
        }
        throw new IllegalStateException("no engine " + name);
    }

    /** A mapping, from which readers copy. */
    record Mapped(Arena arena, MemorySegment memory, boolean tellsAhead) implements OpenWay {
        static Mapped open(IoFile file, boolean tellsAhead) throws IOException {
            Arena arena = Arena.ofShared();
            try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
                MemorySegment memory = channel.map(FileChannel.MapMode.READ_ONLY, 0, file.dataBytes(), arena);
                if (tellsAhead) {
                    MemoryAdvice.random(memory);
                }
                return new Mapped(arena, memory, tellsAhead);
            }
        }

        @Override
        public WayReader reader(int bytesMax) {
            return new WayReader.FromMemory(memory, tellsAhead, new byte[bytesMax]);
        }

        @Override
        public void close() {
            arena.close();
        }
    }

    /** A file of an engine, past the page cache. */
    record ByEngine(ReadableFile file, String engine, boolean inBatches) implements OpenWay {
        @Override
        public WayReader reader(int bytesMax) {
            // Reads past the system's cache are of whole blocks, as in Lucene's workload.
            long alignment = engine.equals("direct") ? WayReader.BLOCK_BYTES : 1;
            return inBatches
                    ? new WayReader.InBatches(file, bytesMax, alignment)
                    : new WayReader.OneByOne(file, bytesMax, alignment);
        }

        @Override
        public void close() {
            file.close();
        }
    }

    /** A file in a page cache. */
    record Cached(PageCache cache, PagedFile file) implements OpenWay {
        static Cached open(IoFile file, String engine, long budgetBytes) {
            PageCache cache = PageCache.open(
                    new LocalFileSystem(), PageCacheOptions.of(MemoryBudget.ofBytes(budgetBytes), engine));
            return new Cached(cache, cache.open(file.path(), file.geometry()));
        }

        @Override
        public WayReader reader(int bytesMax) {
            return new WayReader.FromCache(file, cache.register(), new byte[bytesMax]);
        }

        @Override
        public void close() {
            cache.close();
        }
    }
}
