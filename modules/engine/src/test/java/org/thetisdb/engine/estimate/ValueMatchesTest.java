package org.thetisdb.engine.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.testing.TestGraph;

/** Goal: it is told how often values are equal, and not made up. Method: values that are as uneven as one likes. */
class ValueMatchesTest {
    private static final int NODES = 20_000;

    /** Each of the names in so many of a hundred nodes. */
    private static final int[] SHARES = {40, 20, 20, 10, 10};

    private static final double EQUAL_SHARE = 0.4 * 0.4 + 2 * 0.2 * 0.2 + 2 * 0.1 * 0.1;

    private static final TestGraph GRAPH = graph();
    private final ValueMatches matches = new ValueMatches();

    private static TestGraph graph() {
        Random random = new Random(2);
        TestGraph.Builder builder = TestGraph.builder(512);
        for (long node = 0; node < NODES; node++) {
            Map<String, Object> properties = new HashMap<>();
            properties.put("name", name(random));
            properties.put("alias", name(random));
            properties.put("id", node);
            properties.put("neighbourhood", node / 16);
            if (node % 2 == 0) {
                properties.put("half", 1L);
            }
            builder.node(Set.of("Node"), properties);
        }
        for (long node = 0; node < 100; node++) {
            builder.node(Set.of("Few"), Map.of("name", "n0"));
        }
        return builder.build();
    }

    private static String name(Random random) {
        int place = random.nextInt(100);
        int name = 0;
        while (place >= SHARES[name]) {
            place -= SHARES[name++];
        }
        return "n" + name;
    }

    private OptionalDouble share(String label, String property, String otherLabel, String otherProperty) {
        return matches.equalShare(
                GRAPH, new ValueSource(Set.of(label), property), new ValueSource(Set.of(otherLabel), otherProperty));
    }

    @Test
    void unevenValues_areEqualAsOftenAsTheyAre() {
        assertThat(share("Node", "name", "Node", "name").orElseThrow()).isEqualTo(EQUAL_SHARE, within(0.05));
        assertThat(share("Node", "name", "Node", "alias").orElseThrow()).isEqualTo(EQUAL_SHARE, within(0.05));
        assertThat(share("Few", "name", "Node", "name").orElseThrow()).isEqualTo(0.4, within(0.1));
        assertThat(share("Few", "name", "Few", "name").orElseThrow()).isEqualTo(1);
    }

    @Test
    void whatIsMissing_equalsNothing() {
        assertThat(share("Node", "half", "Node", "half").orElseThrow()).isEqualTo(0.25, within(0.05));
    }

    @Test
    void rareMatches_sayNothing() {
        assertThat(share("Node", "id", "Node", "id")).isEmpty();
        assertThat(share("Node", "id", "Node", "name")).isEmpty();
        assertThat(share("Node", "nothing", "Node", "name")).isEmpty();
        assertThat(share("Nobody", "name", "Node", "name")).isEmpty();
    }

    /** All that are sampled together have one value, and none of the others has it. */
    @Test
    void neighbours_areNoPairs() {
        assertThat(share("Node", "neighbourhood", "Node", "neighbourhood")).isEmpty();
    }
}
