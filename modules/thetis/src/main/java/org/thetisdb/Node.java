package org.thetisdb;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.DisplayText;
import org.thetisdb.engine.semantics.ElementIds;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

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

    /** {@return the id as text, as Cypher's {@code elementId()} gives it} */
    public String elementId() {
        return ElementIds.ofNode(id);
    }

    /** {@return the id as a number, as Cypher's {@code id()} gives it} */
    public long id() {
        return id;
    }

    /** {@return its labels, in the order in which the database learnt of them; unmodifiable} */
    public List<String> labels() {
        return labels;
    }

    /**
     * {@return whether the node has a label}
     *
     * @param label in the case in which it was given
     */
    public boolean hasLabel(String label) {
        return labels.contains(label);
    }

    /** {@return all properties; unmodifiable, without nulls} */
    public Map<String, Object> properties() {
        return properties;
    }

    /**
     * {@return the property's value; null if the node has no such property}
     *
     * @param propertyKey which property
     */
    public @Nullable Object get(String propertyKey) {
        return properties.get(propertyKey);
    }

    /**
     * As {@link Record#get(String, Class)} for a property.
     *
     * @param <T> the type that is asked for
     * @param propertyKey which property
     * @param type as {@link Record#get(String, Class)} takes it
     * @return the value; null if the node has no such property
     * @throws ThetisException {@link ErrorCode#TYPE_MISMATCH} if the value is of another type
     */
    public <T> @Nullable T get(String propertyKey, Class<T> type) {
        return TypedAccess.as(properties.get(propertyKey), type, "property", propertyKey);
    }

    /**
     * As {@link Record#getLong(String)} for a property.
     *
     * @param propertyKey which property
     * @return the value
     * @throws ThetisException {@link ErrorCode#TYPE_MISMATCH} if it is no INTEGER, or not there
     */
    public long getLong(String propertyKey) {
        return TypedAccess.asLong(properties.get(propertyKey), "property", propertyKey);
    }

    /**
     * As {@link Record#getDouble(String)} for a property.
     *
     * @param propertyKey which property
     * @return the value
     * @throws ThetisException {@link ErrorCode#TYPE_MISMATCH} if it is no number, or not there
     */
    public double getDouble(String propertyKey) {
        return TypedAccess.asDouble(properties.get(propertyKey), "property", propertyKey);
    }

    /**
     * As {@link Record#getBoolean(String)} for a property.
     *
     * @param propertyKey which property
     * @return the value
     * @throws ThetisException {@link ErrorCode#TYPE_MISMATCH} if it is no BOOLEAN, or not there
     */
    public boolean getBoolean(String propertyKey) {
        return TypedAccess.asBoolean(properties.get(propertyKey), "property", propertyKey);
    }

    /**
     * As {@link Record#getString(String)} for a property.
     *
     * @param propertyKey which property
     * @return the value; null if the node has no such property
     * @throws ThetisException {@link ErrorCode#TYPE_MISMATCH} if it is no STRING
     */
    public @Nullable String getString(String propertyKey) {
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
        return DisplayText.node(labels, properties);
    }
}
