package org.thetisdb.storage.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.PageCache;
import org.thetisdb.io.PageCacheOptions;
import org.thetisdb.io.PagedFile;
import org.thetisdb.io.PagedFileGeometry;
import org.thetisdb.io.PagedFileWriter;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.NodeIndexReader.Bound;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.Foresight;
import org.thetisdb.storage.file.StoreMemories;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.storage.index.IndexCursor;
import org.thetisdb.storage.index.IndexKey;
import org.thetisdb.storage.index.IndexReader;
import org.thetisdb.storage.index.IndexWriter;

/** Ranges of an index of many pages of which none is in memory: how often they wait, and what they read for nothing. */
class LeafForesightTest {
    private static final int PAGE = 4096;
    private static final int ENTRIES = 200_000;

    /** Neighbours in the index are far apart otherwise, so that leaves are not packed to nothing. */
    private static final long FACTOR = 7_919;

    @TempDir
    private Path directory;

    private PageCache cache;
    private PagedFileGeometry geometry;
    private ReaderMemories memories;

    /** Of all keys that are even, and of those that are odd. */
    private final List<Extent> roots = new ArrayList<>();

    /** How often somebody had to wait in the middle of a walk. */
    private int waits;

    @BeforeEach
    void write() {
        Path path = directory.resolve("data");
        try (PagedFileWriter writer = PagedFileWriter.create(new LocalFileSystem(), path, PAGE, 1, 7)) {
            for (int run = 0; run < 2; run++) {
                IndexWriter index = new IndexWriter(bytes -> new Extent(0, writer.append(bytes, 8), bytes.byteSize()));
                for (long key = run; key < ENTRIES; key += 2) {
                    index.add(IndexKey.of(key).orElseThrow(), node(key), false);
                }
                roots.add(index.finish());
            }
            geometry = writer.finish();
        }
        cache = PageCache.open(new LocalFileSystem(), PageCacheOptions.of(MemoryBudget.ofBytes(64 << 20)));
        PagedFile file = cache.open(path, geometry);
        memories = new ReaderMemories(_ -> file, cache.register());
    }

    @AfterEach
    void close() {
        memories.close();
        cache.close();
    }

    private static long node(long key) {
        return key * FACTOR % ENTRIES;
    }

    /** Counts when a foresight is asked, which is when a page is missing. */
    private final class Counted implements StoreMemories {
        @Override
        public StoreMemory of(int file) {
            return memories.of(file);
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // The very same object is meant.
        public Foresight foresee(Foresight next) {
            return memories.foresee(next == Foresight.NONE ? next : counted(next));
        }

        private Foresight counted(Foresight next) {
            return wants -> {
                waits++;
                next.tell(wants);
            };
        }
    }

    /** The first run, of every second key. */
    private IndexCursor cursor() {
        return new IndexCursor(new Counted(), roots.getFirst());
    }

    private static Optional<Bound> bound(long value, boolean inclusive) {
        return Optional.of(new Bound(value, inclusive));
    }

    private static List<Long> take(NodeIndexReader reader, int count) {
        List<Long> nodes = new ArrayList<>();
        long[] part = new long[1000];
        int found = 1;
        while (found > 0 && nodes.size() < count) {
            found = reader.next(part, Math.min(part.length, count - nodes.size()));
            for (int place = 0; place < found; place++) {
                nodes.add(part[place]);
            }
        }
        return nodes;
    }

    private static List<Long> nodes(long from, long to, int step) {
        List<Long> nodes = new ArrayList<>();
        for (long key = from; key < to; key += step) {
            nodes.add(node(key));
        }
        return nodes;
    }

    private long pages() {
        return cache.counters().misses();
    }

    /** What a walk over the first run reads page by page, without any foresight. */
    private long pagesOf(long from, long to) {
        try (PageCache other =
                PageCache.open(new LocalFileSystem(), PageCacheOptions.of(MemoryBudget.ofBytes(64 << 20)))) {
            PagedFile file = other.open(directory.resolve("data"), geometry);
            try (ReaderMemories plain = new ReaderMemories(_ -> file, other.register())) {
                IndexCursor walk = new IndexCursor(plain.of(0), roots.getFirst());
                walk.seekRange(bound(from, true), bound(to, false));
                take(walk, ENTRIES);
                return other.counters().misses();
            }
        }
    }

    @Test
    void longRange_waitsAFewTimes_andReadsNothingBehindItsEnd() {
        long expected = pagesOf(20_000, 180_000);
        assertThat(expected).isGreaterThan(50);
        IndexCursor cursor = cursor();
        cursor.seekRange(bound(20_000, true), bound(180_000, false));
        assertThat(take(cursor, ENTRIES)).isEqualTo(nodes(20_000, 180_000, 2));
        assertThat(waits).isBetween(2, 8);
        assertThat(pages()).isBetween(expected, expected + 1);
    }

    @Test
    void rangeWithoutAnEnd_waitsAFewTimes() {
        IndexCursor cursor = cursor();
        cursor.seekRange(bound(20_000, false), Optional.empty());
        assertThat(take(cursor, ENTRIES)).isEqualTo(nodes(20_002, ENTRIES, 2));
        assertThat(waits).isBetween(2, 8);
    }

    @Test
    void walkThatEndsEarly_readsTwiceAsMuchAsItNeeds_atMost() {
        IndexCursor cursor = cursor();
        cursor.seekRange(bound(20_000, true), Optional.empty());
        assertThat(take(cursor, 5_000)).isEqualTo(nodes(20_000, 30_000, 2));
        assertThat(pages()).isLessThanOrEqualTo(4 + 3 * pagesOf(20_000, 30_000));
    }

    @Test
    void walkOfOneLeaf_readsNoOther() {
        IndexCursor cursor = cursor();
        cursor.seekRange(bound(20_000, true), Optional.empty());
        assertThat(take(cursor, 10)).isEqualTo(nodes(20_000, 20_020, 2));
        assertThat(pages()).isLessThanOrEqualTo(5);
    }

    /** Each run tells its own leaves, also where entries are taken one by one. */
    @Test
    void severalRuns_waitAFewTimesEach() {
        IndexReader reader =
                new IndexReader(List.of(cursor(), new IndexCursor(new Counted(), roots.getLast())), Optional.empty());
        reader.seekRange(bound(20_000, true), bound(180_000, false));
        assertThat(take(reader, ENTRIES)).isEqualTo(nodes(20_000, 180_000, 1));
        assertThat(waits).isBetween(4, 16);
    }

    @Test
    void residentRange_isNeverTold() {
        IndexCursor cursor = cursor();
        cursor.seekRange(bound(20_000, true), bound(180_000, false));
        take(cursor, ENTRIES);
        int before = waits;
        cursor.seekRange(bound(20_000, true), bound(180_000, false));
        assertThat(take(cursor, ENTRIES)).hasSize(80_000);
        assertThat(waits).isEqualTo(before);
    }
}
