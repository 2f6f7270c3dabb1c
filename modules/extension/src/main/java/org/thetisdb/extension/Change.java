package org.thetisdb.extension;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * What has become of one node or relationship: as it was before, and as it is. Immutable; may be kept.
 *
 * <p>Values of properties are of the classes that functions are given. Maps and lists cannot be changed.
 */
public interface Change {
    /** What has happened. */
    enum Kind {
        /** It is new. */
        CREATED,
        /** Its labels or its properties are others. */
        CHANGED,
        /** It is gone. */
        DELETED
    }

    /** {@return what has happened} */
    Kind kind();

    /** {@return whether it is a node, and not a relationship} */
    boolean isNode();

    /** {@return what Cypher's {@code elementId()} gives for it} */
    String elementId();

    /** {@return a node's labels as they were, none if it is new; of a relationship its type, always} */
    List<String> labelsBefore();

    /** {@return a node's labels as they are, none if it is gone; of a relationship its type, always} */
    List<String> labels();

    /** {@return the properties as they were, by key; empty if it is new} */
    Map<String, Object> before();

    /** {@return the properties as they are, by key; empty if it is gone} */
    Map<String, Object> after();

    /**
     * The node where a relationship starts, as {@code elementId()} gives it.
     *
     * @return that
     * @throws IllegalStateException if it is a node
     */
    String startElementId();

    /**
     * The node where a relationship ends, as {@code elementId()} gives it.
     *
     * @return that
     * @throws IllegalStateException if it is a node
     */
    String endElementId();

    /** {@return the keys of the properties that are others, or came, or went} */
    default Set<String> changedKeys() {
        Set<String> keys = new TreeSet<>(before().keySet());
        keys.addAll(after().keySet());
        keys.removeIf(key -> Objects.equals(before().get(key), after().get(key)));
        return keys;
    }
}
