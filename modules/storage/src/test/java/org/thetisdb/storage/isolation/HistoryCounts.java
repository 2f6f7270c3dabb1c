package org.thetisdb.storage.isolation;

import java.util.TreeSet;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.Statistics;

/** Compares a snapshot's counts with a model's. */
final class HistoryCounts {
    private HistoryCounts() {}

    static void compare(Snapshot snapshot, HistoryModel model) {
        Catalog catalog = snapshot.catalog();
        Statistics statistics = snapshot.statistics();
        require("nodes", statistics.nodeCount(), model.nodes.size());
        require("relationships", statistics.relationshipCount(), model.relationships.size());
        for (int label = 0; label < catalog.labelCount(); label++) {
            String name = catalog.labelName(label);
            require(
                    "nodes with " + name,
                    statistics.nodesWithLabel(label),
                    model.nodesWith(node -> node.labels().contains(name)).size());
        }
        for (int type = 0; type < catalog.typeCount(); type++) {
            for (int start = Statistics.ANY; start < catalog.labelCount(); start++) {
                for (int end = Statistics.ANY; end < catalog.labelCount(); end++) {
                    compare(catalog, statistics, model, start, type, end);
                }
            }
        }
    }

    private static void compare(
            Catalog catalog, Statistics statistics, HistoryModel model, int start, int type, int end) {
        String typeName = catalog.typeName(type);
        int expected = model.relationshipsWith(each -> each.type().equals(typeName)
                        && carries(catalog, model, each.start(), start)
                        && carries(catalog, model, each.end(), end))
                .size();
        require(
                "relationships " + start + " " + typeName + " " + end,
                statistics.relationships(start, type, end),
                expected);
    }

    private static boolean carries(Catalog catalog, HistoryModel model, long node, int label) {
        TreeSet<String> labels = model.nodes.get(node).labels();
        return label == Statistics.ANY || labels.contains(catalog.labelName(label));
    }

    private static void require(String what, long counted, long expected) {
        if (counted != expected) {
            throw new AssertionError("counted: " + what + ", count=" + counted + ", expected=" + expected);
        }
    }
}
