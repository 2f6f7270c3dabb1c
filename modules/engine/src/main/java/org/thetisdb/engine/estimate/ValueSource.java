package org.thetisdb.engine.estimate;

import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.thetisdb.storage.Catalog;

/**
 * A property of the nodes with some labels.
 *
 * @param labels all of them; empty for all nodes
 */
record ValueSource(Set<String> labels, String property) {
    private static final int MISSING = -1;

    ValueSource {
        labels = Set.copyOf(labels);
    }

    /** The labels' ids; empty if no node carries one of them. */
    Optional<int[]> labelIds(Catalog catalog) {
        int[] ids = labels.stream()
                .mapToInt(label -> catalog.labelId(label).orElse(MISSING))
                .toArray();
        return IntStream.of(ids).anyMatch(id -> id == MISSING) ? Optional.empty() : Optional.of(ids);
    }
}
