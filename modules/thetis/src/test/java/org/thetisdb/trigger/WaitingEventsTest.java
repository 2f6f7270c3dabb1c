package org.thetisdb.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.thetisdb.extension.DatabaseEvent;
import org.thetisdb.extension.DatabaseEvent.Closing;
import org.thetisdb.extension.DatabaseEvent.EventsLost;

/** Goal: events come out in order, and what there was no room for is counted in its place. Method: a queue of two. */
final class WaitingEventsTest {
    private final WaitingEvents waiting = new WaitingEvents(2);

    private static Closing event(long second) {
        return new Closing(Instant.ofEpochSecond(second));
    }

    private List<DatabaseEvent> all() {
        List<DatabaseEvent> all = new ArrayList<>();
        for (Optional<DatabaseEvent> next = waiting.take(); next.isPresent(); next = waiting.take()) {
            all.add(next.get());
        }
        return all;
    }

    @Test
    void add_withRoom_keepsTheOrder() {
        assertThat(waiting.add(event(1))).isTrue();
        assertThat(waiting.add(event(2))).isTrue();
        assertThat(all()).containsExactly(event(1), event(2));
        assertThat(waiting.isEmpty()).isTrue();
    }

    @Test
    void add_withoutRoom_countsWhereItWouldBe() {
        for (int second = 1; second <= 5; second++) {
            assertThat(waiting.add(event(second))).isEqualTo(second <= 2);
        }
        assertThat(waiting.take()).contains(event(1));
        assertThat(waiting.add(event(6))).isFalse();
        assertThat(waiting.take()).contains(event(2));
        assertThat(waiting.add(event(7))).isTrue();
        assertThat(all()).containsExactly(new EventsLost(Instant.ofEpochSecond(3), 4), event(7));
    }
}
