package org.thetisdb.engine.testing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Items with numbers, texts and nothing in one property, in groups of none to many. */
public final class GroupedItems {
    private GroupedItems() {}

    /** @param groupsMax in how many groups an item is, at most */
    public static TestGraph graph(long seed, int groupsMax) {
        Random random = new Random(seed);
        TestGraph.Builder builder = TestGraph.builder(16);
        List<Long> groups = new ArrayList<>();
        for (long group = 0; group < 40; group++) {
            groups.add(builder.node(Set.of("Group"), Map.of("g", group)));
        }
        for (int item = 0; item < 150; item++) {
            Map<String, Object> properties = new HashMap<>();
            switch (random.nextInt(4)) {
                case 0 -> properties.put("v", (long) random.nextInt(8));
                case 1 -> properties.put("v", "t" + random.nextInt(4));
                case 2 -> properties.put("v", 0.5 + random.nextInt(6));
                default -> {}
            }
            if (random.nextBoolean()) {
                properties.put("t", "t" + random.nextInt(5));
            }
            long node = builder.node(Set.of("Item"), properties);
            int groupCount = groupsMax == 1 ? 1 : 1 + random.nextInt(groupsMax);
            for (int each = 0; each < groupCount; each++) {
                builder.relationship(
                        node, "IN", groups.get(random.nextInt(1 + random.nextInt(40))), Map.of("v", 1L + item % 4));
            }
        }
        return builder.build();
    }
}
