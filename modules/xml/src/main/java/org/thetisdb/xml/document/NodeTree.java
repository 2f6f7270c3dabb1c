package org.thetisdb.xml.document;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The nodes of one document as they were found in a graph, in any order, put together. Immutable. */
public final class NodeTree {
    private final Map<String, Object> root;
    private final Map<Object, List<Map<String, Object>>> children;

    private NodeTree(Map<String, Object> root, Map<Object, List<Map<String, Object>>> children) {
        this.root = root;
        this.children = children;
    }

    /**
     * Puts rows together.
     *
     * @param rows each with an {@code id}, all but one with that of the {@code parent}, and a {@code position}
     * @return empty if there are no rows
     * @throws DocumentException if they are no tree
     */
    public static Optional<NodeTree> of(List<Map<String, Object>> rows) {
        Map<Object, Map<String, Object>> byId = new HashMap<>();
        List<Map<String, Object>> roots = new ArrayList<>();
        Map<Object, List<Map<String, Object>>> children = new HashMap<>();
        for (Map<String, Object> row : rows) {
            Object id = row.get("id");
            if (id == null || byId.put(id, row) != null) {
                throw new DocumentException("each node of a document has an id of its own: id=" + id);
            }
            Object parent = row.get("parent");
            (parent == null ? roots : children.computeIfAbsent(parent, _ -> new ArrayList<>())).add(row);
        }
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        if (roots.size() != 1) {
            throw new DocumentException("a document has one node without a parent: found=" + roots.size());
        }
        children.forEach((parent, list) -> {
            if (!byId.containsKey(parent)) {
                throw new DocumentException("the parent of a node is not among the nodes: id="
                        + list.getFirst().get("id") + ", parent=" + parent);
            }
            list.sort(Comparator.comparingLong(NodeTree::position));
        });
        NodeTree tree = new NodeTree(roots.getFirst(), children);
        int reached = tree.count();
        if (reached != rows.size()) {
            throw new DocumentException(
                    "some nodes are their own ancestors: nodes=" + rows.size() + ", of the document=" + reached);
        }
        return Optional.of(tree);
    }

    private static long position(Map<String, Object> row) {
        return row.get("position") instanceof Number number ? number.longValue() : 0;
    }

    private int count() {
        List<Map<String, Object>> open = new ArrayList<>(List.of(root));
        int count = 0;
        while (!open.isEmpty()) {
            count++;
            open.addAll(children(open.removeLast()));
        }
        return count;
    }

    /** The node without a parent. */
    public Map<String, Object> root() {
        return root;
    }

    /** The nodes below one, in their order. */
    public List<Map<String, Object>> children(Map<String, Object> node) {
        Object id = node.get("id");
        return id == null ? List.of() : children.getOrDefault(id, List.of());
    }

    /** A text that a node has to have. */
    public static String text(Map<String, Object> node, String property) {
        @Nullable Object value = node.get(property);
        if (value instanceof String text) {
            return text;
        }
        throw new DocumentException("a node of that kind has a STRING there: id=" + node.get("id") + ", kind="
                + node.get("kind") + ", " + property + "=" + value);
    }
}
