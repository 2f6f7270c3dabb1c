package org.thetisdb.storage.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.thetisdb.io.memory.MemoryAccount;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.arena.RecordArena;

/** Lists against a sorted set. */
final class LinkListsTest {
    private static final int LINKS = 3_000;
    private static final int NODE = 7;
    private static final int TYPE = 3;

    private static final MemoryAccount ACCOUNT =
            MemoryGovernor.of(MemoryBudget.ofBytes(1L << 30)).account(MemoryUse.CHANGES);

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final RecordArena arena = new RecordArena(ACCOUNT);
    private final StampTable stamps = new StampTable(arena, 0);
    private final Links links = new Links(arena, stamps);
    private final LinkLists lists = new LinkLists(arena, links);
    private final Map<Long, Integer> byRelationship = new ConcurrentHashMap<>();
    private final Stamp maker = new Stamp();
    private final int made = stamps.add(maker);
    private final TreeSet<Integer> model =
            new TreeSet<>(Comparator.<Integer>comparingLong(link -> links.neighbour(link, false))
                    .thenComparingLong(links::relationship));
    private int slot;

    private LinkCursor cursor() {
        LinkRuns none = new LinkRuns(arena, stamps);
        return new LinkCursor(
                arena, stamps, links, lists, none, relationship -> byRelationship.getOrDefault(relationship, 0));
    }

    private int make(long neighbour) {
        long relationship = RelationshipIdLayout.id(TYPE, NodeIdLayout.chunk(neighbour), slot++);
        int link = links.make(arena, relationship, neighbour, NODE, made);
        byRelationship.put(relationship, link);
        return link;
    }

    private void add(long neighbour) {
        int link = make(neighbour);
        model.add(link);
        lists.add(link, false);
    }

    private void removeSome(int bound) {
        for (int link : List.copyOf(model)) {
            if (random.nextInt(bound) == 0) {
                lists.remove(link, false);
                model.remove(link);
            }
        }
    }

    private int head() {
        return lists.head(TYPE, false, NODE);
    }

    private List<Integer> found() {
        List<Integer> found = new ArrayList<>();
        LinkCursor cursor = cursor();
        cursor.start(TYPE, false, NODE, head());
        while (cursor.next()) {
            found.add(cursor.link());
        }
        return found;
    }

    private int firstTo(long node) {
        LinkCursor cursor = cursor();
        cursor.startAt(TYPE, false, NODE, head(), node);
        return cursor.next() ? cursor.link() : RecordArena.NONE;
    }

    private void compare() {
        assertThat(found()).as("seed=%d", seed).containsExactlyElementsOf(model);
        for (int step = 0; step < 200; step++) {
            long node = random.nextInt(LINKS / 2);
            int expected = model.stream()
                    .filter(link -> links.neighbour(link, false) >= node)
                    .findFirst()
                    .orElse(RecordArena.NONE);
            assertThat(firstTo(node)).as("seed=%d node=%d", seed, node).isEqualTo(expected);
        }
    }

    @Test
    void add_inAnyOrder_linksInOrder() {
        for (int count = 0; count < LINKS; count++) {
            add(random.nextInt(LINKS / 2));
            if (count < 30) {
                compare();
            }
        }
        compare();
        removeSome(2);
        compare();
        for (int count = 0; count < LINKS; count++) {
            add(random.nextInt(LINKS / 2));
        }
        compare();
        removeSome(1);
        compare();
        add(5);
        compare();
    }

    @Test
    void add_farNeighbours_areKeptWhole() {
        long last = NodeIdLayout.id(NodeIdLayout.CHUNK_COUNT_MAX - 1, NodeIdLayout.CHUNK_ROWS - 1);
        for (int bit = 0; bit < 39; bit++) {
            add(last & (1L << bit));
            add(last ^ (1L << bit));
        }
        assertThat(found()).containsExactlyElementsOf(model);
        LinkCursor cursor = cursor();
        cursor.start(TYPE, false, NODE, head());
        for (int link : model) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.neighbour()).isEqualTo(links.neighbour(link, false));
            assertThat(cursor.relationship()).isEqualTo(links.relationship(link));
        }
    }

    @Test
    void change_ofMadeAndDeletedLinks_isWhatAReaderSees() {
        for (int count = 0; count < 60; count++) {
            add(count);
        }
        Visibility before = new Visibility(4, Stamp.NOBODY);
        assertThat(changes(before)).isZero();
        assertThat(changes(new Visibility(4, maker))).isEqualTo(60);
        maker.commit(5);
        assertThat(changes(before)).isZero();
        Visibility after = new Visibility(5, Stamp.NOBODY);
        assertThat(changes(after)).isEqualTo(60);
        Stamp deleter = new Stamp();
        int mark = stamps.add(deleter);
        List<Integer> all = List.copyOf(model);
        for (int index = 0; index < all.size(); index += 3) {
            links.delete(all.get(index), mark);
            lists.noteDeleted(all.get(index), false);
        }
        assertThat(changes(after)).isEqualTo(60);
        assertThat(changes(new Visibility(5, deleter))).isEqualTo(40);
        deleter.commit(6);
        assertThat(changes(after)).isEqualTo(60);
        assertThat(changes(new Visibility(6, Stamp.NOBODY))).isEqualTo(40);
        assertThat(changes(before)).isZero();
    }

    private int changes(Visibility visibility) {
        LinkCursor cursor = cursor();
        cursor.start(TYPE, false, NODE, head());
        int changes = 0;
        while (cursor.next()) {
            changes += cursor.change(visibility);
        }
        return changes;
    }

    /** It was alone in its list, and had no entry that could say so. */
    @Test
    void aLinkThatWasDeletedWhenItWasAlone_isLookedAtWhenOthersCome() {
        int link = make(3);
        lists.add(link, false);
        Stamp deleter = new Stamp();
        links.delete(link, stamps.add(deleter));
        lists.noteDeleted(link, false);
        lists.add(make(1), false);
        maker.commit(1);
        deleter.commit(2);
        assertThat(changes(new Visibility(1, Stamp.NOBODY))).isEqualTo(2);
        assertThat(changes(new Visibility(2, Stamp.NOBODY))).isEqualTo(1);
    }

    @Test
    void bytes_ofListsOfAnyLength_areFew() {
        for (int length : new int[] {1, 2, 3, 5, 9, 16, 17, 24, 40, 200}) {
            RecordArena fresh = new RecordArena(ACCOUNT);
            Links ofFresh = new Links(fresh, stamps);
            LinkLists filled = new LinkLists(fresh, ofFresh);
            for (int node = 0; node < 1_000; node++) {
                for (int count = 0; count < length; count++) {
                    long relationship = RelationshipIdLayout.id(TYPE, 0, node * length + count);
                    filled.add(ofFresh.make(fresh, relationship, random.nextInt(1_000), node, made), false);
                }
            }
            // Of a link, and of one of its two lists.
            double bytes = fresh.usedBytes() / (1_000.0 * length);
            assertThat(32 + 2 * (bytes - 32)).as("length=%d", length).isLessThan(96);
        }
    }

    @Test
    void add_linksOfOneNeighbour_areInTheOrderOfSlots() {
        for (int count = 0; count < 200; count++) {
            add(count % 3);
        }
        compare();
        removeSome(3);
        compare();
    }

    @Test
    void remove_ofWhatIsNotThere_changesNothing() {
        lists.remove(make(1), false);
        add(1);
        lists.remove(make(1), false);
        compare();
        for (int count = 0; count < 20; count++) {
            add(count);
        }
        lists.remove(make(7), false);
        compare();
    }

    /** What was there before a reader began, and stays, is met once and in order, whatever comes and goes. */
    @Test
    void readersBesideAWriter_meetWhatStays() {
        List<Integer> staying = new ArrayList<>();
        for (int count = 0; count < 100; count++) {
            add(10L * count);
        }
        staying.addAll(model);
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            try {
                for (int round = 0; round < 2_000; round++) {
                    List<Integer> made = new ArrayList<>();
                    for (int count = 0; count < 20; count++) {
                        made.add(make(random.nextInt(1_000)));
                    }
                    made.forEach(link -> lists.add(link, false));
                    made.forEach(link -> lists.remove(link, false));
                }
            } finally {
                done.set(true);
            }
        });
        while (!done.get()) {
            List<Integer> found = found();
            assertThat(found.stream().map(link -> links.neighbour(link, false)))
                    .as("seed=%d", seed)
                    .isSorted();
            found.retainAll(staying);
            assertThat(found).as("seed=%d", seed).containsExactlyElementsOf(staying);
            int link = firstTo(500);
            assertThat(links.neighbour(link, false)).isGreaterThanOrEqualTo(500);
        }
        writer.join();
        assertThat(found()).containsExactlyElementsOf(staying);
    }
}
