package org.thetisdb.xml;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.extension.Aggregate;
import org.thetisdb.extension.AggregateFunction;
import org.thetisdb.xml.document.NodeTree;
import org.thetisdb.xml.tree.TreeNodes;

/** The document of nodes as {@code xml.nodes} gives them, in any order. Used by one thread at a time. */
@AggregateFunction(name = "xml.document", description = "The document of nodes as xml.nodes gives them.")
public final class XmlDocument implements Aggregate<XmlDocument> {
    private final NodeCollection nodes = new NodeCollection();

    /** One without nodes. */
    public XmlDocument() {
        // Nodes are added.
    }

    /** Adds a node: its {@code id}, {@code parent}, {@code kind} and what else a row has. */
    public void add(Map<String, Object> node) {
        nodes.add(node);
    }

    @Override
    public void merge(XmlDocument other) {
        nodes.addAll(other.nodes);
    }

    @Override
    public @Nullable String result() {
        return NodeTree.of(nodes.nodes()).map(TreeNodes::document).orElse(null);
    }

    @Override
    public long bytes() {
        return nodes.bytes();
    }

    @Override
    public List<Map<String, Object>> save() {
        return nodes.nodes();
    }

    @Override
    public void restore(Object saved) {
        nodes.restore(saved);
    }
}
