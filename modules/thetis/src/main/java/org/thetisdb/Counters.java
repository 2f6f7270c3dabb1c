package org.thetisdb;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.engine.WriteCounters;

/**
 * What a statement has changed.
 *
 * @param nodesCreated nodes made, those that the statement deleted again among them
 * @param nodesDeleted nodes deleted, those that the statement made among them
 * @param relationshipsCreated relationships made, those that the statement deleted again among them
 * @param relationshipsDeleted relationships deleted, those that the statement made among them
 * @param propertiesSet properties set or removed, those of new nodes and relationships among them
 * @param labelsAdded labels that nodes got, those of new nodes among them
 * @param labelsRemoved labels that nodes lost, but for those of deleted nodes
 * @param indexesAdded indexes made, without those of constraints
 * @param indexesRemoved indexes dropped, without those of constraints
 * @param constraintsAdded constraints made
 * @param constraintsRemoved constraints dropped
 */
public record Counters(
        long nodesCreated,
        long nodesDeleted,
        long relationshipsCreated,
        long relationshipsDeleted,
        long propertiesSet,
        long labelsAdded,
        long labelsRemoved,
        long indexesAdded,
        long indexesRemoved,
        long constraintsAdded,
        long constraintsRemoved) {
    /** Nothing was changed. */
    public static final Counters NONE = new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    static Counters of(WriteCounters counters) {
        return counters.isEmpty()
                ? NONE
                : new Counters(
                        counters.nodesCreated(),
                        counters.nodesDeleted(),
                        counters.relationshipsCreated(),
                        counters.relationshipsDeleted(),
                        counters.propertiesSet(),
                        counters.labelsAdded(),
                        counters.labelsRemoved(),
                        counters.indexesAdded(),
                        counters.indexesRemoved(),
                        counters.constraintsAdded(),
                        counters.constraintsRemoved());
    }

    /** {@return whether the statement changed anything} */
    public boolean containsUpdates() {
        return !equals(NONE);
    }

    /** For people: {@code 2 nodes created, 3 properties set}; empty if nothing was changed. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        add(parts, nodesCreated, "node", "nodes", "created");
        add(parts, nodesDeleted, "node", "nodes", "deleted");
        add(parts, relationshipsCreated, "relationship", "relationships", "created");
        add(parts, relationshipsDeleted, "relationship", "relationships", "deleted");
        add(parts, propertiesSet, "property", "properties", "set");
        add(parts, labelsAdded, "label", "labels", "added");
        add(parts, labelsRemoved, "label", "labels", "removed");
        add(parts, indexesAdded, "index", "indexes", "created");
        add(parts, indexesRemoved, "index", "indexes", "dropped");
        add(parts, constraintsAdded, "constraint", "constraints", "created");
        add(parts, constraintsRemoved, "constraint", "constraints", "dropped");
        return String.join(", ", parts);
    }

    private static void add(List<String> parts, long count, String one, String many, String verb) {
        if (count != 0) {
            parts.add(count + " " + (count == 1 ? one : many) + " " + verb);
        }
    }
}
