package org.thetisdb.xml.path;

import java.util.List;

/**
 * A path: from the document ({@code $}), or from the value that a filter looks at ({@code @}). Immutable.
 *
 * @param isRelative whether it begins at {@code @}
 */
record PathQuery(boolean isRelative, List<Segment> segments) {
    PathQuery {
        segments = List.copyOf(segments);
    }

    /**
     * A step.
     *
     * @param isDescendant whether it is taken from all that is within, too
     */
    record Segment(boolean isDescendant, List<Selector> selectors) {
        Segment {
            selectors = List.copyOf(selectors);
        }
    }

    /** Whether it finds one value at most, whatever the document. */
    boolean isSingular() {
        return segments.stream()
                .allMatch(each -> !each.isDescendant
                        && each.selectors.size() == 1
                        && (each.selectors.getFirst() instanceof Selector.Name
                                || each.selectors.getFirst() instanceof Selector.Index));
    }
}
