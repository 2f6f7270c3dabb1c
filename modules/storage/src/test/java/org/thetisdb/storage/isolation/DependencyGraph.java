package org.thetisdb.storage.isolation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which transaction depends on which, and the cycles in that: Adya's phenomena (Adya, Liskov, O'Neil: Generalized
 * isolation level definitions, 2000), found as Elle does (Kingsbury, Alvaro: Elle, 2020).
 *
 * <p>Not thread safe.
 */
final class DependencyGraph {
    /** Why one transaction comes before another. */
    enum Kind {
        /** It wrote the version before the other's. */
        WRITE_WRITE,
        /** The other read what it wrote. */
        WRITE_READ,
        /** It read the version before the other's: an anti-dependency. */
        READ_WRITE
    }

    /** A phenomenon. */
    enum Anomaly {
        /** Dirty write: a cycle of writes. */
        G0,
        /** Circular information flow: a cycle of writes and reads. */
        G1C,
        /** A cycle with one anti-dependency: lost updates, fuzzy reads, skewed reads. */
        G_SINGLE,
        /** A cycle with several anti-dependencies: write skew, phantoms. */
        G2
    }

    private final Map<Kind, Set<List<Integer>>> edges = new EnumMap<>(Kind.class);

    DependencyGraph() {
        for (Kind kind : Kind.values()) {
            edges.put(
                    kind,
                    new TreeSet<>((left, right) -> left.get(0).equals(right.get(0))
                            ? left.get(1).compareTo(right.get(1))
                            : left.get(0).compareTo(right.get(0))));
        }
    }

    /** The first transaction comes before the second. Nobody depends on himself. */
    void edge(int from, int to, Kind kind) {
        if (from != to) {
            edges.get(kind).add(List.of(from, to));
        }
    }

    /** All phenomena that there are. */
    Set<Anomaly> anomalies() {
        EnumSet<Anomaly> found = EnumSet.noneOf(Anomaly.class);
        if (closes(Kind.WRITE_WRITE, EnumSet.of(Kind.WRITE_WRITE))) {
            found.add(Anomaly.G0);
        }
        EnumSet<Kind> flow = EnumSet.of(Kind.WRITE_WRITE, Kind.WRITE_READ);
        if (closes(Kind.WRITE_READ, flow)) {
            found.add(Anomaly.G1C);
        }
        if (closes(Kind.READ_WRITE, flow)) {
            found.add(Anomaly.G_SINGLE);
        }
        if (found.isEmpty() && closes(Kind.READ_WRITE, EnumSet.allOf(Kind.class))) {
            found.add(Anomaly.G2);
        }
        return found;
    }

    /** Whether an edge of a kind is closed to a cycle by edges of some kinds. */
    private boolean closes(Kind kind, Set<Kind> others) {
        for (List<Integer> edge : edges.get(kind)) {
            if (isReachable(edge.get(1), edge.get(0), others)) {
                return true;
            }
        }
        return false;
    }

    private boolean isReachable(int from, int to, Set<Kind> kinds) {
        Set<Integer> seen = new HashSet<>(Set.of(from));
        ArrayDeque<Integer> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            int at = open.remove();
            if (at == to) {
                return true;
            }
            for (Kind kind : kinds) {
                for (List<Integer> edge : edges.get(kind)) {
                    if (edge.get(0) == at && seen.add(edge.get(1))) {
                        open.add(edge.get(1));
                    }
                }
            }
        }
        return false;
    }

    @Override
    public String toString() {
        List<String> lines = new ArrayList<>();
        edges.forEach((kind, pairs) -> lines.add(kind + " " + pairs));
        return String.join(", ", lines);
    }
}
