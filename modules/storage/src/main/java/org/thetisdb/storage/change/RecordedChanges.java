package org.thetisdb.storage.change;

import java.util.Optional;
import java.util.PrimitiveIterator;
import org.jspecify.annotations.Nullable;
import org.thetisdb.storage.ChangedGraph;
import org.thetisdb.storage.EntityImage;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.log.Changes;
import org.thetisdb.storage.log.Operations;
import org.thetisdb.storage.log.SchemaChange;

/**
 * The changes of a transaction by its operations: their ids are gathered once, what they have made of it is read off
 * the versions when it is wanted. So it takes a few bits for each node and relationship that was changed, and nothing
 * of the log once it is made.
 *
 * <pre>
 *   operations   0 ─────────── mark ─────────── end
 *   before       begin + those of what is changed later        after: the transaction's own view
 *                (EarlierChanges)    └── ids ──┘
 * </pre>
 *
 * <p>Not thread safe.
 */
public final class RecordedChanges implements ChangedGraph {
    private final ChangedIds changed = new ChangedIds();
    private final GraphReader begin;
    private final GraphReader end;
    private final Images before;
    private final Images after;
    private final Runnable whenClosed;
    private boolean closed;

    /**
     * Makes it of a transaction.
     *
     * @param operations all so far, without nodes that were deleted
     * @param mark how many of them are not meant
     * @param deletedNodes that are meant
     * @param begin reads what the transaction saw first; is closed with this
     * @param end reads what it sees; is closed with this
     * @param whenClosed is run once
     */
    public RecordedChanges(
            Operations operations,
            long mark,
            IdSet deletedNodes,
            GraphReader begin,
            GraphReader end,
            Runnable whenClosed) {
        this.begin = begin;
        this.end = end;
        this.whenClosed = whenClosed;
        operations.decode(new Part(changed, mark, Long.MAX_VALUE));
        deletedNodes.forEach(changed.nodes()::add);
        Images first = images(begin);
        if (mark > 0) {
            EarlierChanges earlier =
                    new EarlierChanges(changed, first, end.snapshot().catalog());
            operations.decode(new Part(earlier, 0, mark));
            this.before = earlier;
        } else {
            this.before = first;
        }
        this.after = images(end);
    }

    private static Images images(GraphReader reader) {
        return new Images() {
            @Override
            public Optional<EntityImage> node(long node) {
                return EntityImages.node(reader, node, true);
            }

            @Override
            public Optional<EntityImage> relationship(long relationship) {
                return EntityImages.relationship(reader, relationship, true);
            }
        };
    }

    @Override
    public PrimitiveIterator.OfLong nodes() {
        return changed.nodes().iterator();
    }

    @Override
    public PrimitiveIterator.OfLong relationships() {
        return changed.relationships().iterator();
    }

    @Override
    public Images before() {
        return before;
    }

    @Override
    public Images after() {
        return after;
    }

    @Override
    public Ends ends(long relationship) {
        GraphReader reader = end.relationshipExists(relationship) ? end : begin;
        return new Ends(reader.startNode(relationship), reader.endNode(relationship));
    }

    @Override
    public void refresh() {
        begin.refresh();
        end.refresh();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        begin.close();
        end.close();
        whenClosed.run();
    }

    /** Gives on the operations from one number up to another. */
    private static final class Part implements Changes {
        private final Changes sink;
        private final long from;
        private final long to;
        private long number;

        Part(Changes sink, long from, long to) {
            this.sink = sink;
            this.from = from;
            this.to = to;
        }

        private boolean isIn() {
            long current = number++;
            return current >= from && current < to;
        }

        @Override
        public boolean readsValues() {
            return sink.readsValues();
        }

        @Override
        public void createNode(long node, int labelSetId, int[] keys, Object[] values) {
            if (isIn()) {
                sink.createNode(node, labelSetId, keys, values);
            }
        }

        @Override
        public void setLabels(long node, int labelSetId) {
            if (isIn()) {
                sink.setLabels(node, labelSetId);
            }
        }

        @Override
        public void setNodeProperties(long node, int[] keys, @Nullable Object[] values) {
            if (isIn()) {
                sink.setNodeProperties(node, keys, values);
            }
        }

        @Override
        public void deleteNode(long node) {
            if (isIn()) {
                sink.deleteNode(node);
            }
        }

        @Override
        public void createRelationship(long relationship, long start, long end, int[] keys, Object[] values) {
            if (isIn()) {
                sink.createRelationship(relationship, start, end, keys, values);
            }
        }

        @Override
        public void setRelationshipProperties(long relationship, int[] keys, @Nullable Object[] values) {
            if (isIn()) {
                sink.setRelationshipProperties(relationship, keys, values);
            }
        }

        @Override
        public void deleteRelationship(long relationship, long start, long end) {
            if (isIn()) {
                sink.deleteRelationship(relationship, start, end);
            }
        }

        @Override
        public void schemaChange(SchemaChange change) {
            if (isIn()) {
                sink.schemaChange(change);
            }
        }
    }
}
