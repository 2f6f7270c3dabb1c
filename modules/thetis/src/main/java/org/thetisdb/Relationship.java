package org.thetisdb;

import java.util.Map;
import org.thetisdb.engine.expression.ElementIds;

/**
 * A relationship as it was when its record was made, with its stored direction. Immutable, usable after everything is
 * closed. Two are equal when their ids are, whatever query they came from.
 */
public final class Relationship {
    private final long id;
    private final long startNodeId;
    private final long endNodeId;
    private final String type;
    private final Map<String, Object> properties;

    Relationship(long id, long startNodeId, long endNodeId, String type, Map<String, Object> properties) {
        this.id = id;
        this.startNodeId = startNodeId;
        this.endNodeId = endNodeId;
        this.type = type;
        this.properties = properties;
    }

    /** The id as text, as Cypher's {@code elementId()} gives it. */
    public String elementId() {
        return ElementIds.ofRelationship(id);
    }

    /** The id as a number, as Cypher's {@code id()} gives it. */
    public long id() {
        return id;
    }

    public String type() {
        return type;
    }

    /** {@link Node#id} of the node where it starts. */
    public long startNodeId() {
        return startNodeId;
    }

    /** {@link Node#id} of the node where it ends. */
    public long endNodeId() {
        return endNodeId;
    }

    /** {@link Node#elementId} of the node where it starts. */
    public String startNodeElementId() {
        return ElementIds.ofNode(startNodeId);
    }

    /** {@link Node#elementId} of the node where it ends. */
    public String endNodeElementId() {
        return ElementIds.ofNode(endNodeId);
    }

    /** All properties; unmodifiable, without nulls. */
    public Map<String, Object> properties() {
        return properties;
    }

    /** The property's value; null if the relationship has no such property. */
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
        return other instanceof Relationship that && that.id == id;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id);
    }

    /** As Cypher would write it: {@code [:KNOWS {since: 2010}]}. */
    @Override
    public String toString() {
        return CypherText.of(this);
    }
}
