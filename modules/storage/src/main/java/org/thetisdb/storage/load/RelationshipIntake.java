package org.thetisdb.storage.load;

import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.value.vector.Vector;

/** The appenders of relationships; what they take goes to buckets by type and chunk of the start node. Thread safe. */
final class RelationshipIntake {
    private final LoadTarget target;
    private final LoadLifetime lifetime;
    private final int capacity;
    private final BucketSet buckets = new BucketSet();
    private final AtomicLong appenderCount = new AtomicLong();

    RelationshipIntake(LoadTarget target, LoadLifetime lifetime, int capacity) {
        this.target = target;
        this.lifetime = lifetime;
        this.capacity = capacity;
    }

    BucketSet buckets() {
        return buckets;
    }

    RelationshipAppender appender(int typeId) {
        lifetime.opened();
        return new Appender(typeId, appenderCount.getAndIncrement());
    }

    private final class Appender implements RelationshipAppender {
        private final PairScatter scatter;
        private long reservedBytes;
        private boolean closed;

        Appender(int typeId, long ordinal) {
            scatter = new PairScatter(target.pool(), buckets, capacity);
            scatter.begin(typeId, ordinal);
        }

        /** Counts what the buffers have grown by. */
        private void reserve() {
            long grown = scatter.bytes() - reservedBytes;
            if (grown > 0) {
                reservedBytes += grown;
                target.pool().reserve(grown);
            }
        }

        @Override
        public void append(long[] startNodes, long[] endNodes, int[] propertyKeyIds, Vector[] columns, int count) {
            lifetime.check();
            int chunkCount = target.root().chunkCount();
            for (int index = 0; index < count; index++) {
                checkNode(startNodes[index], chunkCount);
                checkNode(endNodes[index], chunkCount);
            }
            int done = 0;
            while (done < count) {
                int taken = Math.min(scatter.room(), count - done);
                for (int index = done; index < done + taken; index++) {
                    scatter.add(startNodes[index], endNodes[index], 0);
                }
                scatter.addColumns(propertyKeyIds, columns, done, taken);
                done += taken;
                if (scatter.room() == 0) {
                    scatter.flush();
                }
            }
            reserve();
            target.countRelationships(count);
        }

        private static void checkNode(long node, int chunkCount) {
            if (node < 0 || NodeIdLayout.chunk(node) >= chunkCount || node >>> NodeIdLayout.ROW_BITS >= chunkCount) {
                throw LoadErrors.noSuchNode(node);
            }
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                lifetime.closed();
                scatter.flush();
                target.pool().release(reservedBytes);
            }
        }
    }
}
