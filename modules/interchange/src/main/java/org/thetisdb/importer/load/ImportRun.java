package org.thetisdb.importer.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.thetisdb.importer.ids.IdBudget;
import org.thetisdb.importer.ids.IdSpace;
import org.thetisdb.importer.ids.SpillArea;
import org.thetisdb.importer.plan.IndexRequest;
import org.thetisdb.importer.plan.LoadPlan;
import org.thetisdb.importer.plan.NodeTable;
import org.thetisdb.importer.plan.Table;
import org.thetisdb.io.FileSystem;
import org.thetisdb.storage.load.BulkLoader;

/**
 * Reads all tables of a plan into a loader; the package shows how. The calling thread is the producer: it reads,
 * decompresses and cuts into blocks. Everything up to the loader's {@code finish} happens here; used once.
 */
public final class ImportRun implements AutoCloseable {
    /** Hears after every block how far the reading is. Called by the producer. */
    public interface Listener {
        /**
         * @param relationships whether the tables of nodes are done
         * @param rows nodes and relationships appended so far
         * @param readBytes of the files, before decompression
         * @param totalBytes of all files
         */
        void read(boolean relationships, long rows, long readBytes, long totalBytes);
    }

    /** What was appended. */
    public record Counts(
            long nodes, long relationships, Map<String, Long> nodesByLabel, Map<String, Long> relationshipsByType) {}

    private final LoadPlan plan;
    private final SpillArea area;
    private final ErrorCollector errors;
    private final ImportTarget target;
    private final WorkQueue queue;
    private final List<Worker> workers = new ArrayList<>();
    private final WorkerThreads threads;
    private final TableFiles files;
    private final Listener listener;
    private boolean relationshipsBegun;

    public ImportRun(
            LoadPlan plan,
            ImportLimits limits,
            int threadCount,
            FileSystem fileSystem,
            SpillArea area,
            ErrorCollector errors,
            BulkLoader loader,
            Listener listener) {
        this.plan = plan;
        this.area = area;
        this.errors = errors;
        this.listener = listener;
        IdBudget budget = new IdBudget(limits.idBytes());
        Map<String, IdSpace> spaces = new HashMap<>();
        plan.idTypes()
                .forEach(
                        (name, type) -> spaces.put(name, new IdSpace(name, type, budget, area, limits.spillEntries())));
        List<DeferredRows[]> deferred = new ArrayList<>();
        AtomicLong deferredBytes = new AtomicLong(limits.deferredBytes());
        for (int index = 0; index < plan.nodes().size(); index++) {
            DeferredRows[] rows =
                    new DeferredRows[plan.nodes().get(index).foreignKeys().size()];
            for (int key = 0; key < rows.length; key++) {
                rows[key] = new DeferredRows(area, deferredBytes);
            }
            deferred.add(rows);
        }
        target = new ImportTarget(
                plan, limits, loader, errors, spaces, deferred, new ImportTarget.Counts(), new NodePlaces());
        queue = new WorkQueue(2 * threadCount + 1, limits.blockBytes());
        for (int index = 0; index < threadCount; index++) {
            workers.add(new Worker(queue, target));
        }
        threads = new WorkerThreads(workers);
        files = new TableFiles(plan.tables(), plan.format(), fileSystem, queue);
    }

    /** Reads everything; on return, or on an exception, no worker runs any more. */
    public Counts run() {
        errors.begin(files.positions());
        for (IndexRequest index : plan.indexes()) {
            target.loader()
                    .index(
                            target.loader().label(index.label()),
                            target.loader().propertyKey(index.property()),
                            index.unique());
        }
        target.loader().onDuplicate(this::duplicateValue);
        threads.start();
        try {
            readNodes();
            relationshipsBegun = true;
            readDeferred();
            for (int index = 0; index < plan.relationships().size(); index++) {
                int table = index;
                read(
                        plan.relationships().get(index).table(),
                        (file, block, header) -> new WorkItem.RelationshipRows(table, file, block, header));
                endTable();
            }
        } catch (RuntimeException | Error failure) {
            queue.fail(failure);
            throw failure;
        } finally {
            queue.end();
            threads.join();
        }
        ImportTarget.Counts counts = target.counts();
        return new Counts(counts.nodes(), counts.relationships(), counts.byLabel(), counts.byType());
    }

    private void duplicateValue(String label, String property, String value, long node, long otherNode) {
        long[] positions = LongStream.of(node, otherNode)
                .flatMap(each -> target.places().find(each).stream())
                .sorted()
                .toArray();
        if (positions.length == 2) {
            errors.duplicateValue(positions[1], positions[0], label, property, value);
        }
    }

    /** Table after table: the spaces that are complete after each are sealed, so that the next may refer to them. */
    private void readNodes() {
        List<NodeTable> tables = plan.nodes();
        for (int index = 0; index < tables.size(); index++) {
            int table = index;
            read(tables.get(index).table(), (file, block, header) -> new WorkItem.NodeRows(table, file, block, header));
            endTable();
            String space = tables.get(index).idSpace();
            boolean complete = tables.subList(index + 1, tables.size()).stream()
                    .noneMatch(later -> later.idField() != NodeTable.NO_FIELD
                            && later.idSpace().equals(space));
            if (complete && tables.get(index).idField() != NodeTable.NO_FIELD) {
                String column = tables.get(index)
                        .table()
                        .fieldNames()
                        .get(tables.get(index).idField());
                target.space(space).seal((position, id) -> errors.duplicateId(position, column, id, space));
            }
        }
    }

    private void readDeferred() {
        for (int table = 0; table < plan.nodes().size(); table++) {
            DeferredRows[] rows = target.deferred().get(table);
            for (int key = 0; key < rows.length; key++) {
                for (int chunk = 0; chunk < rows[key].chunkCount(); chunk++) {
                    queue.add(new WorkItem.Deferred(table, key, rows[key].take(chunk)));
                    tellListener();
                }
                endTable();
            }
        }
    }

    /** What workers keep for a table is not kept for those that come after it. */
    private void endTable() {
        queue.awaitAll();
        workers.forEach(Worker::endTable);
    }

    private void read(Table table, TableFiles.ItemFactory factory) {
        files.read(table, factory, this::tellListener);
    }

    private void tellListener() {
        long rows = target.counts().nodes() + target.counts().relationships();
        listener.read(relationshipsBegun, rows, files.readBytes(), files.totalBytes());
    }

    /** Which id spaces went to disk. */
    public List<String> spilledSpaces() {
        return target.spaces().values().stream()
                .filter(IdSpace::isSpilled)
                .map(IdSpace::name)
                .sorted()
                .toList();
    }

    public long spilledBytes() {
        return area.writtenBytes();
    }

    @Override
    public void close() {
        target.spaces().values().forEach(IdSpace::close);
        target.deferred().forEach(rows -> {
            for (DeferredRows row : rows) {
                row.close();
            }
        });
    }
}
