package org.thetisdb.reference.graph;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A relationship: its ends and type never change, its properties are changed in place; equal only to itself. */
public final class ReferenceRelationship {
    private final long id;
    private final String type;
    private final ReferenceNode start;
    private final ReferenceNode end;
    private final SortedMap<String, Object> properties = new TreeMap<>();
    private boolean deleted;

    ReferenceRelationship(long id, String type, ReferenceNode start, ReferenceNode end) {
        this.id = id;
        this.type = type;
        this.start = start;
        this.end = end;
    }

    /** The order in which the graph's relationships were made; it has no other meaning. */
    public long id() {
        return id;
    }

    public String type() {
        return type;
    }

    public ReferenceNode start() {
        return start;
    }

    public ReferenceNode end() {
        return end;
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
        return "(#" + start.id() + ")-[#" + id + " :" + type + " " + properties + "]->(#" + end.id() + ")";
    }
}
