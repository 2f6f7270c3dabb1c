package org.thetisdb.engine.plan;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;

/**
 * How unevenly relationships are spread over nodes: the mean square of the degree over the square of its mean, from a
 * sample of nodes. A second trail of the same relationships from the same node yields so many times more than the mean
 * degree says, because nodes with many relationships are met more often. In a social network it is 2 for friendships
 * and 50 for the tags of messages, which decides between plans whose mean costs look alike.
 *
 * <p>Threads: may be shared; one for each base, whose snapshots differ too little to matter.
 */
public final class DegreeSamples {
    /** Nodes sampled for one figure: a few tens of microseconds. */
    private static final int SAMPLE_NODES = 4096;

    private final Map<Key, Double> skews = new ConcurrentHashMap<>();

    /** Samples of a base that nobody has asked for yet. */
    public DegreeSamples() {}

    private record Key(String label, String type, GraphReader.Side side) {}

    /** The skew for nodes with a label, at least 1; 1 if there are none. */
    double skew(Snapshot snapshot, String label, String type, GraphReader.Side side) {
        return skews.computeIfAbsent(new Key(label, type, side), key -> sample(snapshot.untracked(), key));
    }

    private static double sample(Snapshot snapshot, Key key) {
        OptionalInt label = snapshot.catalog().labelId(key.label());
        OptionalInt type = snapshot.catalog().typeId(key.type());
        if (label.isEmpty() || type.isEmpty()) {
            return 1;
        }
        int[] chunks = IntStream.range(0, snapshot.chunkCount())
                .filter(chunk -> mayCarry(snapshot, chunk, label.getAsInt()))
                .toArray();
        long[] nodes = nodes(snapshot, chunks);
        long[] degrees;
        try (GraphReader reader = snapshot.reader()) {
            nodes = carrying(reader, nodes, label.getAsInt());
            degrees = new long[nodes.length];
            reader.degrees(nodes, null, nodes.length, new int[] {type.getAsInt()}, key.side(), degrees);
        }
        double sum = 0;
        double squares = 0;
        for (long degree : degrees) {
            sum += degree;
            squares += (double) degree * degree;
        }
        return sum == 0 ? 1 : squares * nodes.length / (sum * sum);
    }

    private static boolean mayCarry(Snapshot snapshot, int chunk, int label) {
        int labelSet = snapshot.labelSet(chunk);
        return labelSet == Snapshot.MIXED || snapshot.catalog().hasLabel(labelSet, label);
    }

    private static long[] carrying(GraphReader reader, long[] nodes, int label) {
        int[] labelSets = new int[nodes.length];
        reader.labelSets(nodes, null, nodes.length, labelSets);
        return IntStream.range(0, nodes.length)
                .filter(index -> labelSets[index] != GraphReader.NO_NODE
                        && reader.snapshot().catalog().hasLabel(labelSets[index], label))
                .mapToLong(index -> nodes[index])
                .toArray();
    }

    /** Evenly spread rows of the chunks. */
    private static long[] nodes(Snapshot snapshot, int[] chunks) {
        long rowCount = Arrays.stream(chunks).mapToLong(snapshot::rowCount).sum();
        int count = (int) Math.min(SAMPLE_NODES, rowCount);
        long[] nodes = new long[count];
        int chunk = 0;
        long before = 0;
        for (int index = 0; index < count; index++) {
            long place = index * rowCount / count;
            while (place - before >= snapshot.rowCount(chunks[chunk])) {
                before += snapshot.rowCount(chunks[chunk++]);
            }
            nodes[index] = NodeIdLayout.id(chunks[chunk], (int) (place - before));
        }
        return nodes;
    }
}
