package org.thetisdb.engine.estimate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.value.vector.Vector;

/**
 * How often two nodes have equal values. Names and places are so uneven that the number of different values says
 * little: two persons of a social network have one last name eight times as often as if all names were as frequent.
 * So pairs of sampled nodes are compared (Haas, Naughton, Seshadri, Swami, "Fixed-Precision Estimation of Join
 * Selectivity", PODS 1993, which calls it the cross product of samples).
 *
 * <p>Nodes that were sampled together, as they follow each other, are no pairs: they may be alike because they are
 * neighbours.
 *
 * <p>Threads: may be shared; one for each base, whose snapshots differ too little to matter.
 */
final class ValueMatches {
    private static final int SAMPLE_NODES = 1024;

    /** Nodes that follow each other, where there are more of them than a few chunks: what costs is their pages. */
    private static final int NODES_TOGETHER = 16;

    private static final int CHUNKS_OF_SINGLES_MAX = 4;

    /** Fewer pairs with equal values say nothing. */
    private static final int MATCHES_MIN = 16;

    private final Map<ValueSource, Sample> samples = new ConcurrentHashMap<>();

    /** The values of some nodes in the order of these, so many together; null where one has none. */
    private record Sample(List<Object> values, int together) {
        static final Sample UNKNOWN = new Sample(List.of(), 1);

        Map<Object, Integer> counts(int from, int to) {
            Map<Object, Integer> counts = new HashMap<>();
            for (Object value : values.subList(from, to)) {
                if (value != null) {
                    counts.merge(value, 1, Integer::sum);
                }
            }
            return counts;
        }

        /** The share of pairs that are equal, among those of different runs of nodes. */
        OptionalDouble equalShare() {
            double matches = matches(counts(0, values.size()));
            double pairs = (double) values.size() * values.size();
            for (int from = 0; from < values.size(); from += together) {
                int to = Math.min(from + together, values.size());
                matches -= matches(counts(from, to));
                pairs -= (double) (to - from) * (to - from);
            }
            return share(matches / 2, pairs / 2);
        }

        private static double matches(Map<Object, Integer> counts) {
            return counts.values().stream()
                    .mapToDouble(count -> (double) count * count)
                    .sum();
        }

        OptionalDouble equalShare(Sample other) {
            Map<Object, Integer> counts = counts(0, values.size());
            double matches = other.values.stream()
                    .filter(Objects::nonNull)
                    .mapToDouble(value -> counts.getOrDefault(value, 0))
                    .sum();
            return share(matches, (double) values.size() * other.values.size());
        }

        private static OptionalDouble share(double matches, double pairs) {
            return matches < MATCHES_MIN ? OptionalDouble.empty() : OptionalDouble.of(matches / pairs);
        }
    }

    /** The share of pairs of a node of one kind and one of another whose values are equal; empty if that is rare. */
    OptionalDouble equalShare(Snapshot snapshot, ValueSource one, ValueSource other) {
        Sample sample = sample(snapshot, one);
        return one.equals(other) ? sample.equalShare() : sample.equalShare(sample(snapshot, other));
    }

    private Sample sample(Snapshot snapshot, ValueSource source) {
        Sample known = samples.get(source);
        return known == null ? samples.computeIfAbsent(source, each -> look(snapshot.untracked(), each)) : known;
    }

    private static Sample look(Snapshot snapshot, ValueSource source) {
        OptionalInt property = snapshot.catalog().propertyKeyId(source.property());
        Optional<int[]> labels = source.labelIds(snapshot.catalog());
        return property.isEmpty() || labels.isEmpty()
                ? Sample.UNKNOWN
                : look(snapshot, labels.get(), property.getAsInt());
    }

    private static Sample look(Snapshot snapshot, int[] labels, int property) {
        boolean hasFewChunks = SampledNodes.chunks(snapshot, labels).length <= CHUNKS_OF_SINGLES_MAX;
        int together = hasFewChunks ? 1 : NODES_TOGETHER;
        try (GraphReader reader = snapshot.reader()) {
            long[] nodes = SampledNodes.of(reader, labels, SAMPLE_NODES, together);
            Vector column = new Vector();
            reader.nodeProperty(property, nodes, null, nodes.length, column);
            List<Object> values = new ArrayList<>(nodes.length);
            for (int index = 0; index < nodes.length; index++) {
                values.add(column.valueAt(index));
            }
            return new Sample(values, together);
        }
    }
}
