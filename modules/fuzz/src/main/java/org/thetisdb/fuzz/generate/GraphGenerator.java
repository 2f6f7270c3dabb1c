package org.thetisdb.fuzz.generate;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.thetisdb.fuzz.generate.Vocabulary.Key;
import org.thetisdb.reference.graph.ReferenceGraph;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferenceRelationship;

/**
 * Makes graphs: mostly small and dense, with loops, parallel relationships, isolated nodes, a hub
 * node, keys that are missing here and there, and values of several types under one key. Some have texts that take many
 * pages. One thread.
 */
public final class GraphGenerator {
    private static final int LARGE_PERCENT = 3;
    private static final int WIDE_PERCENT = 8;
    private static final int WIDE_WORDS_LEAST = 100;
    private static final int WIDE_WORDS_MOST = 600;

    private final Chance chance;
    /** Of its own, so that other graphs do not depend on it. */
    private final Chance wideChance;

    private final ValueGenerator values;
    private final ReferenceGraph graph = new ReferenceGraph();
    private final List<ReferenceNode> nodes = new ArrayList<>();
    private long identity;

    private GraphGenerator(long seed) {
        this.chance = new Chance(seed);
        this.wideChance = new Chance(~seed);
        this.values = new ValueGenerator(chance);
    }

    /** The graph of a seed. */
    public static FuzzGraph generate(long seed) {
        return new GraphGenerator(seed).generate();
    }

    private FuzzGraph generate() {
        boolean large = chance.percent(LARGE_PERCENT);
        int nodeCount = large ? chance.between(1_000, 2_500) : chance.between(3, chance.of(8, 16, 40));
        List<List<String>> labelSets = labelSets();
        List<Key> nodeKeys = someKeys(large ? 3 : 9);
        boolean wide = !large && wideChance.percent(WIDE_PERCENT);
        for (int count = 0; count < nodeCount; count++) {
            addNode(labelSets, nodeKeys);
            if (wide) {
                nodes.getLast().properties().put(Vocabulary.LONG_TEXT, longText());
            }
        }
        List<Key> relationshipKeys = someKeys(4);
        int relationshipCount = nodeCount * chance.between(4, large ? 8 : 18) / 8;
        ReferenceNode hub = chance.percent(40) ? chance.of(nodes) : null;
        for (int count = 0; count < relationshipCount; count++) {
            addRelationship(hub, relationshipKeys);
        }
        return new FuzzGraph(graph, indexes());
    }

    private List<List<String>> labelSets() {
        List<List<String>> sets = new ArrayList<>();
        for (int count = chance.between(1, 5); count > 0; count--) {
            int share = chance.of(20, 40, 70);
            sets.add(Vocabulary.LABELS.stream()
                    .filter(label -> chance.percent(share))
                    .toList());
        }
        return sets;
    }

    private List<Key> someKeys(int most) {
        List<Key> keys = new ArrayList<>();
        for (int count = chance.between(1, most); count > 0; count--) {
            keys.add(chance.of(Vocabulary.KEYS));
        }
        return keys.stream().distinct().toList();
    }

    private void addNode(List<List<String>> labelSets, List<Key> keys) {
        ReferenceNode node = graph.addNode();
        node.labels().addAll(chance.of(labelSets));
        node.properties().put(Vocabulary.IDENTITY, identity++);
        for (Key key : keys) {
            if (chance.percent(80)) {
                node.properties().put(key.name(), values.stored(key));
            }
        }
        nodes.add(node);
    }

    /** A few to a page. */
    private String longText() {
        StringBuilder text = new StringBuilder();
        for (int words = wideChance.between(WIDE_WORDS_LEAST, WIDE_WORDS_MOST); words > 0; words--) {
            text.append(Long.toString(wideChance.number(), Character.MAX_RADIX)).append(' ');
        }
        return text.toString();
    }

    private void addRelationship(@Nullable ReferenceNode hub, List<Key> keys) {
        ReferenceNode start = hub != null && chance.percent(40) ? hub : chance.of(nodes);
        ReferenceNode end = chance.percent(8) ? start : chance.of(nodes);
        int copies = chance.percent(10) ? 2 : 1;
        boolean turned = chance.percent(50);
        String type = chance.of(Vocabulary.TYPES);
        for (int copy = 0; copy < copies; copy++) {
            ReferenceRelationship made = graph.addRelationship(type, turned ? end : start, turned ? start : end);
            made.properties().put(Vocabulary.IDENTITY, identity++);
            for (Key key : keys) {
                if (chance.percent(70)) {
                    made.properties().put(key.name(), values.stored(key));
                }
            }
        }
    }

    /** Numbers of their own are unique everywhere; the other keys get plain indexes. */
    private List<FuzzGraph.Index> indexes() {
        List<FuzzGraph.Index> indexes = new ArrayList<>();
        for (String label : Vocabulary.LABELS) {
            if (chance.percent(30)) {
                indexes.add(new FuzzGraph.Index(label, Vocabulary.IDENTITY, chance.percent(50)));
            }
            for (Key key : Vocabulary.KEYS) {
                if (chance.percent(15)) {
                    indexes.add(new FuzzGraph.Index(label, key.name(), false));
                }
            }
        }
        return indexes;
    }
}
