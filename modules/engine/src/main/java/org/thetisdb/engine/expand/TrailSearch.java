package org.thetisdb.engine.expand;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.pipeline.MemoryCharge;
import org.thetisdb.engine.pipeline.Worker;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;

/**
 * All trails between two nodes that use no relationship twice, shortest first: what remains when the shortest paths do
 * not fulfil a condition on the whole path. All trails of one length are kept, each as a step from one that is shorter
 * by one, so this needs memory by their number; the query's limit holds for it.
 */
final class TrailSearch {
    private final Hops hops;
    private final MemoryCharge charge;
    private final List<Level> levels = new ArrayList<>();

    TrailSearch(Worker worker, Hops hops) {
        this.hops = hops;
        this.charge = new MemoryCharge(worker, "ShortestPaths");
    }

    /**
     * Trails of one length; the complement of a relationship's id stands for one that is followed against its
     * direction.
     */
    private static final class Level implements Frontier {
        private static final int ENTRY_BYTES = 2 * Long.BYTES + Integer.BYTES;

        private long[] nodes = new long[64];
        private int[] parents = new int[64];
        private long[] relationships = new long[64];
        private int count;
        private int followed;

        @Override
        public int next(long[] into, int max) {
            int given = Math.min(max, count - followed);
            System.arraycopy(nodes, followed, into, 0, given);
            followed += given;
            return given;
        }

        void add(long node, int parent, long relationship) {
            if (count == nodes.length) {
                int length = Math.multiplyExact(count, 2);
                nodes = Arrays.copyOf(nodes, length);
                parents = Arrays.copyOf(parents, length);
                relationships = Arrays.copyOf(relationships, length);
            }
            nodes[count] = node;
            parents[count] = parent;
            relationships[count++] = relationship;
        }

        long bytes() {
            return (long) ENTRY_BYTES * nodes.length;
        }

        long bytesWith(int more) {
            return SearchTree.bytesOfGrowth(nodes.length, (long) count + more, ENTRY_BYTES);
        }
    }

    /** Offers the trails longer than {@code tested}, length by length, until some of one length are accepted. */
    void search(
            Batch input, int row, long from, long to, long tested, ShortestPathsStage.Shape shape, PathOutput output) {
        Level start = new Level();
        start.add(from, 0, 0);
        levels.clear();
        levels.add(start);
        boolean isAccepted = false;
        while (!isAccepted && levels.size() - 1 < shape.maximum() && levels.getLast().count > 0 && output.isOpen()) {
            Level longer = lengthen(input, row, shape.types());
            levels.add(longer);
            if (levels.size() - 1 > tested) {
                for (int entry = 0; entry < longer.count && output.isOpen(); entry++) {
                    if (longer.nodes[entry] == to) {
                        output.add(row, path(entry));
                    }
                }
                isAccepted = output.settle();
            }
        }
        levels.clear();
        charge.release();
    }

    private Level lengthen(Batch input, int row, TypeSet types) {
        Level shorter = levels.getLast();
        Level longer = new Level();
        long shorterBytes = levels.stream().mapToLong(Level::bytes).sum();
        hops.start(input, row, shorter, shorter.count, types);
        int found = hops.next();
        while (found > 0) {
            charge.growTo(shorterBytes + longer.bytesWith(found));
            for (int index = 0; index < found; index++) {
                long id = hops.relationships()[index];
                int parent = hops.origins()[index];
                if (!isUsed(parent, id)) {
                    longer.add(hops.neighbours()[index], parent, hops.isForward() ? id : ~id);
                }
            }
            found = hops.next();
        }
        charge.shrinkTo(shorterBytes + longer.bytes());
        return longer;
    }

    private boolean isUsed(int lastEntry, long relationship) {
        int entry = lastEntry;
        for (int length = levels.size() - 1; length > 0; length--) {
            Level level = levels.get(length);
            long used = level.relationships[entry];
            if (used == relationship || ~used == relationship) {
                return true;
            }
            entry = level.parents[entry];
        }
        return false;
    }

    private PathReference path(int lastEntry) {
        int length = levels.size() - 1;
        NodeReference[] nodes = new NodeReference[length + 1];
        RelationshipReference[] relationships = new RelationshipReference[length];
        int entry = lastEntry;
        for (int step = length; step > 0; step--) {
            Level level = levels.get(step);
            long far = level.nodes[entry];
            long signed = level.relationships[entry];
            entry = level.parents[entry];
            long near = levels.get(step - 1).nodes[entry];
            nodes[step] = new NodeReference(far);
            relationships[step - 1] = signed >= 0
                    ? new RelationshipReference(signed, near, far)
                    : new RelationshipReference(~signed, far, near);
        }
        nodes[0] = new NodeReference(levels.getFirst().nodes[0]);
        return new PathReference(List.of(nodes), List.of(relationships));
    }
}
