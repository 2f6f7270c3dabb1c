package org.thetisdb.engine.write;

import java.util.ArrayList;
import java.util.Arrays;
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
import org.thetisdb.engine.hash.TagDirectory;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.table.KeyTable;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Decides by a key which rows of a MERGE mean the same pattern: what one row has made is a match for another exactly if
 * their keys are equal. That can be told for a single node and for a single relationship, if ON CREATE and ON MATCH do
 * not change what the pattern asks for: then the key is the nodes that are bound already, and the values of properties.
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

    /**
     * Numbers the patterns that rows mean: equal numbers for equal keys, as {@code =} sees them.
     *
     * @return for each row its pattern; {@link TagDirectory#NONE} if it means the same as no other row, because it is
     *     the only one or because null or NaN is in its key
     */
    int[] patterns(Batch rows) {
        int count = rows.count();
        int[] patterns = new int[count];
        if (!comparing || count == 1) {
            Arrays.fill(patterns, TagDirectory.NONE);
        } else if (!ends.isEmpty() || !values.isEmpty()) {
            Vector[] columns = columns(rows);
            new KeyTable(columns.length).findOrAdd(columns, count, patterns);
            for (Vector column : columns) {
                leaveOutUnequal(column, patterns);
            }
        }
        return patterns;
    }

    private Vector[] columns(Batch rows) {
        List<Vector> columns = new ArrayList<>(ends.size() + values.size());
        ends.forEach(end -> columns.add(rows.column(end.id())));
        if (undirected && ends.size() == 2) {
            order(columns, rows.count());
        }
        values.forEach(value -> columns.add(rows.column(value.id())));
        return columns.toArray(new Vector[0]);
    }

    /** The smaller end first: a relationship may be found from either. */
    private static void order(List<Vector> ends, int count) {
        Vector first = ends.get(0);
        Vector second = ends.get(1);
        Vector smaller = new Vector();
        Vector greater = new Vector();
        smaller.reset(VectorKind.NULL, count);
        greater.reset(VectorKind.NULL, count);
        for (int row = 0; row < count; row++) {
            boolean reversed = ValueSemantics.compare(first, row, second, row) > 0;
            smaller.setValue(row, (reversed ? second : first).valueAt(row));
            greater.setValue(row, (reversed ? first : second).valueAt(row));
        }
        ends.set(0, smaller);
        ends.set(1, greater);
    }

    private static void leaveOutUnequal(Vector column, int[] patterns) {
        for (int row = 0; row < patterns.length; row++) {
            if (ValueSemantics.equal(column, row, column, row) != ValueSemantics.TRUE) {
                patterns[row] = TagDirectory.NONE;
            }
        }
    }
}
