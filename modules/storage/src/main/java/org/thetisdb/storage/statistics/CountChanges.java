package org.thetisdb.storage.statistics;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.statistics.Counter.Nodes;
import org.thetisdb.storage.statistics.Counter.Relationships;

/**
 * How one transaction changes the numbers of nodes and relationships. A transaction makes much of the same, so the
 * counters that it has met last are at hand.
 *
 * <p>Not thread safe while it is added to.
 */
public final class CountChanges {
    private final Map<Counter, Change> changes = new HashMap<>();
    private @Nullable Nodes lastNodes;
    private Change ofLastNodes = new Change();
    private @Nullable Relationships lastRelationships;
    private Change ofLastRelationships = new Change();

    /** By how much a counter changes. */
    private static final class Change {
        private long sum;
    }

    /** A node of a label set was made, or deleted (-1). */
    public void node(int labelSet, long change) {
        if (labelSet == GraphReader.NO_NODE) {
            return;
        }
        if (lastNodes == null || lastNodes.labelSet() != labelSet) {
            lastNodes = new Nodes(labelSet);
            ofLastNodes = of(lastNodes);
        }
        ofLastNodes.sum += change;
    }

    /** A relationship was made, or deleted (-1). */
    public void relationship(int startLabelSet, int typeId, int endLabelSet, long change) {
        Relationships last = lastRelationships;
        if (last == null
                || last.startLabelSet() != startLabelSet
                || last.typeId() != typeId
                || last.endLabelSet() != endLabelSet) {
            last = new Relationships(startLabelSet, typeId, endLabelSet);
            lastRelationships = last;
            ofLastRelationships = of(last);
        }
        ofLastRelationships.sum += change;
    }

    private Change of(Counter counter) {
        return changes.computeIfAbsent(counter, absent -> new Change());
    }

    /** The counters that change, in no order. */
    void forEach(ObjLongConsumer<Counter> visitor) {
        changes.forEach((counter, change) -> {
            if (change.sum != 0) {
                visitor.accept(counter, change.sum);
            }
        });
    }

    /** How many counters change at most. */
    int sizeMax() {
        return changes.size();
    }

    /** Whether no counter changes. */
    public boolean isEmpty() {
        for (Change change : changes.values()) {
            if (change.sum != 0) {
                return false;
            }
        }
        return true;
    }
}
