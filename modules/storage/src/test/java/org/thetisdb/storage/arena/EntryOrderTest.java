package org.thetisdb.storage.arena;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class EntryOrderTest {
    private static void compare(long order, List<Integer> model, long seed) {
        assertThat(EntryOrder.count(order)).as("seed=%d", seed).isEqualTo(model.size());
        for (int rank = 0; rank < model.size(); rank++) {
            assertThat(EntryOrder.index(order, rank)).as("seed=%d", seed).isEqualTo(model.get(rank));
        }
    }

    @Test
    void anyChanges_areThoseOfAList() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 200; run++) {
            long order = EntryOrder.EMPTY;
            List<Integer> model = new ArrayList<>();
            for (int step = 0; step < 100; step++) {
                if (model.size() < EntryOrder.ENTRIES_MAX && random.nextInt(3) > 0) {
                    int index = EntryOrder.free(order);
                    assertThat(model).doesNotContain(index);
                    int rank = random.nextInt(model.size() + 1);
                    order = EntryOrder.with(order, rank, index);
                    model.add(rank, index);
                } else if (!model.isEmpty()) {
                    int rank = random.nextInt(model.size());
                    order = EntryOrder.without(order, rank);
                    model.subList(rank, rank + 1).clear();
                }
                compare(order, model, seed);
            }
            int kept = model.isEmpty() ? 0 : random.nextInt(model.size());
            compare(EntryOrder.first(order, kept), model.subList(0, kept), seed);
        }
    }
}
