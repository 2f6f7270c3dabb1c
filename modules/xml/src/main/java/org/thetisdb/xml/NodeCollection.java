package org.thetisdb.xml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.xml.document.DocumentException;

/** The nodes that an aggregate was given. Used by one thread. */
final class NodeCollection {
    private static final long ENTRY_BYTES = 64;
    private static final long NODE_BYTES = 96;

    private final List<Map<String, Object>> nodes = new ArrayList<>();
    private long bytes;

    void add(Map<String, Object> node) {
        nodes.add(node);
        bytes += NODE_BYTES;
        for (Object value : node.values()) {
            bytes += ENTRY_BYTES + (value instanceof String text ? 2L * text.length() : 0);
        }
    }

    void addAll(NodeCollection other) {
        nodes.addAll(other.nodes);
        bytes += other.bytes;
    }

    List<Map<String, Object>> nodes() {
        return nodes;
    }

    long bytes() {
        return bytes;
    }

    /** What {@link #nodes} gave, when it was kept elsewhere for a while. */
    @SuppressWarnings("unchecked") // The keys of a map of Cypher are texts.
    void restore(Object saved) {
        if (!(saved instanceof List<?> list)) {
            throw new DocumentException("the nodes that were saved are no list");
        }
        list.forEach(each -> add((Map<String, Object>) each));
    }
}
