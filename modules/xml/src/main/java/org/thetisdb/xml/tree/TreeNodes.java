package org.thetisdb.xml.tree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import net.sf.saxon.om.AttributeInfo;
import net.sf.saxon.om.NamespaceBinding;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.type.Type;
import org.jspecify.annotations.Nullable;
import org.thetisdb.xml.document.Checkpoints;
import org.thetisdb.xml.document.DocumentException;
import org.thetisdb.xml.document.NodeTree;

/** The nodes of a document in its order, parents before their children; and back. Used by one thread. */
public final class TreeNodes implements Iterator<TreeNodes.Row> {
    private static final String DOCUMENT = "document";
    private static final String ELEMENT = "element";
    private static final String TEXT = "text";
    private static final String COMMENT = "comment";
    private static final String INSTRUCTION = "instruction";
    private static final char ATTRIBUTE = '@';

    private final Deque<Open> open = new ArrayDeque<>();
    private final Checkpoints checkpoints;
    private long lastId;
    private @Nullable XdmNode root;

    /**
     * One node.
     *
     * @param parent the id of the node around it; null for the document
     * @param position among its siblings, from 0
     * @param attributes with {@code @} before their names, and {@code @xmlns} for namespaces
     */
    public record Row(
            long id,
            @Nullable Long parent,
            String kind,
            @Nullable String name,
            @Nullable String value,
            long position,
            Map<String, Object> attributes) {}

    /** A node of which some children are still to come. */
    private static final class Open {
        private final long id;
        private final Iterator<? extends NodeInfo> children;
        private long position;

        Open(long id, Iterator<? extends NodeInfo> children) {
            this.id = id;
            this.children = children;
        }
    }

    private TreeNodes(XdmNode document, Checkpoints checkpoints) {
        this.root = document;
        this.checkpoints = checkpoints;
    }

    /** The nodes of a document. */
    public static Iterator<Row> of(XdmNode document, Checkpoints checkpoints) {
        return new TreeNodes(document, checkpoints);
    }

    @Override
    public boolean hasNext() {
        while (!open.isEmpty() && !open.getFirst().children.hasNext()) {
            open.pop();
        }
        return root != null || !open.isEmpty();
    }

    @Override
    public Row next() {
        checkpoints.step();
        if (root != null) {
            NodeInfo document = root.getUnderlyingNode();
            root = null;
            return row(document, null, 0);
        }
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more nodes");
        }
        Open parent = open.getFirst();
        return row(parent.children.next(), parent.id, parent.position++);
    }

    private Row row(NodeInfo node, @Nullable Long parent, long position) {
        long id = lastId++;
        return switch (node.getNodeKind()) {
            case Type.DOCUMENT -> {
                open.push(new Open(id, node.children().iterator()));
                yield new Row(id, parent, DOCUMENT, null, null, position, Map.of());
            }
            case Type.ELEMENT -> {
                open.push(new Open(id, node.children().iterator()));
                yield new Row(id, parent, ELEMENT, node.getDisplayName(), null, position, attributes(node, "@"));
            }
            case Type.COMMENT -> new Row(id, parent, COMMENT, null, node.getStringValue(), position, Map.of());
            case Type.PROCESSING_INSTRUCTION ->
                new Row(id, parent, INSTRUCTION, node.getLocalPart(), node.getStringValue(), position, Map.of());
            default -> new Row(id, parent, TEXT, null, node.getStringValue(), position, Map.of());
        };
    }

    /** The namespaces that an element declares, and its attributes. */
    static Map<String, Object> attributes(NodeInfo element, String before) {
        Map<String, Object> all = new LinkedHashMap<>();
        NamespaceBinding[] declared = element.getDeclaredNamespaces(null);
        for (NamespaceBinding each : declared == null ? NamespaceBinding.EMPTY_ARRAY : declared) {
            if (each != null && !each.isXmlNamespace()) {
                all.put(
                        before + (each.getPrefix().isEmpty() ? "xmlns" : "xmlns:" + each.getPrefix()),
                        each.getNamespaceUri().toString());
            }
        }
        for (AttributeInfo each : element.attributes()) {
            all.put(before + each.getNodeName().getDisplayName(), each.getValue());
        }
        return all;
    }

    /** The document of such nodes; each map has what a row has, and attributes in it by themselves or as a map. */
    public static String document(NodeTree tree) {
        XmlWriter writer = new XmlWriter();
        write(writer, tree, tree.root());
        return writer.result();
    }

    private static void write(XmlWriter writer, NodeTree tree, Map<String, Object> node) {
        switch (NodeTree.text(node, "kind")) {
            case DOCUMENT -> {
                List<Map<String, Object>> children = tree.children(node);
                if (children.stream()
                                        .filter(each -> ELEMENT.equals(each.get("kind")))
                                        .count()
                                != 1
                        || children.stream().anyMatch(each -> TEXT.equals(each.get("kind")))) {
                    throw new DocumentException(
                            "a document has one element, and no text beside it: id=" + node.get("id"));
                }
                children.forEach(each -> write(writer, tree, each));
            }
            case ELEMENT -> {
                String name = NodeTree.text(node, "name");
                writer.start(name, ofElement(node));
                tree.children(node).forEach(each -> write(writer, tree, each));
                writer.end(name);
            }
            case TEXT -> writer.text(NodeTree.text(node, "value"));
            case COMMENT -> writer.comment(NodeTree.text(node, "value"));
            case INSTRUCTION -> writer.instruction(NodeTree.text(node, "name"), NodeTree.text(node, "value"));
            default ->
                throw new DocumentException("a node is a document, element, text, comment or instruction: id="
                        + node.get("id") + ", kind=" + node.get("kind"));
        }
    }

    private static Map<String, Object> ofElement(Map<String, Object> node) {
        Map<String, Object> found = new LinkedHashMap<>();
        List<Map<?, ?>> places = new ArrayList<>(List.of(node));
        if (node.get("attributes") instanceof Map<?, ?> map) {
            places.add(map);
        }
        for (Map<?, ?> place : places) {
            place.forEach((name, value) -> {
                if (name instanceof String text && text.length() > 1 && text.charAt(0) == ATTRIBUTE) {
                    found.put(text.substring(1), value);
                }
            });
        }
        return found;
    }
}
