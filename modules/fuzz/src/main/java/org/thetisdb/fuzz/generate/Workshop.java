package org.thetisdb.fuzz.generate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.fuzz.generate.Vocabulary.Key;
import org.thetisdb.fuzz.query.Sort;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferenceRelationship;

/** What the generators of one query share: its random choices, the graph, names and parameters. One thread. */
final class Workshop {
    final Chance chance;
    final ValueGenerator values;
    final Map<String, Object> parameters = new LinkedHashMap<>();
    final ExpressionGenerator expressions;
    final PatternGenerator patterns;
    final ClauseGenerator clauses;
    final ProjectionGenerator projections;
    final WriteGenerator writes;
    private final List<ReferenceNode> nodes;
    private final Map<ReferenceNode, List<ReferenceRelationship>> relationships = new LinkedHashMap<>();
    private final List<Key> nodeKeys;
    private final List<Key> relationshipKeys;
    private int nameCount;

    Workshop(long seed, FuzzGraph graph) {
        this.chance = new Chance(seed);
        this.values = new ValueGenerator(chance);
        this.nodes = List.copyOf(graph.graph().nodes());
        for (ReferenceRelationship each : graph.graph().relationships()) {
            relationships
                    .computeIfAbsent(each.start(), node -> new ArrayList<>())
                    .add(each);
            if (each.end() != each.start()) {
                relationships
                        .computeIfAbsent(each.end(), node -> new ArrayList<>())
                        .add(each);
            }
        }
        this.nodeKeys = Vocabulary.KEYS.stream()
                .filter(key -> nodes.stream().anyMatch(node -> node.properties().containsKey(key.name())))
                .toList();
        this.relationshipKeys = Vocabulary.KEYS.stream()
                .filter(key -> graph.graph().relationships().stream()
                        .anyMatch(each -> each.properties().containsKey(key.name())))
                .toList();
        this.expressions = new ExpressionGenerator(this);
        this.patterns = new PatternGenerator(this);
        this.clauses = new ClauseGenerator(this);
        this.projections = new ProjectionGenerator(this);
        if (!graph.isIdentified()) {
            projections.doubtIdentities();
        }
        this.writes = new WriteGenerator(this);
    }

    /** A name that the query does not have yet. */
    String name(String beginning) {
        return beginning + nameCount++;
    }

    /** A new parameter's name, with the dollar. */
    String parameter(@Nullable Object value) {
        String name = "p" + parameters.size();
        parameters.put(name, value);
        return "$" + name;
    }

    boolean isEmpty() {
        return nodes.isEmpty();
    }

    int nodeCount() {
        return nodes.size();
    }

    ReferenceNode anyNode() {
        return chance.of(nodes);
    }

    List<ReferenceRelationship> relationshipsOf(ReferenceNode node) {
        return relationships.getOrDefault(node, List.of());
    }

    /** The keys that have values in the graph, for an entity of the sort. */
    List<Key> keys(Sort entity) {
        return entity == Sort.NODE ? nodeKeys : relationshipKeys;
    }

    /** The value that the witness of a name has for a key; null if nothing, or there is no witness. */
    static @Nullable Object witnessed(Scope.Name name, String key) {
        return switch (name.witness().orElse(null)) {
            case ReferenceNode node -> node.properties().get(key);
            case ReferenceRelationship relationship -> relationship.properties().get(key);
            case null, default -> null;
        };
    }
}
