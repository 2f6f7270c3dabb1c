package org.thetisdb.storage.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.NodeIndexReader.Bound;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.ExtentWriter;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Random runs with tombstones and an overlay against a sorted set of pairs. */
final class IndexReaderTest {
    private static final int NODES = 400;

    /** Filters of few keys are made in memory, others in partitions. */
    private static final KeyFilterWriter.Room FILTER_ROOM =
            new KeyFilterWriter.Room(64, TemporarySpace.ofReader(new SimulatedFileSystem(), Path.of("/temporary")));

    private record Pair(IndexKey key, long node) {
        static final Comparator<Pair> ORDER = Comparator.comparing(Pair::key).thenComparingLong(Pair::node);
    }

    /** Whether the pair holds, newest word. */
    private static NavigableMap<Pair, Boolean> change(NavigableSet<Pair> model, int changes, Random random) {
        NavigableMap<Pair, Boolean> change = new TreeMap<>(Pair.ORDER);
        for (int index = 0; index < changes; index++) {
            Optional<IndexKey> key = IndexKey.of(IndexTest.value(random));
            Pair pair = key.map(found -> new Pair(found, random.nextInt(NODES))).orElse(null);
            if (random.nextInt(3) == 0 && pair != null) {
                pair = Optional.ofNullable(model.ceiling(pair)).orElse(pair);
            }
            if (pair != null) {
                boolean holds = random.nextInt(3) > 0;
                change.put(pair, holds);
                if (holds) {
                    model.add(pair);
                } else {
                    model.remove(pair);
                }
            }
        }
        return change;
    }

    private static final class MapEntries implements IndexEntries {
        private final Iterator<Map.Entry<Pair, Boolean>> entries;
        private final SortKey key = new SortKey();
        private Map.Entry<Pair, Boolean> entry;

        MapEntries(NavigableMap<Pair, Boolean> map, Predicate<IndexKey> wanted) {
            entries = map.entrySet().stream()
                    .filter(each -> wanted.test(each.getKey().key()))
                    .iterator();
        }

        @Override
        public boolean advance() {
            if (!entries.hasNext()) {
                return false;
            }
            entry = entries.next();
            key.set(entry.getKey().key());
            return true;
        }

        @Override
        public SortKey key() {
            return key;
        }

        @Override
        public long node() {
            return entry.getKey().node();
        }

        @Override
        public boolean isTombstone() {
            return !entry.getValue();
        }
    }

    /** One data file. */
    private static final class File implements ExtentWriter {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public Extent append(MemorySegment segment) {
            Extent extent = new Extent(0, bytes.size(), segment.byteSize());
            bytes.writeBytes(segment.toArray(ValueLayout.JAVA_BYTE));
            bytes.writeBytes(new byte[(int) (-segment.byteSize() & 7)]);
            return extent;
        }

        IndexCursor open(Extent root) {
            IndexCursor cursor = new IndexCursor(StoreMemory.of(MemorySegment.ofArray(bytes.toByteArray())), root);
            assertThat(cursor.runBytes()).isEqualTo(bytes.size());
            return cursor;
        }
    }

    private static IndexCursor write(NavigableMap<Pair, Boolean> change) {
        File file = new File();
        // A filter for all keys, for too few, or none.
        int filteredKeyCount = change.size() % 3 * change.size() / 2;
        try (KeyFilterWriter filter = new KeyFilterWriter(filteredKeyCount, FILTER_ROOM)) {
            IndexWriter writer = new IndexWriter(file, filteredKeyCount == 0 ? Optional.empty() : Optional.of(filter));
            change.forEach((pair, holds) -> writer.add(pair.key(), pair.node(), !holds));
            return file.open(writer.finish());
        }
    }

    private static IndexCursor merge(List<IndexCursor> runs, boolean withOldest) {
        File file = new File();
        List<IndexEntries> entries = new ArrayList<>();
        for (IndexCursor run : runs) {
            entries.add(run.allEntries());
        }
        return file.open(IndexMerger.write(
                entries,
                withOldest,
                runs.stream().mapToLong(IndexCursor::entryCount).sum(),
                file,
                FILTER_ROOM));
    }

    private static List<Long> drain(NodeIndexReader reader, Random random) {
        List<Long> nodes = new ArrayList<>();
        long[] out = new long[1 + random.nextInt(300)];
        int count;
        while ((count = reader.next(out, out.length)) > 0) {
            for (int index = 0; index < count; index++) {
                nodes.add(out[index]);
            }
        }
        return nodes;
    }

    private static Vector vector(Object value) {
        Vector vector = new Vector();
        vector.reset(VectorKind.NULL, 1);
        vector.setValue(0, value);
        return vector;
    }

    private static void compare(NodeIndexReader reader, NavigableSet<Pair> model, long seed, Random random) {
        for (int round = 0; round < 30; round++) {
            Object value = IndexTest.value(random);
            reader.seek(vector(value), 0);
            check(reader, model, IndexRange.equal(vector(value), 0), seed, random);
            if (reader instanceof IndexReader whole && IndexKey.of(value).isPresent()) {
                whole.seek(IndexKey.of(value).orElseThrow());
                check(reader, model, IndexRange.equal(vector(value), 0), seed, random);
            }
            Optional<Bound> lower = bound(random);
            Optional<Bound> upper = bound(random);
            reader.seekRange(lower, upper);
            check(reader, model, IndexRange.between(lower, upper), seed, random);
        }
        for (String prefix : List.of("", "p", "prefix shared by many 1", "x", "\u00e4", "q")) {
            reader.seekPrefix(prefix);
            check(reader, model, Optional.of(IndexRange.prefix(prefix)), seed, random);
        }
        reader.seekRange(Optional.empty(), Optional.empty());
        assertThat(drain(reader, random))
                .as("seed=%d", seed)
                .isEqualTo(model.stream().map(Pair::node).toList());
    }

    private static Optional<Bound> bound(Random random) {
        return random.nextInt(4) == 0
                ? Optional.empty()
                : Optional.of(new Bound(IndexTest.value(random), random.nextBoolean()));
    }

    private static void check(
            NodeIndexReader reader, NavigableSet<Pair> model, Optional<IndexRange> range, long seed, Random random) {
        assertThat(drain(reader, random))
                .as("seed=%d range=%s", seed, range)
                .isEqualTo(model.stream()
                        .filter(pair -> range.isPresent() && range.get().contains(pair.key()))
                        .map(Pair::node)
                        .toList());
    }

    @Test
    void read_overRunsAndOverlay_givesTheNewestWord() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 12; round++) {
            NavigableSet<Pair> model = new TreeSet<>(Pair.ORDER);
            List<IndexCursor> runs = new ArrayList<>();
            int runCount = random.nextInt(5);
            for (int run = 0; run < runCount; run++) {
                NavigableMap<Pair, Boolean> change = change(model, random.nextInt(3000), random);
                if (run == 0) {
                    change.values().removeIf(holds -> !holds);
                }
                runs.addFirst(write(change));
            }
            compare(new IndexReader(runs, Optional.empty()), model, seed, random);
            compare(IndexReader.of(runs), model, seed, random);
            int from = random.nextInt(runCount + 1);
            int to = from + random.nextInt(runCount + 1 - from);
            if (from < to) {
                IndexCursor merged = merge(runs.subList(from, to), to == runCount);
                assertThat(to < runCount || merged.tombstoneCount() == 0).isTrue();
                runs.subList(from, to).clear();
                runs.add(from, merged);
                compare(IndexReader.of(runs), model, seed, random);
            }
            NavigableMap<Pair, Boolean> overlay = change(model, random.nextInt(random.nextBoolean() ? 500 : 8), random);
            IndexReader whole = new IndexReader(runs, Optional.of(new MapOverlay(overlay)));
            compare(whole, model, seed, random);
            long seen = whole.verify(node -> {}, () -> assertThat(seed).isZero());
            assertThat(seen).as("seed=%d", seed).isEqualTo(model.size());
        }
    }

    private record MapOverlay(NavigableMap<Pair, Boolean> overlay) implements IndexOverlay {
        @Override
        public IndexEntries entries(IndexRange range) {
            return new MapEntries(overlay, range::contains);
        }

        @Override
        public boolean mayHold(long keyHash) {
            return overlay.keySet().stream().anyMatch(pair -> pair.key().hash64() == keyHash);
        }
    }

    @Test
    void indexKey_ofRandomValues_comparesAsSortKeyDoes() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        SortKey left = new SortKey();
        SortKey right = new SortKey();
        for (int round = 0; round < 20_000; round++) {
            Object first = IndexTest.value(random);
            Object second = IndexTest.value(random);
            left.set(first);
            right.set(second);
            Optional<IndexKey> firstKey = IndexKey.of(first);
            Optional<IndexKey> secondKey = IndexKey.of(second);
            assertThat(firstKey.isEmpty()).isEqualTo(left.isNone());
            firstKey.ifPresent(key -> assertThat(key.hash64()).isEqualTo(left.hash64()));
            if (firstKey.isPresent() && secondKey.isPresent()) {
                int order = Integer.signum(firstKey.get().compareTo(secondKey.get()));
                assertThat(order).as("seed=%d", seed).isEqualTo(Integer.signum(left.compareTo(right)));
                assertThat(firstKey.equals(secondKey)).isEqualTo(order == 0);
                assertThat(order != 0 || firstKey.hashCode() == secondKey.hashCode())
                        .isTrue();
                assertThat(IndexTest.compare(first, second).equals(Optional.of(0)))
                        .as("seed=%d %s %s", seed, first, second)
                        .isEqualTo(order == 0);
            }
        }
    }

    @Test
    void indexKey_ofWhatEqualsNothing_isAbsent() {
        assertThat(IndexKey.of(null)).isEmpty();
        assertThat(IndexKey.of(Double.NaN)).isEmpty();
        assertThat(IndexKey.of(List.of(1L, Double.NaN))).isEmpty();
        assertThat(IndexKey.of(Map.of("a", 1L))).isEmpty();
        assertThat(IndexKey.ofTuple(java.util.Arrays.asList("a", null))).isEmpty();
    }

    @Test
    void tuple_ofSeveralValues_ordersByTheFirstThenTheSecond() {
        IndexKey key = IndexKey.ofTuple(List.of("a\0b", 1L)).orElseThrow();
        assertThat(key).isEqualTo(IndexKey.ofTuple(List.of("a\0b", 1.0)).orElseThrow());
        assertThat(key).isLessThan(IndexKey.ofTuple(List.of("a\0b", 2L)).orElseThrow());
        assertThat(key).isLessThan(IndexKey.ofTuple(List.of("a\0bc", 0L)).orElseThrow());
        assertThat(key).isNotEqualTo(IndexKey.of(List.of("a\0b", 1L)).orElseThrow());
        assertThat(key.describe()).isEqualTo("[\"a\0b\", 1]");
        Vector[] columns = {vector("a\0b"), vector(1L)};
        SortKey fromVectors = new SortKey();
        fromVectors.setTuple(columns, 0);
        assertThat(fromVectors.toIndexKey()).isEqualTo(key);
    }

    @Test
    void range_ofASortedMap_isWhatItContains() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        ConcurrentSkipListMap<IndexKey, Integer> map = new ConcurrentSkipListMap<>();
        for (int index = 0; index < 2_000; index++) {
            int number = index;
            IndexKey.of(IndexTest.value(random)).ifPresent(key -> map.put(key, number));
        }
        for (int round = 0; round < 300; round++) {
            IndexRange.between(bound(random), bound(random))
                    .ifPresent(range -> assertThat(range.of(map).keySet())
                            .as("seed=%d", seed)
                            .containsExactlyElementsOf(map.keySet().stream()
                                    .filter(range::contains)
                                    .toList()));
        }
    }
}
