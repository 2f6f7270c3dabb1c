package org.thetisdb.engine.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.scan.IndexRange.Bound;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * How the values of properties are spread. What grows with time, as ids and dates mostly do, is in chunks with narrow
 * zones, which are a histogram. Else it is told by the values of some nodes, in order, and by zones where none of these
 * lies between two ends, so that there are few.
 *
 * <p>Threads: may be shared; one for each base, whose snapshots differ too little to matter.
 */
public final class ValueSpreads {
    private static final int SAMPLE_NODES = 256;

    /**
     * Nodes that follow each other, where there are many chunks: what costs is their pages, while nothing is in memory
     * and compiled yet.
     */
    private static final int NODES_TOGETHER = 16;

    /** Fewer zones are no histogram, and fewer chunks have few pages. */
    private static final int ZONES_MIN = 5;

    /** Of the width of all values, what a zone of a histogram has at most, on average. */
    private static final double HISTOGRAM_WIDTH_MAX = 0.25;

    private static final int ZONES_MAX = 64;

    private final Map<ValueSource, Spread> spreads = new ConcurrentHashMap<>();
    private final ValueMatches matches = new ValueMatches();

    /** Spreads of a base that nobody has asked for yet. */
    public ValueSpreads() {}

    /**
     * The values of one property.
     *
     * @param kind of the values
     * @param values of some nodes as numbers, ascending
     * @param nodeCount how many nodes these are, with those that have none; 0 if the zones tell more
     */
    private record Spread(VectorKind kind, double[] values, int nodeCount, List<Zone> zones) {
        static final Spread UNKNOWN = new Spread(VectorKind.NULL, new double[0], 0, List.of());

        /** The share of nodes between two ends; empty if they cannot be compared. */
        OptionalDouble share(Ends ends) {
            if (kind == VectorKind.NULL || !ends.areComparableWith(kind)) {
                return OptionalDouble.empty();
            }
            if (ends.lower() >= ends.upper()) {
                return OptionalDouble.of(0);
            }
            if (nodeCount == 0) {
                return OptionalDouble.of(shareOfZones(ends));
            }
            int inside = below(ends.upper()) - below(ends.lower());
            return OptionalDouble.of(
                    inside > 0 ? (double) inside / nodeCount : Math.min(0.5 / nodeCount, shareOfZones(ends)));
        }

        private int below(double value) {
            int from = 0;
            int to = values.length;
            while (from < to) {
                int middle = (from + to) >>> 1;
                if (values[middle] < value) {
                    from = middle + 1;
                } else {
                    to = middle;
                }
            }
            return from;
        }

        /** At most what is left when none of the nodes has such a value; 1 if that is all that is known. */
        private double shareOfZones(Ends ends) {
            double all = 0;
            double inside = 0;
            for (Zone zone : zones) {
                if (!zone.isKnown()) {
                    return 1;
                }
                inside += Math.max(0, zone.below(ends.upper()) - zone.below(ends.lower()));
                all += zone.valueCount();
            }
            return all == 0 ? 1 : inside / all;
        }

        /** The share of nodes that lie in chunks with some between two ends; 1 if it is not known. */
        double metShare(Ends ends) {
            double all = 0;
            double met = 0;
            for (Zone zone : zones) {
                met += zone.meets(ends) || !ends.areComparableWith(kind) ? zone.valueCount() : 0;
                all += zone.valueCount();
            }
            return all == 0 ? 1 : met / all;
        }
    }

    /** Values of a chunk between two ends, as numbers; infinite if there may be anything. */
    private record Zone(VectorKind kind, double least, double most, double valueCount) {
        boolean isKnown() {
            return Double.isFinite(least);
        }

        /** How many of the values are below a number, about. */
        double below(double value) {
            if (value <= least) {
                return 0;
            }
            return value > most ? valueCount : valueCount * (value - least) / (most - least + 1);
        }

        boolean meets(Ends ends) {
            return ends.lower() <= most && least < ends.upper();
        }
    }

    /**
     * A window as numbers, from the lower one up to the upper one, which does not belong to it; infinite where it is
     * open.
     */
    private record Ends(VectorKind kind, double lower, double upper) {
        static Optional<Ends> of(ValueWindow window, KnownValues values) {
            Optional<Vector> lower = window.lower().flatMap(end -> vector(values, end.value()));
            Optional<Vector> upper = window.upper().flatMap(end -> vector(values, end.value()));
            boolean areKnown = lower.isPresent() == window.lower().isPresent()
                    && upper.isPresent() == window.upper().isPresent();
            if (!areKnown || lower.isEmpty() && upper.isEmpty()) {
                return Optional.empty();
            }
            boolean startsBehind =
                    window.lower().filter(end -> !end.inclusive()).isPresent();
            boolean endsBehind = window.upper().filter(Bound::inclusive).isPresent();
            return Optional.of(new Ends(
                    lower.or(() -> upper).get().kind(),
                    lower.map(value -> place(value, startsBehind)).orElse(Double.NEGATIVE_INFINITY),
                    upper.map(value -> place(value, endsBehind)).orElse(Double.POSITIVE_INFINITY)));
        }

        private static double place(Vector value, boolean isBehind) {
            double number = number(value, 0);
            return isBehind ? Math.nextUp(number) : number;
        }

        private static Optional<Vector> vector(KnownValues values, Expression end) {
            return values.of(end)
                    .map(value -> {
                        Vector vector = new Vector();
                        vector.reset(VectorKind.of(value), 1);
                        vector.setValue(0, value);
                        return vector;
                    })
                    .filter(vector -> isOrdered(vector.kind()));
        }

        boolean areComparableWith(VectorKind other) {
            return kind == other || isNumber(kind) && isNumber(other);
        }

        private static boolean isNumber(VectorKind kind) {
            return kind == VectorKind.INTEGER || kind == VectorKind.FLOAT;
        }
    }

    /** The share of nodes with a window's labels that lie in it; empty if nothing is known. */
    OptionalDouble share(Snapshot snapshot, ValueWindow window, KnownValues values) {
        Optional<Ends> ends = Ends.of(window, values);
        return ends.isPresent() ? spread(snapshot, window).share(ends.get()) : OptionalDouble.empty();
    }

    /** The share of nodes with a window's labels that lie in chunks with some in it; 1 if it is not known. */
    double metShare(Snapshot snapshot, ValueWindow window, KnownValues values) {
        return Ends.of(window, values)
                .map(ends -> spread(snapshot, window).metShare(ends))
                .orElse(1.0);
    }

    /** The share of pairs of nodes whose values are equal; empty if that is rare. */
    OptionalDouble equalShare(Snapshot snapshot, ValueSource one, ValueSource other) {
        return matches.equalShare(snapshot, one, other);
    }

    private Spread spread(Snapshot snapshot, ValueWindow window) {
        ValueSource key = new ValueSource(window.labels(), window.property());
        Spread known = spreads.get(key);
        return known == null ? spreads.computeIfAbsent(key, each -> sample(snapshot.untracked(), each)) : known;
    }

    private static Spread sample(Snapshot snapshot, ValueSource key) {
        OptionalInt property = snapshot.catalog().propertyKeyId(key.property());
        Optional<int[]> labels = key.labelIds(snapshot.catalog());
        if (property.isEmpty() || labels.isEmpty()) {
            return Spread.UNKNOWN;
        }
        List<Zone> zones = zones(snapshot, labels.get(), property.getAsInt());
        return areHistogram(zones)
                ? new Spread(zones.getFirst().kind(), new double[0], 0, zones)
                : sample(snapshot, labels.get(), property.getAsInt(), zones);
    }

    private static boolean areHistogram(List<Zone> zones) {
        if (zones.size() < ZONES_MIN) {
            return false;
        }
        VectorKind kind = zones.getFirst().kind();
        double least = zones.stream().mapToDouble(Zone::least).min().orElseThrow();
        double most = zones.stream().mapToDouble(Zone::most).max().orElseThrow();
        double width = zones.stream()
                .mapToDouble(zone -> zone.most() - zone.least())
                .average()
                .orElseThrow();
        return zones.stream().allMatch(zone -> zone.isKnown() && zone.kind() == kind)
                && width <= HISTOGRAM_WIDTH_MAX * (most - least);
    }

    private static Spread sample(Snapshot snapshot, int[] labels, int property, List<Zone> zones) {
        try (GraphReader reader = snapshot.reader()) {
            int together = zones.size() < ZONES_MIN ? 1 : NODES_TOGETHER;
            long[] nodes = SampledNodes.of(reader, labels, SAMPLE_NODES, together);
            Vector column = new Vector();
            reader.nodeProperty(property, nodes, null, nodes.length, column);
            double[] values = isOrdered(column.kind()) ? sorted(column) : new double[0];
            return values.length == 0 ? Spread.UNKNOWN : new Spread(column.kind(), values, nodes.length, zones);
        }
    }

    private static double[] sorted(Vector column) {
        return IntStream.range(0, column.count())
                .filter(index -> !column.isNull(index))
                .mapToDouble(index -> number(column, index))
                .sorted()
                .toArray();
    }

    private static boolean isOrdered(VectorKind kind) {
        return switch (kind) {
            case INTEGER, FLOAT, DATE, LOCAL_TIME, LOCAL_DATETIME, ZONED_DATETIME -> true;
            case NULL, BOOLEAN, STRING, TIME, NODE, RELATIONSHIP, OBJECT -> false;
        };
    }

    private static double number(Vector column, int index) {
        return column.kind() == VectorKind.FLOAT ? column.doubles()[index] : column.longs()[index];
    }

    private static List<Zone> zones(Snapshot snapshot, int[] labels, int property) {
        int[] chunks = SampledNodes.chunks(snapshot, labels);
        List<Zone> zones = new ArrayList<>();
        int step = 1 + chunks.length / ZONES_MAX;
        for (int index = 0; index < chunks.length; index += step) {
            ZoneMap map = snapshot.zoneMap(chunks[index], property);
            if (map.valueCount() > 0) {
                zones.add(zone(map, snapshot.rowCount(chunks[index])));
            }
        }
        return List.copyOf(zones);
    }

    private static Zone zone(ZoneMap map, int rowCount) {
        if (map.isOrderedByBounds()) {
            return new Zone(map.kind(), map.minimum(), map.maximum(), map.valueCount());
        }
        return map.kind() == VectorKind.FLOAT
                ? new Zone(map.kind(), map.minimumDouble(), map.maximumDouble(), map.valueCount())
                : new Zone(VectorKind.OBJECT, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, rowCount);
    }
}
