package org.thetisdb.fuzz.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.thetisdb.fuzz.oracle.Answer.NodeShape;
import org.thetisdb.fuzz.oracle.Answer.RelationshipShape;

/**
 * A graph, comparable with one whose nodes have other ids or none.
 *
 * <p>Two graphs are considered the same if their nodes have the same colours after a few rounds of refinement, as
 * Weisfeiler and Leman have it: a colour is what a node holds, then that with the colours of its neighbours. Graphs
 * that differ can look the same to it only if they are very regular, and nearly all generated nodes have a number of
 * their own.
 *
 * @param colours the colours of all nodes and relationships, sorted
 */
public record GraphShape(List<String> colours) {
    private static final int ROUNDS = 3;

    public GraphShape {
        colours = List.copyOf(colours);
    }

    /** A relationship between nodes that are known by their place in a list. */
    public record Link(RelationshipShape shape, int start, int end) {}

    public static GraphShape of(List<NodeShape> nodes, List<Link> links) {
        List<String> colours = new ArrayList<>();
        nodes.forEach(node -> colours.add(Canonical.of(node)));
        List<String> all = new ArrayList<>(colours);
        links.forEach(link -> all.add(Canonical.of(link.shape())));
        for (int round = 0; round < ROUNDS; round++) {
            refine(colours, links);
        }
        all.addAll(colours);
        Collections.sort(all);
        return new GraphShape(all);
    }

    private static void refine(List<String> colours, List<Link> links) {
        List<List<String>> around = new ArrayList<>();
        colours.forEach(colour -> around.add(new ArrayList<>()));
        for (Link link : links) {
            String shape = Canonical.of(link.shape());
            around.get(link.start()).add(">" + shape + colours.get(link.end()));
            around.get(link.end()).add("<" + shape + colours.get(link.start()));
        }
        for (int node = 0; node < colours.size(); node++) {
            Collections.sort(around.get(node));
            String text = colours.get(node) + around.get(node);
            colours.set(node, Integer.toHexString(text.hashCode()) + "." + text.length());
        }
    }
}
