package org.thetisdb.storage.adjacency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.value.ThetisException;

/** Rewrites lists over many generations and compares everything readable with a map of relationships. */
final class AdjacencyRewriterTest {
    private static final int TYPE = 1;
    private static final int CHUNKS = 3;

    private record Ends(long start, long end) {}

    private record Place(boolean forward, int chunk) {}

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final int[] rowCounts = new int[CHUNKS];
    private final int[] slotCounts = new int[CHUNKS];
    private final TreeMap<Long, Ends> model = new TreeMap<>();
    private final Map<Place, MemorySegment> segments = new HashMap<>();

    private AdjacencyReader reader() {
        List<MemorySegment> files = new ArrayList<>();
        Map<Place, Extent> extents = new HashMap<>();
        segments.forEach((place, bytes) -> {
            extents.put(place, new Extent(files.size(), 0, bytes.byteSize()));
            files.add(bytes);
        });
        return new AdjacencyReader(
                file -> StoreMemory.of(files.get(file)),
                (type, forward, chunk) ->
                        type == TYPE ? extents.getOrDefault(new Place(forward, chunk), Extent.NONE) : Extent.NONE,
                TYPE + 1,
                CHUNKS);
    }

    private long node() {
        int chunk = random.nextInt(CHUNKS);
        // Some nodes are in many relationships.
        int row = random.nextInt(3) == 0 ? rowCounts[chunk] / 2 : random.nextInt(rowCounts[chunk]);
        return NodeIdLayout.id(chunk, row);
    }

    private Map<Place, ListChanges> change(AdjacencyReader before, int removed, int added) {
        Map<Place, ListChanges> changes = new HashMap<>();
        List<Long> ids = new ArrayList<>(model.keySet());
        Set<Ends> freed = new HashSet<>();
        for (int index = 0; index < removed && !ids.isEmpty(); index++) {
            long id = ids.get(random.nextInt(ids.size()));
            Ends ends = model.remove(id);
            if (ends != null) {
                freed.add(ends);
                put(changes, id, ends, true);
            }
        }
        BitSet[] free = new BitSet[CHUNKS];
        int[] next = new int[CHUNKS];
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            free[chunk] = before.freeSlots(TYPE, chunk);
            next[chunk] = before.slotCount(TYPE, chunk);
        }
        for (int index = 0; index < added; index++) {
            Ends ends = new Ends(node(), node());
            if (!freed.isEmpty() && random.nextBoolean()) {
                ends = freed.iterator().next();
            }
            int chunk = NodeIdLayout.chunk(ends.start());
            int slot = free[chunk].nextSetBit(0);
            if (slot >= 0 && random.nextInt(4) > 0) {
                free[chunk].clear(slot);
            } else {
                next[chunk] += random.nextInt(2);
                slot = next[chunk]++;
            }
            long id = RelationshipIdLayout.id(TYPE, chunk, slot);
            model.put(id, ends);
            put(changes, id, ends, false);
        }
        return changes;
    }

    private static void put(Map<Place, ListChanges> changes, long id, Ends ends, boolean removal) {
        int slot = RelationshipIdLayout.slot(id);
        put(changes, true, ends.start(), ends.end(), slot, removal);
        put(changes, false, ends.end(), ends.start(), slot, removal);
    }

    private static void put(
            Map<Place, ListChanges> changes, boolean forward, long node, long neighbour, int slot, boolean removal) {
        ListChanges list =
                changes.computeIfAbsent(new Place(forward, NodeIdLayout.chunk(node)), place -> new ListChanges());
        if (removal) {
            list.remove(NodeIdLayout.row(node), neighbour, slot);
        } else {
            list.add(NodeIdLayout.row(node), neighbour, slot);
        }
    }

    private void rewrite(AdjacencyReader before, Map<Place, ListChanges> changes) {
        AdjacencyRewriter rewriter = new AdjacencyRewriter(before, () -> {});
        changes.forEach((place, list) -> {
            try (Arena arena = Arena.ofConfined()) {
                int rows = rowCounts[place.chunk()];
                rewriter.rewrite(
                                arena,
                                TYPE,
                                place.forward(),
                                place.chunk(),
                                rows,
                                ChangeWindow.of(list),
                                keptSlots(before, place))
                        .ifPresentOrElse(lists -> keep(place, lists), () -> segments.remove(place));
            }
        });
    }

    /** Sometimes free slots at the end are forgotten. */
    private int keptSlots(AdjacencyReader before, Place place) {
        if (!place.forward()) {
            return 0;
        }
        slotCounts[place.chunk()] = random.nextBoolean() ? before.slotCount(TYPE, place.chunk()) : 0;
        return slotCounts[place.chunk()];
    }

    private void keep(Place place, RewrittenLists lists) {
        segments.put(place, MemorySegment.ofArray(lists.bytes().toArray(ValueLayout.JAVA_BYTE)));
    }

    private void compare() {
        AdjacencyReader reader = reader();
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            BitSet used = new BitSet();
            model.subMap(RelationshipIdLayout.id(TYPE, chunk, 0), RelationshipIdLayout.id(TYPE, chunk + 1, 0))
                    .keySet()
                    .forEach(id -> used.set(RelationshipIdLayout.slot(id)));
            int slotCount = Math.max(slotCounts[chunk], used.length());
            assertThat(reader.slotCount(TYPE, chunk)).as("seed=%d", seed).isEqualTo(slotCount);
            BitSet free = new BitSet();
            free.set(0, slotCount);
            free.andNot(used);
            assertThat(reader.freeSlots(TYPE, chunk)).as("seed=%d", seed).isEqualTo(free);
            assertThat(reader.slotProblem(TYPE, chunk)).as("seed=%d", seed).isEmpty();
            for (int slot = 0; slot < slotCount + 2; slot++) {
                long id = RelationshipIdLayout.id(TYPE, chunk, slot);
                assertThat(reader.relationshipExists(id)).as("seed=%d", seed).isEqualTo(used.get(slot));
                if (used.get(slot)) {
                    Ends ends = new Ends(reader.startNode(id), reader.endNode(id));
                    assertThat(ends).as("seed=%d", seed).isEqualTo(model.get(id));
                }
            }
        }
        compareLists(
                reader,
                Side.FORWARD,
                id -> model.get(id).start(),
                id -> model.get(id).end());
        compareLists(
                reader,
                Side.BACKWARD,
                id -> model.get(id).end(),
                id -> model.get(id).start());
    }

    /** (node, neighbour, relationship) of all entries, in order. */
    private void compareLists(AdjacencyReader reader, Side side, LongFunction<Long> owner, LongFunction<Long> other) {
        List<List<Long>> expected = new ArrayList<>();
        model.keySet().forEach(id -> expected.add(List.of(owner.apply(id), other.apply(id), id)));
        expected.sort(Comparator.<List<Long>>comparingLong(entry -> entry.get(0))
                .thenComparingLong(entry -> entry.get(1))
                .thenComparingLong(entry -> entry.get(2)));
        List<List<Long>> found = new ArrayList<>();
        Expansion expansion = reader.expansion();
        int capacity = 700;
        int[] rows = new int[capacity];
        long[] ids = new long[capacity];
        long[] neighbours = new long[capacity];
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            long[] nodes = new long[rowCounts[chunk]];
            for (int row = 0; row < nodes.length; row++) {
                nodes[row] = NodeIdLayout.id(chunk, row);
            }
            expansion.start(nodes, null, nodes.length, new int[] {TYPE}, side, true);
            int count;
            while ((count = expansion.next(rows, ids, neighbours, capacity)) > 0) {
                for (int index = 0; index < count; index++) {
                    found.add(List.of(nodes[rows[index]], neighbours[index], ids[index]));
                }
            }
        }
        assertThat(found).as("seed=%d side=%s", seed, side).isEqualTo(expected);
        compareScattered(reader, side, expected, true);
        compareScattered(reader, side, expected, false);
    }

    /** The same of some nodes, chunk by chunk in any order, some of them null. */
    private void compareScattered(
            AdjacencyReader reader, Side side, List<List<Long>> expected, boolean withRelationships) {
        List<Long> chosen = new ArrayList<>();
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            for (int index = rowCounts[chunk] == 0 ? 0 : random.nextInt(150); index > 0; index--) {
                chosen.add(NodeIdLayout.id(chunk, random.nextInt(rowCounts[chunk])));
            }
        }
        long[] nodes = chosen.stream().mapToLong(Long::longValue).toArray();
        boolean[] nulls = random.nextBoolean() ? new boolean[nodes.length] : null;
        for (int row = 0; nulls != null && row < nodes.length; row++) {
            nulls[row] = random.nextInt(60) == 0;
        }
        Map<Long, List<List<Long>>> lists = expected.stream()
                .map(entry -> withRelationships ? entry : List.of(entry.get(0), entry.get(1)))
                .collect(Collectors.groupingBy(List::getFirst));
        List<List<Long>> ofChosen = new ArrayList<>();
        for (int row = 0; row < nodes.length; row++) {
            if (nulls == null || !nulls[row]) {
                ofChosen.addAll(lists.getOrDefault(nodes[row], List.of()));
            }
        }
        int capacity = 1 + random.nextInt(300);
        int[] rows = new int[capacity];
        long[] ids = new long[withRelationships ? capacity : 0];
        long[] neighbours = new long[capacity];
        Expansion expansion = reader.expansion();
        expansion.start(nodes, nulls, nodes.length, new int[] {TYPE}, side, withRelationships);
        List<List<Long>> found = new ArrayList<>();
        int count;
        while ((count = expansion.next(rows, ids, neighbours, capacity)) > 0) {
            for (int index = 0; index < count; index++) {
                long node = nodes[rows[index]];
                found.add(
                        withRelationships
                                ? List.of(node, neighbours[index], ids[index])
                                : List.of(node, neighbours[index]));
            }
        }
        assertThat(found).as("seed=%d side=%s", seed, side).isEqualTo(ofChosen);
    }

    private void generation(int removed, int added) {
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            rowCounts[chunk] += random.nextInt(3);
        }
        AdjacencyReader before = reader();
        rewrite(before, change(before, removed, added));
        compare();
    }

    @Test
    void rewrite_overManyGenerations_keepsIdsAndOrder() {
        java.util.Arrays.fill(rowCounts, 5);
        generation(0, 40);
        for (int round = 0; round < 60; round++) {
            generation(random.nextInt(30), random.nextInt(30));
        }
        generation(model.size() * 20, 10);
    }

    @Test
    void rewrite_ofListsOfSeveralBlocks_keepsIdsAndOrder() {
        java.util.Arrays.fill(rowCounts, 300);
        generation(0, 60_000);
        for (int round = 0; round < 4; round++) {
            generation(random.nextInt(3_000), random.nextInt(3_000));
        }
        generation(5, 0);
        generation(0, 5);
    }

    /** Relationships whose slots are in the order of the forward lists, as bulk load makes them. */
    private void load(int count) {
        List<Ends> ends = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            ends.add(new Ends(node(), node()));
        }
        ends.sort(Comparator.comparingLong(Ends::start).thenComparingLong(Ends::end));
        Map<Place, ListChanges> changes = new HashMap<>();
        int[] next = new int[CHUNKS];
        for (Ends each : ends) {
            int chunk = NodeIdLayout.chunk(each.start());
            long id = RelationshipIdLayout.id(TYPE, chunk, next[chunk]++);
            model.put(id, each);
            put(changes, id, each, false);
        }
        rewrite(reader(), changes);
        compare();
    }

    private int segmentsWithExceptions() {
        int found = 0;
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            AdjacencySegment segment = reader().segment(TYPE, true, chunk);
            found += segment != null && segment.slotExceptions() != null ? 1 : 0;
        }
        return found;
    }

    @Test
    void rewrite_ofLoadedListsWithFewChanges_storesExceptions() {
        java.util.Arrays.fill(rowCounts, 200);
        load(24_000);
        assertThat(reader().segment(TYPE, true, 0).storesSlots()).isFalse();
        int seen = 0;
        for (int round = 0; round < 40; round++) {
            generation(random.nextInt(5), random.nextInt(5));
            seen += segmentsWithExceptions();
        }
        assertThat(seen).as("seed=%d", seed).isGreaterThan(60);
        generation(3_000, 3_000);
        generation(10, 10);
        assertThat(segmentsWithExceptions()).as("seed=%d", seed).isZero();
    }

    private AdjacencyLayout.Header header(boolean forward, int chunk) {
        return AdjacencyLayout.Header.read(segments.get(new Place(forward, chunk)), 0);
    }

    private int mode(boolean forward, int chunk) {
        return header(forward, chunk).mode();
    }

    /** Two relationships start at each node of chunk 0, whose slots are in order. */
    private void loadPairs() {
        rowCounts[0] = 2_000;
        java.util.Arrays.fill(rowCounts, 1, CHUNKS, 5);
        Map<Place, ListChanges> changes = new HashMap<>();
        for (int index = 0; index < 4_000; index++) {
            Ends ends = new Ends(index / 2, index % 2 * 2 + random.nextInt(2));
            model.put(RelationshipIdLayout.id(TYPE, 0, index), ends);
            put(changes, RelationshipIdLayout.id(TYPE, 0, index), ends, false);
        }
        rewrite(reader(), changes);
        compare();
        assertThat(mode(true, 0)).isEqualTo(AdjacencyLayout.MODE_UNIFORM);
    }

    private void removePairs(int most) {
        Map<Place, ListChanges> removals = new HashMap<>();
        List<Long> ids = new ArrayList<>(model.keySet());
        random.ints(most, 0, ids.size() / 2).distinct().forEach(pair -> {
            for (long id : List.of(ids.get(2 * pair), ids.get(2 * pair + 1))) {
                put(removals, id, model.remove(id), true);
            }
        });
        rewrite(reader(), removals);
        compare();
    }

    @Test
    void rewrite_ofListsOfOneLength_fillsFewRowsThatHaveNone() {
        loadPairs();
        for (int part : new int[] {1, 64, 100}) {
            rowCounts[0] += random.nextInt(10);
            removePairs(part);
            assertThat(mode(true, 0)).as("seed=%d", seed).isEqualTo(AdjacencyLayout.MODE_FILLED);
            assertThat(header(true, 0).slotMode()).as("seed=%d", seed).isEqualTo(AdjacencyLayout.SLOTS_NONE);
        }
        for (int part : new int[] {500, 1_300}) {
            removePairs(part);
            assertThat(mode(true, 0)).as("seed=%d", seed).isEqualTo(AdjacencyLayout.MODE_GAPPED);
            assertThat(header(true, 0).slotMode()).as("seed=%d", seed).isEqualTo(AdjacencyLayout.SLOTS_BY_ROW);
        }
        generation(0, 100);
        assertThat(mode(true, 0)).as("seed=%d", seed).isNotEqualTo(AdjacencyLayout.MODE_GAPPED);
    }

    /** One relationship starts at each node, whose slots are in order; then some have none. */
    @Test
    void rewrite_ofListsOfOneEntry_keepsIdsAndOrder() {
        java.util.Arrays.fill(rowCounts, 900);
        Map<Place, ListChanges> changes = new HashMap<>();
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            for (int row = 0; row < rowCounts[chunk]; row++) {
                Ends ends = new Ends(NodeIdLayout.id(chunk, row), node());
                model.put(RelationshipIdLayout.id(TYPE, chunk, row), ends);
                put(changes, RelationshipIdLayout.id(TYPE, chunk, row), ends, false);
            }
        }
        rewrite(reader(), changes);
        compare();
        assertThat(reader().segment(TYPE, true, 1).isSingle()).isTrue();
        for (int round = 0; round < 6; round++) {
            rowCounts[round % CHUNKS] += random.nextInt(30);
            Map<Place, ListChanges> removals = new HashMap<>();
            for (long id : List.copyOf(model.keySet())) {
                if (random.nextInt(150) == 0) {
                    put(removals, id, model.remove(id), true);
                }
            }
            rewrite(reader(), removals);
            compare();
            assertThat(mode(true, 0)).as("seed=%d", seed).isEqualTo(AdjacencyLayout.MODE_FILLED);
            assertThat(reader().segment(TYPE, true, 0).isSingle()).isTrue();
        }
        generation(50, 50);
    }

    /** What was filled is given lists, of the same length and then of others. */
    @Test
    void rewrite_ofFilledRows_takesNewLists() {
        loadPairs();
        removePairs(100);
        Map<Place, ListChanges> changes = new HashMap<>();
        BitSet free = reader().freeSlots(TYPE, 0);
        free.stream().filter(slot -> slot % 2 == 0).limit(20).forEach(slot -> {
            for (int index = 0; index < 2; index++) {
                Ends ends = new Ends(slot / 2, index * 2 + random.nextInt(2));
                model.put(RelationshipIdLayout.id(TYPE, 0, slot + index), ends);
                put(changes, RelationshipIdLayout.id(TYPE, 0, slot + index), ends, false);
            }
        });
        rewrite(reader(), changes);
        compare();
        assertThat(mode(true, 0)).as("seed=%d", seed).isEqualTo(AdjacencyLayout.MODE_FILLED);
        for (int round = 0; round < 5; round++) {
            generation(random.nextInt(20), random.nextInt(20));
        }
    }

    /** Each node of chunk 1 is the end of one relationship; the slots are in no order, so that no place is a slot. */
    @Test
    void rewrite_ofListsOfOneLengthWithSlotsInNoOrder_fillsFewRowsThatHaveNone() {
        rowCounts[0] = 1_000;
        rowCounts[1] = 1_000;
        rowCounts[2] = 5;
        List<Integer> slots = new ArrayList<>();
        for (int slot = 0; slot < 1_000; slot++) {
            slots.add(slot);
        }
        java.util.Collections.shuffle(slots, random);
        Map<Place, ListChanges> changes = new HashMap<>();
        for (int row = 0; row < 1_000; row++) {
            Ends ends = new Ends(row, NodeIdLayout.id(1, 999 - row));
            long id = RelationshipIdLayout.id(TYPE, 0, slots.get(row));
            model.put(id, ends);
            put(changes, id, ends, false);
        }
        rewrite(reader(), changes);
        compare();
        for (int round = 0; round < 3; round++) {
            Map<Place, ListChanges> removals = new HashMap<>();
            for (long id : List.copyOf(model.keySet())) {
                if (random.nextInt(40) == 0) {
                    put(removals, id, model.remove(id), true);
                }
            }
            rewrite(reader(), removals);
            compare();
            assertThat(mode(true, 0)).as("seed=%d", seed).isEqualTo(AdjacencyLayout.MODE_FILLED);
            assertThat(header(true, 0).slotMode()).as("seed=%d", seed).isEqualTo(AdjacencyLayout.SLOTS_ALL);
            assertThat(mode(false, 1)).as("seed=%d", seed).isEqualTo(AdjacencyLayout.MODE_FILLED);
        }
        generation(50, 50);
    }

    @Test
    void rewrite_ofListsInFewRows_findsThemByRankOrBySearch() {
        java.util.Arrays.fill(rowCounts, 3_000);
        generation(0, 4_000);
        assertThat(mode(false, 0)).as("seed=%d", seed).isEqualTo(AdjacencyLayout.MODE_RANKED);
        generation(500, 500);
        generation(20_000, 0);
        assertThat(mode(false, 0)).as("seed=%d", seed).isEqualTo(AdjacencyLayout.MODE_SPARSE);
        generation(0, 12_000);
        assertThat(mode(false, 0)).as("seed=%d", seed).isEqualTo(AdjacencyLayout.MODE_DENSE);
    }

    @Test
    void rewrite_thatAppendsNearlyInOrder_storesExceptions() {
        rowCounts[0] = 2_000;
        Map<Place, ListChanges> changes = new HashMap<>();
        for (int row = 0; row < 2_000; row++) {
            // Two writers at a time: neighbouring slots are swapped now and then, and one comes much too late.
            int slot = row == 7 ? 2_000 : row % 200 == 0 ? row + 1 : row % 200 == 1 ? row - 1 : row;
            Ends ends = new Ends(row, random.nextInt(2_000));
            model.put(RelationshipIdLayout.id(TYPE, 0, slot), ends);
            put(changes, RelationshipIdLayout.id(TYPE, 0, slot), ends, false);
        }
        rewrite(reader(), changes);
        compare();
        assertThat(reader().segment(TYPE, true, 0).slotExceptions().count()).isEqualTo(11);
        java.util.Arrays.fill(rowCounts, 1, CHUNKS, 5);
        generation(3, 3);
    }

    @Test
    void rewrite_thatAppendsInOrder_storesNoSlots() {
        rowCounts[0] = 10;
        Map<Place, ListChanges> changes = new HashMap<>();
        for (int row = 0; row < 10; row++) {
            Ends ends = new Ends(row, 9 - row);
            model.put(RelationshipIdLayout.id(TYPE, 0, row), ends);
            put(changes, RelationshipIdLayout.id(TYPE, 0, row), ends, false);
        }
        rewrite(reader(), changes);
        compare();
        assertThat(reader().segment(TYPE, true, 0).storesSlots()).isFalse();
    }

    @Test
    void rewrite_withAChangeThatDoesNotFit_isRefused() {
        rowCounts[0] = 10;
        ListChanges changes = new ListChanges();
        changes.add(3, 4, 0);
        rewrite(reader(), Map.of(new Place(true, 0), changes));
        Place place = new Place(true, 0);
        ListChanges there = new ListChanges();
        there.add(3, 4, 0);
        assertThatThrownBy(() -> rewrite(reader(), Map.of(place, there))).isInstanceOf(ThetisException.class);
        ListChanges notThere = new ListChanges();
        notThere.remove(3, 5, 0);
        assertThatThrownBy(() -> rewrite(reader(), Map.of(place, notThere))).isInstanceOf(ThetisException.class);
        ListChanges noRow = new ListChanges();
        noRow.add(10, 5, 1);
        assertThatThrownBy(() -> rewrite(reader(), Map.of(place, noRow))).isInstanceOf(ThetisException.class);
        ListChanges again = new ListChanges();
        again.add(3, 4, 0);
        again.remove(3, 4, 0);
        rewrite(reader(), Map.of(place, again));
        assertThat(reader().relationshipExists(RelationshipIdLayout.id(TYPE, 0, 0)))
                .isTrue();
    }
}
