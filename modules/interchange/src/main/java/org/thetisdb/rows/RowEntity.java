package org.thetisdb.rows;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A whole node or relationship as a value of a row, as JSON lines have them. */
public sealed interface RowEntity {
    /** Its properties, none of them null. */
    Map<String, Object> properties();

    /** @param id by which relationships of the same file refer to it; empty if none can */
    record Node(Optional<String> id, List<String> labels, Map<String, Object> properties) implements RowEntity {}

    /**
     * @param id tells it from others of the file; empty if it is another one each time
     * @param start the id of a node, as {@code end}
     */
    record Relationship(Optional<String> id, String start, String end, String type, Map<String, Object> properties)
            implements RowEntity {}
}
