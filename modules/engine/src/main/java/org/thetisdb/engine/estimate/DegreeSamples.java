package org.thetisdb.engine.estimate;

import java.util.Comparator;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.Snapshot;

/**
 * How unevenly relationships are spread over nodes: the mean product of two degrees of a node over the product of their
 * means, from a sample of nodes. A trail that has met a node by way of some relationships yields so many times more
 * than the mean degree says when it goes on by others, because nodes with many of the former are met more often. In a
 * social network it is 2 for friendships and friendships again, 50 for the messages of tags, and 4 for the replies to
 * messages that were found by their tags, which decides between plans whose mean costs look alike.
 *
 * <p>Threads: may be shared; one for each base, whose snapshots differ too little to matter.
 */
public final class DegreeSamples {
    /** Nodes sampled for one figure: a few tens of microseconds. */
    private static final int SAMPLE_NODES = 4096;

    /** As many trails are taken to be as the means say, beside those of the sample: a few say nothing. */
    private static final double MEAN_TRAILS = 16;

    private final Map<Key, Double> skews = new ConcurrentHashMap<>();

    /** Samples of a base that nobody has asked for yet. */
    public DegreeSamples() {}

    /** The relationships of one type on one side of a node. */
    public record TypedSide(String type, GraphReader.Side side) implements Comparable<TypedSide> {
        private static final Comparator<TypedSide> ORDER =
                Comparator.comparing(TypedSide::type).thenComparing(TypedSide::side);

        /** Of a type along a direction. */
        public static TypedSide of(String type, Direction direction) {
            return new TypedSide(
                    type,
                    switch (direction) {
                        case OUTGOING -> GraphReader.Side.FORWARD;
                        case INCOMING -> GraphReader.Side.BACKWARD;
                        case BOTH -> GraphReader.Side.BOTH;
                    });
        }

        @Override
        public int compareTo(TypedSide other) {
            return ORDER.compare(this, other);
        }
    }

    private record Key(String label, TypedSide one, TypedSide other) {
        /** The key of two, in either order. */
        static Key of(String label, TypedSide one, TypedSide other) {
            return one.compareTo(other) <= 0 ? new Key(label, one, other) : new Key(label, other, one);
        }
    }

    /**
     * The skew for nodes with a label that were met by way of some relationships and are left by others, which may be
     * the same; 1 if there are none.
     */
    public double skew(Snapshot snapshot, String label, TypedSide met, TypedSide left) {
        return skews.computeIfAbsent(Key.of(label, met, left), key -> sample(snapshot.untracked(), key));
    }

    private static double sample(Snapshot snapshot, Key key) {
        OptionalInt label = snapshot.catalog().labelId(key.label());
        OptionalInt type = snapshot.catalog().typeId(key.one().type());
        OptionalInt otherType = snapshot.catalog().typeId(key.other().type());
        if (label.isEmpty() || type.isEmpty() || otherType.isEmpty()) {
            return 1;
        }
        try (GraphReader reader = snapshot.reader()) {
            long[] nodes = SampledNodes.of(reader, new int[] {label.getAsInt()}, SAMPLE_NODES, 1);
            long[] degrees = degrees(reader, nodes, type.getAsInt(), key.one().side());
            long[] others = key.one().equals(key.other())
                    ? degrees
                    : degrees(reader, nodes, otherType.getAsInt(), key.other().side());
            return skew(degrees, others);
        }
    }

    private static long[] degrees(GraphReader reader, long[] nodes, int type, GraphReader.Side side) {
        long[] degrees = new long[nodes.length];
        reader.degrees(nodes, null, nodes.length, new int[] {type}, side, degrees);
        return degrees;
    }

    private static double skew(long[] degrees, long[] others) {
        double sum = 0;
        double otherSum = 0;
        double products = 0;
        for (int index = 0; index < degrees.length; index++) {
            sum += degrees[index];
            otherSum += others[index];
            products += (double) degrees[index] * others[index];
        }
        double expected = degrees.length == 0 ? 0 : sum * otherSum / degrees.length;
        return (products + MEAN_TRAILS) / (expected + MEAN_TRAILS);
    }
}
