package org.thetisdb.storage.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Lists of many leaves against a sorted set. */
final class ListDeltaTest {
    private static final int LINKS = 3_000;

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final ListDelta list = new ListDelta(true);
    private final TreeSet<Link> model = new TreeSet<>(
            Comparator.<Link>comparingLong(link -> link.neighbour(true)).thenComparingLong(Link::relationship));

    private void add(long neighbour) {
        Link link = new Link(model.size() * 10L + random.nextInt(10), 7, neighbour, new Stamp(1));
        if (model.add(link)) {
            list.add(link);
        }
    }

    private void removeSome(int bound) {
        for (Link link : List.copyOf(model)) {
            if (random.nextInt(bound) == 0) {
                list.remove(link);
                model.remove(link);
            }
        }
    }

    private void compare() {
        List<Link> found = new ArrayList<>();
        list.forEach(found::add);
        assertThat(found).as("seed=%d", seed).containsExactlyElementsOf(model);
        LinkArray[] leaves = list.leaves();
        for (int step = 0; step < 200; step++) {
            long node = random.nextInt(LINKS / 2);
            int index = ListDelta.leafOf(leaves, node);
            LinkArray leaf = leaves[index];
            Link first = leaf.at(leaf.firstOf(node));
            if (first == null && index + 1 < leaves.length) {
                first = leaves[index + 1].at(0);
            }
            Link expected = model.stream()
                    .filter(link -> link.neighbour(true) >= node)
                    .findFirst()
                    .orElse(null);
            assertThat(first).as("seed=%d node=%d", seed, node).isSameAs(expected);
        }
    }

    @Test
    void add_inAnyOrder_linksInOrder() {
        for (int count = 0; count < LINKS; count++) {
            add(random.nextInt(LINKS / 2));
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
    void add_inOrder_fillsLeaves() {
        for (int count = 0; count < LINKS; count++) {
            add(count / 2);
        }
        compare();
        assertThat(list.leaves()).hasSizeLessThan(2 * LINKS / 128);
    }

    @Test
    void noteDeleted_inAnyLeaf_isLookedAt() {
        for (int count = 0; count < LINKS; count++) {
            add(random.nextInt(LINKS / 2));
        }
        for (LinkArray leaf : list.leaves()) {
            for (int place = 0; place < leaf.count(); place++) {
                leaf.remember(place, leaf.at(place));
                assertThat(leaf.isSurelySeen(place, 1)).isTrue();
            }
        }
        model.forEach(list::noteDeleted);
        for (LinkArray leaf : list.leaves()) {
            for (int place = 0; place < leaf.count(); place++) {
                assertThat(leaf.isSurelySeen(place, 1)).as("seed=%d", seed).isFalse();
            }
        }
    }
}
