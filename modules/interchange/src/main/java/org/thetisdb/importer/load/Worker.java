package org.thetisdb.importer.load;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.importer.csv.ColumnParser;
import org.thetisdb.importer.csv.CsvBlock;
import org.thetisdb.importer.csv.FieldTable;
import org.thetisdb.importer.csv.RowSplitter;
import org.thetisdb.importer.plan.NodeTable;
import org.thetisdb.importer.plan.RelationshipTable;
import org.thetisdb.importer.plan.TableFile;

/**
 * Takes work from the queue until there is none. The producer ends a table only while this has no work, so
 * that no two threads are ever inside.
 */
final class Worker implements Runnable {
    private final WorkQueue queue;
    private final ImportTarget target;
    private final RowSplitter splitter;
    private final ColumnParser parser;
    private final BatchErrors errors;
    private final FieldTable table = new FieldTable();
    private final RelationshipSink sink;
    private final Map<Integer, NodeLoad> nodeLoads = new HashMap<>();
    private final Map<Integer, RelationshipLoad> relationshipLoads = new HashMap<>();
    private final Map<Long, DeferredLoad> deferredLoads = new HashMap<>();

    Worker(WorkQueue queue, ImportTarget target) {
        this.queue = queue;
        this.target = target;
        splitter = new RowSplitter(target.plan().format());
        parser = new ColumnParser(target.plan().format());
        errors = new BatchErrors(target.errors());
        sink = new RelationshipSink(target);
    }

    @Override
    public void run() {
        try {
            WorkItem item = queue.take();
            while (!(item instanceof WorkItem.End)) {
                perform(item);
                queue.finished();
                item = queue.take();
            }
        } catch (Throwable failure) {
            // Handed to the producer, which throws it from the import.
            queue.fail(failure);
        }
    }

    private void perform(WorkItem item) {
        switch (item) {
            case WorkItem.NodeRows rows -> {
                NodeLoad load = nodeLoads.computeIfAbsent(
                        rows.table(), index -> new NodeLoad(index, target, sink, parser, errors));
                NodeTable plan = target.plan().nodes().get(rows.table());
                begin(rows.block(), rows.file(), plan.table().fieldNames().size(), rows.header());
                while (nextBatch()) {
                    load.load(table);
                }
                queue.release(rows.block());
            }
            case WorkItem.RelationshipRows rows -> {
                RelationshipTable plan = target.plan().relationships().get(rows.table());
                RelationshipLoad load = relationshipLoads.computeIfAbsent(
                        rows.table(), index -> new RelationshipLoad(plan, target, sink, parser, errors));
                begin(rows.block(), rows.file(), plan.table().fieldNames().size(), rows.header());
                while (nextBatch()) {
                    load.load(table);
                }
                queue.release(rows.block());
            }
            case WorkItem.Deferred rows -> deferredLoad(rows).load(rows.chunk());
            case WorkItem.End end -> throw new IllegalStateException("no work: " + end);
        }
    }

    private void begin(CsvBlock block, TableFile file, int fieldCount, boolean header) {
        splitter.begin(block, file.columnFields(), fieldCount);
        if (header) {
            splitter.row();
        }
    }

    /** Whether there is another batch; rows that cannot be cut do not make one. */
    private boolean nextBatch() {
        splitter.split(table, target.limits().batchRows(), errors);
        return table.rowCount() > 0;
    }

    private DeferredLoad deferredLoad(WorkItem.Deferred rows) {
        NodeTable plan = target.plan().nodes().get(rows.table());
        return deferredLoads.computeIfAbsent(
                (long) rows.table() << Integer.SIZE | rows.foreignKey(),
                key -> new DeferredLoad(
                        plan.foreignKeys().get(rows.foreignKey()),
                        plan.table().fieldNames(),
                        target,
                        sink,
                        parser,
                        errors));
    }

    /** Ends a table: what was appended is handed on, and what was kept for it is let go. */
    void endTable() {
        nodeLoads.values().forEach(NodeLoad::close);
        nodeLoads.clear();
        sink.close();
        relationshipLoads.clear();
        deferredLoads.clear();
    }
}
