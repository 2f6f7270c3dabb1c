package org.thetisdb.engine.estimate;

import java.util.Set;

/**
 * A property of the nodes with some labels.
 *
 * @param labels all of them; empty for all nodes
 */
record ValueSource(Set<String> labels, String property) {
    ValueSource {
        labels = Set.copyOf(labels);
    }
}
