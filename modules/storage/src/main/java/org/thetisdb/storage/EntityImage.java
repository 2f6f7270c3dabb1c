package org.thetisdb.storage;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/**
 * A node or relationship as it is, or was. Immutable.
 *
 * @param labels a node's labels, or a relationship's type alone
 * @param properties by key
 */
public record EntityImage(List<String> labels, SortedMap<String, Object> properties) {
    /** Takes the map as it is: nobody else may change it. */
    public EntityImage {
        labels = List.copyOf(labels);
        properties = Collections.unmodifiableSortedMap(properties);
    }
}
