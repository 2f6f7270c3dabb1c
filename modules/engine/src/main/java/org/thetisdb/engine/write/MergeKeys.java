package org.thetisdb.engine.write;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern.Hop;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.bound.Write;
import org.thetisdb.cypher.bound.Write.Assignment;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.semantics.ValueSemantics;

/**
 * Says by a key which rows of a MERGE mean the same pattern: what one row has made is a match for another exactly if
 * their keys are equal. That can be told for a single node and for a single relationship, if ON CREATE and ON MATCH do
 * not touch what the pattern asks for: then the key is the nodes that are bound already, and the values of properties.
 * Immutable.
 */
final class MergeKeys {
    /** For rows that come one by one: there is no other to compare with. */
    static final MergeKeys NONE = new MergeKeys(List.of(), List.of(), false, false);

    private final List<Variable> ends;
    private final List<Variable> values;
    private final boolean undirected;
    private final boolean comparing;

    private MergeKeys(List<Variable> ends, List<Variable> values, boolean undirected, boolean comparing) {
        this.ends = ends;
        this.values = values;
        this.undirected = undirected;
        this.comparing = comparing;
    }

    /** Empty if keys do not tell. */
    static Optional<MergeKeys> of(Step.Merge merge) {
        List<Hop> hops = merge.match().pattern().relationships();
        if (hops.size() > 1 || touches(merge, merge.onCreate()) || touches(merge, merge.onMatch())) {
            return Optional.empty();
        }
        Set<Variable> made = new HashSet<>();
        merge.create().nodes().forEach(node -> made.add(node.variable()));
        List<Variable> ends = new ArrayList<>();
        boolean undirected = false;
        for (Hop hop : hops) {
            undirected = hop.direction() == Direction.BOTH;
            if (undirected && made.contains(hop.left()) && made.contains(hop.right())) {
                // Both nodes are made: what a row made may also be found from its other end, by other values too.
                return Optional.empty();
            }
            for (Variable end : List.of(hop.left(), hop.right())) {
                if (!made.contains(end)) {
                    ends.add(end);
                }
            }
        }
        List<Variable> values =
                merge.values().stream().map(Step.MergeValue::variable).toList();
        return Optional.of(new MergeKeys(ends, values, undirected, true));
    }

    private static boolean touches(Step.Merge merge, List<Assignment> assignments) {
        Set<String> keys = new HashSet<>();
        merge.values().forEach(value -> keys.add(value.key()));
        Set<String> labels = new HashSet<>();
        for (Write.NewNode node : merge.create().nodes()) {
            labels.addAll(node.labels());
        }
        return assignments.stream().anyMatch(assignment -> switch (assignment) {
            case Assignment.OfProperty property -> mayBeAmong(keys, property.key());
            case Assignment.OfProperties properties -> !properties.keep() || mayHaveOneOf(keys, properties.value());
            case Assignment.OfLabels of -> of.labels().stream().anyMatch(labels::contains);
        });
    }

    private static boolean mayBeAmong(Set<String> keys, Expression key) {
        return !(key instanceof Expression.Literal literal)
                || keys.contains(literal.value().map(String.class::cast).orElse(""));
    }

    private static boolean mayHaveOneOf(Set<String> keys, Expression map) {
        return !keys.isEmpty()
                && (!(map instanceof Expression.MapOf literal)
                        || literal.entries().stream().anyMatch(entry -> keys.contains(entry.key())));
    }

    /** The key of a row; empty if there is no other row to compare it with. */
    Optional<MergeKey> of(Batch rows, int row) {
        if (!comparing) {
            return Optional.empty();
        }
        List<Object> key = new ArrayList<>(ends.size() + values.size());
        for (Variable end : ends) {
            key.add(rows.column(end.id()).valueAt(row));
        }
        if (undirected && key.size() == 2 && ValueSemantics.order(key.get(0), key.get(1)) > 0) {
            key.add(key.removeFirst());
        }
        for (Variable value : values) {
            key.add(rows.column(value.id()).valueAt(row));
        }
        return Optional.of(new MergeKey(key.toArray()));
    }

    /** Values that are equal as {@code =} sees it, so that a key with NaN or null in it equals no other one. */
    record MergeKey(Object[] values) {
        @Override
        public boolean equals(Object other) {
            if (!(other instanceof MergeKey that) || values.length != that.values.length) {
                return false;
            }
            for (int index = 0; index < values.length; index++) {
                if (ValueSemantics.equal(values[index], that.values[index]) != ValueSemantics.TRUE) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int hashCode() {
            long hash = 1;
            for (Object value : values) {
                hash = 31 * hash + ValueSemantics.hash(value);
            }
            return Long.hashCode(hash);
        }
    }
}
