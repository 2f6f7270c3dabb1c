package org.thetisdb.storage.adjacency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Before each portion of changes is asked for, whoever goes along them drops the pages that he holds. */
final class ChangeWindowTest {
    private static final int PORTIONS = 3;

    private final List<String> calls = new ArrayList<>();

    /** Gives one change for each portion. */
    private final class Portions implements ChangeFeed {
        private int given;

        @Override
        public void restart() {
            given = 0;
        }

        @Override
        public boolean fill(ListChanges into) {
            calls.add("fill");
            into.add(given, 7, given);
            return ++given < PORTIONS;
        }
    }

    @Test
    void pages_areDroppedBeforeEachPortion() {
        ChangeWindow window = new ChangeWindow(() -> calls.add("drop"));
        window.start(new Portions());
        for (int pass = 0; pass < 2; pass++) {
            int rows = 0;
            for (window.rewind(); window.next(); ) {
                assertThat(window.row()).isEqualTo(rows++);
            }
            assertThat(rows).isEqualTo(PORTIONS);
        }
        assertThat(calls.size()).isGreaterThanOrEqualTo(2 * 2 * PORTIONS);
        for (int index = 0; index < calls.size(); index += 2) {
            assertThat(calls.subList(index, index + 2)).containsExactly("drop", "fill");
        }
    }
}
