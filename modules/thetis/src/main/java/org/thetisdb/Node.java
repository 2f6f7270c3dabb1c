package org.thetisdb;

import java.util.List;
import java.util.Map;
import org.thetisdb.engine.expression.ElementIds;

/**
 * A node as it was when its record was made. Immutable, usable after everything is closed. Two are equal when their ids
 * are, whatever query they came from.
 */
public final class Node {
    private final long id;
    private final List<String> labels;
    private final Map<String, Object> properties;

    Node(long id, List<String> labels, Map<String, Object> properties) {
        this.id = id;
        this.labels = labels;
        this.properties = properties;
    }

    /** The id as text, as Cypher's {@code elementId()} gives it. */
    public String elementId() {
        return ElementIds.ofNode(id);
    }

    /** The id as a number, as Cypher's {@code id()} gives it. */
    public long id() {
        return id;
    }

    /** In the order in which the database learnt of them. */
    public List<String> labels() {
        return labels;
    }

    public boolean hasLabel(String label) {
        return labels.contains(label);
    }

    /** All properties; unmodifiable, without nulls. */
    public Map<String, Object> properties() {
        return properties;
    }

    /** The property's value; null if the node has no such property. */
    public Object get(String propertyKey) {
        return properties.get(propertyKey);
    }

    /** As {@link Record#get(String, Class)} for a property. */
    public <T> T get(String propertyKey, Class<T> type) {
        return TypedAccess.as(properties.get(propertyKey), type, "property", propertyKey);
    }

    /** As {@link Record#getLong(String)} for a property. */
    public long getLong(String propertyKey) {
        return TypedAccess.asLong(properties.get(propertyKey), "property", propertyKey);
    }

    /** As {@link Record#getDouble(String)} for a property. */
    public double getDouble(String propertyKey) {
        return TypedAccess.asDouble(properties.get(propertyKey), "property", propertyKey);
    }

    /** As {@link Record#getBoolean(String)} for a property. */
    public boolean getBoolean(String propertyKey) {
        return TypedAccess.asBoolean(properties.get(propertyKey), "property", propertyKey);
    }

    /** As {@link Record#getString(String)} for a property. */
    public String getString(String propertyKey) {
        return TypedAccess.as(properties.get(propertyKey), String.class, "property", propertyKey);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Node that && that.id == id;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id);
    }

    /** As Cypher would write it: {@code (:Person {id: 7, name: 'Ada'})}. */
    @Override
    public String toString() {
        return CypherText.of(this);
    }
}
