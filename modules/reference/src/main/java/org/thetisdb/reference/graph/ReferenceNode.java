package org.thetisdb.reference.graph;

import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** A node: changed in place by queries that write, equal only to itself. */
public final class ReferenceNode {
    private final long id;
    private final NavigableSet<String> labels = new TreeSet<>();
    private final SortedMap<String, Object> properties = new TreeMap<>();
    private boolean deleted;

    ReferenceNode(long id) {
        this.id = id;
    }

    /** The order in which the graph's nodes were made; it has no other meaning. */
    public long id() {
        return id;
    }

    /** The labels, to be read and changed. */
    public NavigableSet<String> labels() {
        return labels;
    }

    /** The properties, none of them null, to be read and changed. */
    public Map<String, Object> properties() {
        return properties;
    }

    public boolean isDeleted() {
        return deleted;
    }

    void markDeleted() {
        deleted = true;
    }

    @Override
    public String toString() {
        return "(#" + id + " " + labels + " " + properties + ")";
    }
}
