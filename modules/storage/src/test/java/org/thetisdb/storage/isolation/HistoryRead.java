package org.thetisdb.storage.isolation;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Expansion;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.GraphReader.Side;
import org.thetisdb.storage.NodeIndexReader;
import org.thetisdb.storage.isolation.HistoryModel.Node;
import org.thetisdb.value.vector.Vector;

/**
 * A question to a graph, and the ways to answer it from a store and from a model.
 *
 * @param name what is asked
 */
record HistoryRead(String name, Function<HistoryModel, Object> ofModel, Function<View, Object> ofStore) {
    static final String LOG = "log";
    private static final String NOTHING = "nothing";

    /** A reader, which is moved from snapshot to snapshot, and a cursor of its index that moves with it. */
    record View(GraphReader reader, NodeIndexReader groups) {}

    /** All that there is to say about a node. */
    static HistoryRead node(long node) {
        return new HistoryRead(
                "node " + node,
                model -> {
                    Node found = model.nodes.get(node);
                    return found == null ? NOTHING : found.labels() + " " + found.group() + " " + found.log();
                },
                view -> {
                    GraphReader reader = view.reader();
                    int set = reader.labelSet(node);
                    if (set == GraphReader.NO_NODE) {
                        return NOTHING;
                    }
                    Catalog catalog = reader.snapshot().catalog();
                    TreeSet<String> labels = new TreeSet<>();
                    Arrays.stream(catalog.labelSet(set))
                            .mapToObj(catalog::labelName)
                            .forEach(labels::add);
                    return labels + " " + IsolationGraph.read(reader, node, IsolationGraph.GROUP) + " "
                            + log(reader, node);
                });
    }

    /** What transactions have added to a node; a list that only grows. */
    static HistoryRead log(long node) {
        return new HistoryRead(
                "log " + node,
                model -> model.nodes.containsKey(node) ? model.nodes.get(node).log() : NOTHING,
                view -> view.reader().nodeExists(node) ? log(view.reader(), node) : NOTHING);
    }

    private static Object log(GraphReader reader, long node) {
        Object log = IsolationGraph.read(reader, node, LOG);
        return log == null ? List.of() : log;
    }

    static HistoryRead list(long node, Side side) {
        return new HistoryRead(
                "list " + node + " " + side,
                model -> model.relationshipsWith(each -> each.isAt(node, side)),
                view -> IsolationGraph.list(view.reader(), node, side));
    }

    static HistoryRead list(long node, Side side, String type) {
        return new HistoryRead(
                "list " + node + " " + side + " " + type,
                model -> model.relationshipsWith(
                        each -> each.isAt(node, side) && each.type().equals(type)),
                view -> IsolationGraph.list(view.reader(), node, side, type));
    }

    static HistoryRead degree(long node, Side side) {
        return new HistoryRead(
                "degree " + node + " " + side,
                model -> (long)
                        model.relationshipsWith(each -> each.isAt(node, side)).size(),
                view -> view.reader().degree(node, new int[0], side));
    }

    static HistoryRead between(long start, long end) {
        return new HistoryRead(
                "between " + start + " " + end,
                model -> model.relationshipsWith(each -> each.start() == start && each.end() == end),
                view -> {
                    Expansion expansion = view.reader().expansion();
                    expansion.startBetween(
                            new long[] {start}, new long[] {end}, null, 1, new int[0], Side.FORWARD, true);
                    return IsolationGraph.all(expansion);
                });
    }

    static HistoryRead relationship(long relationship) {
        return new HistoryRead(
                "relationship " + relationship,
                model -> model.relationships.containsKey(relationship)
                        ? (Object) model.relationships.get(relationship).value()
                        : NOTHING,
                view -> {
                    if (!view.reader().relationshipExists(relationship)) {
                        return NOTHING;
                    }
                    Vector values = new Vector();
                    int key = view.reader()
                            .snapshot()
                            .catalog()
                            .propertyKeyId(IsolationGraph.VALUE)
                            .orElseThrow();
                    view.reader().relationshipProperty(key, new long[] {relationship}, null, 1, values);
                    return values.valueAt(0);
                });
    }

    /** The nodes of a group that carry the label, by the index. */
    static HistoryRead group(long group) {
        return new HistoryRead(
                "group " + group,
                model -> model.nodesWith(node -> isIndexed(node) && node.group() == group),
                view -> IsolationGraph.seek(view.groups(), group));
    }

    static HistoryRead groups(long from, long to) {
        return new HistoryRead(
                "groups " + from + " " + to,
                model -> model.nodesWith(node -> isIndexed(node) && node.group() >= from && node.group() <= to),
                view -> IsolationGraph.range(view.groups(), from, to));
    }

    private static boolean isIndexed(Node node) {
        return node.group() != null && node.labels().contains(IsolationGraph.LABEL);
    }

    /** All nodes. */
    static HistoryRead scan() {
        return new HistoryRead(
                "scan", model -> model.nodesWith(node -> true), view -> IsolationGraph.scan(view.reader()));
    }

    /** The nodes of a group, by a scan that leaves out what cannot have any. */
    static HistoryRead scan(long group) {
        return new HistoryRead(
                "scan " + group,
                model -> model.nodesWith(node -> node.group() != null && node.group() == group),
                view -> IsolationGraph.scan(view.reader(), IsolationGraph.GROUP, group));
    }
}
