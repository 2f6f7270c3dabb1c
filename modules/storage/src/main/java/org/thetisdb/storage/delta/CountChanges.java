package org.thetisdb.storage.delta;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.storage.GraphReader;

/** How the numbers of nodes and relationships change. Not thread safe while it is added to. */
public final class CountChanges {
    /** Relationships by type and by the label sets of their ends. */
    record Ends(int startLabelSet, int typeId, int endLabelSet) {}

    private final Map<Integer, Long> nodes = new HashMap<>();
    private final Map<Ends, Long> relationships = new HashMap<>();

    public CountChanges() {}

    public CountChanges(CountChanges other) {
        add(other);
    }

    void node(int labelSet, long change) {
        if (labelSet != GraphReader.NO_NODE) {
            nodes.merge(labelSet, change, CountChanges::sum);
        }
    }

    void relationship(int startLabelSet, int typeId, int endLabelSet, long change) {
        relationships.merge(new Ends(startLabelSet, typeId, endLabelSet), change, CountChanges::sum);
    }

    public void add(CountChanges other) {
        other.nodes.forEach((labelSet, change) -> nodes.merge(labelSet, change, CountChanges::sum));
        other.relationships.forEach((ends, change) -> relationships.merge(ends, change, CountChanges::sum));
    }

    /** Zero is no entry. */
    private static Long sum(Long left, Long right) {
        return left + right == 0 ? null : Long.valueOf(left + right);
    }

    Map<Integer, Long> nodes() {
        return nodes;
    }

    Map<Ends, Long> relationships() {
        return relationships;
    }

    public boolean isEmpty() {
        return nodes.isEmpty() && relationships.isEmpty();
    }
}
