package org.thetisdb.fuzz.shrink;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.generate.Vocabulary;
import org.thetisdb.reference.graph.ReferenceGraph;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferenceRelationship;

/** All graphs that are a step smaller than a graph: large steps first. Stateless. */
final class GraphReductions {
    private GraphReductions() {}

    /**
     * A smaller graph, made when it is asked for.
     *
     * @param change removes something from a copy
     */
    record Reduction(FuzzGraph from, Consumer<ReferenceGraph> change, List<FuzzGraph.Index> indexes) {
        FuzzGraph graph() {
            ReferenceGraph copy = from.graph().copy();
            change.accept(copy);
            return new FuzzGraph(copy, indexes);
        }
    }

    static List<Reduction> of(FuzzGraph graph) {
        List<Reduction> all = new ArrayList<>();
        if (!graph.indexes().isEmpty()) {
            all.add(new Reduction(graph, copy -> {}, List.of()));
        }
        for (int piece = graph.graph().nodes().size() / 2; piece >= 1; piece /= 2) {
            withoutNodes(graph, piece, all);
        }
        for (int piece = graph.graph().relationships().size() / 2; piece >= 1; piece /= 2) {
            withoutRelationships(graph, piece, all);
        }
        withoutKeys(graph, all);
        withoutLabels(graph, all);
        for (FuzzGraph.Index index : graph.indexes()) {
            List<FuzzGraph.Index> rest = new ArrayList<>(graph.indexes());
            rest.remove(index);
            all.add(new Reduction(graph, copy -> {}, rest));
        }
        return all;
    }

    private static void withoutNodes(FuzzGraph graph, int piece, List<Reduction> into) {
        int count = graph.graph().nodes().size();
        for (int from = 0; from < count; from += piece) {
            int first = from;
            into.add(new Reduction(
                    graph,
                    copy -> {
                        List<ReferenceNode> nodes = List.copyOf(copy.nodes());
                        nodes.subList(first, Math.min(count, first + piece)).forEach(node -> remove(copy, node));
                    },
                    graph.indexes()));
        }
    }

    private static void remove(ReferenceGraph graph, ReferenceNode node) {
        for (ReferenceRelationship each : List.copyOf(graph.relationships())) {
            if (each.start() == node || each.end() == node) {
                graph.remove(each);
            }
        }
        graph.remove(node);
    }

    private static void withoutRelationships(FuzzGraph graph, int piece, List<Reduction> into) {
        int count = graph.graph().relationships().size();
        for (int from = 0; from < count; from += piece) {
            int first = from;
            into.add(new Reduction(
                    graph,
                    copy -> List.copyOf(copy.relationships())
                            .subList(first, Math.min(count, first + piece))
                            .forEach(copy::remove),
                    graph.indexes()));
        }
    }

    /** Without a key everywhere, or on one node or relationship; the number that all have must stay. */
    private static void withoutKeys(FuzzGraph graph, List<Reduction> into) {
        Set<String> keys = new TreeSet<>();
        graph.graph().nodes().forEach(node -> keys.addAll(node.properties().keySet()));
        graph.graph()
                .relationships()
                .forEach(each -> keys.addAll(each.properties().keySet()));
        keys.remove(Vocabulary.IDENTITY);
        for (String key : keys) {
            into.add(new Reduction(
                    graph,
                    copy -> {
                        copy.nodes().forEach(node -> node.properties().remove(key));
                        copy.relationships().forEach(each -> each.properties().remove(key));
                    },
                    graph.indexes()));
            int nodeCount = graph.graph().nodes().size();
            for (int index = 0; index < nodeCount && nodeCount < 12; index++) {
                int at = index;
                ReferenceNode node = List.copyOf(graph.graph().nodes()).get(at);
                if (node.properties().containsKey(key)) {
                    into.add(new Reduction(
                            graph,
                            copy -> List.copyOf(copy.nodes())
                                    .get(at)
                                    .properties()
                                    .remove(key),
                            graph.indexes()));
                }
            }
        }
    }

    private static void withoutLabels(FuzzGraph graph, List<Reduction> into) {
        List<ReferenceNode> nodes = List.copyOf(graph.graph().nodes());
        for (String label : Vocabulary.LABELS) {
            if (nodes.stream().anyMatch(node -> node.labels().contains(label))) {
                into.add(new Reduction(
                        graph,
                        copy -> copy.nodes().forEach(node -> node.labels().remove(label)),
                        graph.indexes()));
            }
            for (int index = 0; index < nodes.size() && nodes.size() < 12; index++) {
                int at = index;
                if (nodes.get(at).labels().contains(label)) {
                    into.add(new Reduction(
                            graph,
                            copy -> List.copyOf(copy.nodes()).get(at).labels().remove(label),
                            graph.indexes()));
                }
            }
        }
    }
}
