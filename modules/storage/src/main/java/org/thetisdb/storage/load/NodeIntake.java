package org.thetisdb.storage.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.thetisdb.storage.column.ColumnEncoder;
import org.thetisdb.value.vector.Vector;

/** The appenders of nodes and the chunks that closed appenders left for others to fill. Thread safe. */
final class NodeIntake {
    private final LoadTarget target;
    private final LoadLifetime lifetime;
    private final Map<Integer, ArrayDeque<ChunkBuilder>> unfinished = new TreeMap<>();

    NodeIntake(LoadTarget target, LoadLifetime lifetime) {
        this.target = target;
        this.lifetime = lifetime;
    }

    NodeAppender appender(int[] labelIds) {
        lifetime.opened();
        return new Appender(target.root().labelSet(labelIds));
    }

    private synchronized Optional<ChunkBuilder> takeUnfinished(int labelSetId) {
        ArrayDeque<ChunkBuilder> waiting = unfinished.get(labelSetId);
        return Optional.ofNullable(waiting == null ? null : waiting.poll());
    }

    private synchronized void leave(int labelSetId, ChunkBuilder chunk) {
        unfinished.computeIfAbsent(labelSetId, id -> new ArrayDeque<>()).add(chunk);
    }

    /** The chunks that were never filled, when all appenders are closed. */
    synchronized List<ChunkBuilder> unfinished() {
        List<ChunkBuilder> all = new ArrayList<>();
        unfinished.values().forEach(all::addAll);
        unfinished.clear();
        return all;
    }

    private final class Appender implements NodeAppender {
        private final int labelSetId;
        private final ColumnEncoder encoder = new ColumnEncoder();
        private Optional<ChunkBuilder> open = Optional.empty();
        private boolean closed;

        Appender(int labelSetId) {
            this.labelSetId = labelSetId;
        }

        @Override
        public void append(int[] propertyKeyIds, Vector[] columns, int count, long[] nodeIds) {
            lifetime.check();
            target.nodesCome(labelSetId);
            int done = 0;
            while (done < count) {
                ChunkBuilder chunk = open.orElseGet(
                        () -> takeUnfinished(labelSetId).orElseGet(() -> new ChunkBuilder(target, labelSetId)));
                int taken = Math.min(chunk.room(), count - done);
                chunk.append(propertyKeyIds, columns, done, taken, nodeIds);
                done += taken;
                if (chunk.isFull()) {
                    chunk.write(encoder);
                    open = Optional.empty();
                } else {
                    open = Optional.of(chunk);
                }
            }
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                open.ifPresent(chunk -> leave(labelSetId, chunk));
                open = Optional.empty();
                lifetime.closed();
            }
        }
    }
}
