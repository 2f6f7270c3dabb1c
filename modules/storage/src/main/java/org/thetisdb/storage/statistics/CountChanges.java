package org.thetisdb.storage.statistics;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.statistics.Counter.Nodes;
import org.thetisdb.storage.statistics.Counter.Relationships;

/** How one transaction changes the numbers of nodes and relationships. Not thread safe while it is added to. */
public final class CountChanges {
    private final Map<Counter, Long> changes = new HashMap<>();

    /** A node of a label set was made, or deleted (-1). */
    public void node(int labelSet, long change) {
        if (labelSet != GraphReader.NO_NODE) {
            add(new Nodes(labelSet), change);
        }
    }

    /** A relationship was made, or deleted (-1). */
    public void relationship(int startLabelSet, int typeId, int endLabelSet, long change) {
        add(new Relationships(startLabelSet, typeId, endLabelSet), change);
    }

    /** Zero is no entry. */
    private void add(Counter counter, long change) {
        changes.merge(counter, change, (left, right) -> left + right == 0 ? null : Long.valueOf(left + right));
    }

    Map<Counter, Long> byCounter() {
        return changes;
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }
}
