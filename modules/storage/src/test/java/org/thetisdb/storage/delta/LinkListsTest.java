package org.thetisdb.storage.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.arena.RecordArena;

/** Lists against a sorted set. */
final class LinkListsTest {
    private static final int LINKS = 3_000;
    private static final int NODE = 7;
    private static final int TYPE = 3;

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final RecordArena arena = new RecordArena();
    private final Links links = new Links(arena, new StampTable(arena, 0));
    private final LinkLists lists = new LinkLists(arena, links);
    private final TreeSet<Integer> model =
            new TreeSet<>(Comparator.<Integer>comparingLong(link -> links.neighbour(link, false))
                    .thenComparingLong(links::relationship));
    private int slot;

    private int make(long neighbour) {
        return links.make(RelationshipIdLayout.id(TYPE, 0, slot++), neighbour, NODE, 1);
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
        lists.forEach(head(), false, found::add);
        return found;
    }

    private void compare() {
        assertThat(found()).as("seed=%d", seed).containsExactlyElementsOf(model);
        for (int step = 0; step < 200; step++) {
            long node = random.nextInt(LINKS / 2);
            int expected = model.stream()
                    .filter(link -> links.neighbour(link, false) >= node)
                    .findFirst()
                    .orElse(RecordArena.NONE);
            assertThat(lists.firstTo(head(), false, node))
                    .as("seed=%d node=%d", seed, node)
                    .isEqualTo(expected);
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
            int link = lists.firstTo(head(), false, 500);
            assertThat(links.neighbour(link, false)).isGreaterThanOrEqualTo(500);
        }
        writer.join();
        assertThat(found()).containsExactlyElementsOf(staying);
    }
}
