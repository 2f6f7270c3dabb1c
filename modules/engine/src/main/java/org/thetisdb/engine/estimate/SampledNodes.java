package org.thetisdb.engine.estimate;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.Snapshot;

/** Nodes by which others are estimated. Stateless. */
public final class SampledNodes {
    private SampledNodes() {}

    /**
     * Some of the nodes that carry all of some labels, evenly spread; in ascending order.
     *
     * @param countMax how many rows are looked at
     * @param together how many of them follow each other, so that they lie in one page
     */
    public static long[] of(GraphReader reader, int[] labels, int countMax, int together) {
        Snapshot snapshot = reader.snapshot();
        return carrying(reader, rows(snapshot, chunks(snapshot, labels), countMax, together), labels);
    }

    /** The chunks in which there may be such nodes. */
    static int[] chunks(Snapshot snapshot, int[] labels) {
        return IntStream.range(0, snapshot.chunkCount())
                .filter(chunk -> snapshot.labelSet(chunk) == Snapshot.MIXED
                        || carries(snapshot, snapshot.labelSet(chunk), labels))
                .toArray();
    }

    private static boolean carries(Snapshot snapshot, int labelSet, int[] labels) {
        return IntStream.of(labels).allMatch(label -> snapshot.catalog().hasLabel(labelSet, label));
    }

    private static long[] carrying(GraphReader reader, long[] nodes, int[] labels) {
        int[] labelSets = new int[nodes.length];
        reader.labelSets(nodes, null, nodes.length, labelSets);
        return IntStream.range(0, nodes.length)
                .filter(index ->
                        labelSets[index] != GraphReader.NO_NODE && carries(reader.snapshot(), labelSets[index], labels))
                .mapToLong(index -> nodes[index])
                .toArray();
    }

    private static long[] rows(Snapshot snapshot, int[] chunks, int countMax, int together) {
        long rowCount = Arrays.stream(chunks).mapToLong(snapshot::rowCount).sum();
        int runs = (int) Math.min(countMax, rowCount) / together;
        long[] nodes = new long[runs * together];
        int chunk = 0;
        long before = 0;
        for (int index = 0; index < nodes.length; index++) {
            long place = index / together * rowCount / runs + index % together;
            while (place - before >= snapshot.rowCount(chunks[chunk])) {
                before += snapshot.rowCount(chunks[chunk++]);
            }
            nodes[index] = NodeIdLayout.id(chunks[chunk], (int) (place - before));
        }
        return nodes;
    }
}
