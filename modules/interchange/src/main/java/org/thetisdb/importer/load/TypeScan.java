package org.thetisdb.importer.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.thetisdb.importer.csv.BadCells;
import org.thetisdb.importer.csv.ColumnEvidence;
import org.thetisdb.importer.csv.ColumnParser;
import org.thetisdb.importer.csv.CsvBlock;
import org.thetisdb.importer.csv.CsvFormat;
import org.thetisdb.importer.csv.FieldTable;
import org.thetisdb.importer.csv.RowSplitter;
import org.thetisdb.importer.csv.ScalarType;
import org.thetisdb.importer.csv.ValueType;
import org.thetisdb.importer.plan.LoadPlan;
import org.thetisdb.importer.plan.PropertyField;
import org.thetisdb.importer.plan.Table;
import org.thetisdb.importer.plan.TableFile;
import org.thetisdb.io.FileSystem;

/**
 * Finds the types of columns that have none, by all of their values: reads the files of the tables that have such
 * columns once before they are imported. Rows that are wrong say nothing here; the import tells of them. The calling
 * thread is the producer; used once.
 */
public final class TypeScan {
    /** Hears after every block how far the reading is. Called by the producer. */
    public interface Listener {
        /** @param readBytes of {@code totalBytes}, before decompression */
        void scanned(long readBytes, long totalBytes);
    }

    /**
     * What a column was found to be.
     *
     * @param example a value that keeps it from being something else
     * @param reason what about that value; empty with the example if there is nothing to wonder about
     */
    public record Column(Table table, PropertyField property, ScalarType type, String example, String reason) {}

    /** The plan with types, and what was found, in the order of the tables and their columns. */
    public record Found(LoadPlan plan, List<Column> columns) {}

    private final LoadPlan plan;
    private final List<Table> tables;
    private final WorkQueue queue;
    private final TableFiles files;
    private final List<Scanner> scanners = new ArrayList<>();
    private final Listener listener;

    public TypeScan(LoadPlan plan, ImportLimits limits, int threadCount, FileSystem fileSystem, Listener listener) {
        this.plan = plan;
        this.listener = listener;
        tables = plan.tables();
        List<Table> untyped = tables.stream()
                .filter(table -> !table.untypedFields().isEmpty())
                .toList();
        int workerCount = untyped.isEmpty() ? 0 : threadCount;
        queue = new WorkQueue(2 * workerCount + 1, limits.blockBytes());
        files = new TableFiles(untyped, plan.format(), fileSystem, queue);
        for (int index = 0; index < workerCount; index++) {
            scanners.add(new Scanner(limits.batchRows()));
        }
    }

    /** Reads everything that has to be read; on return, or on an exception, no worker runs any more. */
    public Found run() {
        WorkerThreads threads = new WorkerThreads(scanners);
        threads.start();
        try {
            for (int index = 0; index < tables.size() && !scanners.isEmpty(); index++) {
                int table = index;
                if (!tables.get(table).untypedFields().isEmpty()) {
                    files.read(
                            tables.get(table),
                            (file, block, header) -> new WorkItem.NodeRows(table, file, block, header),
                            () -> listener.scanned(files.readBytes(), files.totalBytes()));
                }
            }
            queue.awaitAll();
        } catch (RuntimeException | Error failure) {
            queue.fail(failure);
            throw failure;
        } finally {
            queue.end();
            threads.join();
        }
        return found();
    }

    private Found found() {
        List<Column> columns = new ArrayList<>();
        List<Map<Integer, ValueType>> types = new ArrayList<>();
        for (int table = 0; table < tables.size(); table++) {
            Map<Integer, ValueType> ofTable = new HashMap<>();
            for (PropertyField property : properties(table)) {
                if (tables.get(table).untypedFields().contains(property.field())) {
                    ColumnEvidence evidence = new ColumnEvidence(new ColumnParser(plan.format()));
                    for (Scanner scanner : scanners) {
                        scanner.evidence(table, property.field()).ifPresent(evidence::merge);
                    }
                    ofTable.put(property.field(), new ValueType(evidence.type(), false));
                    columns.add(column(tables.get(table), property, evidence));
                }
            }
            types.add(ofTable);
        }
        return new Found(plan.withTypes(types), columns);
    }

    private List<PropertyField> properties(int table) {
        int nodeTables = plan.nodes().size();
        return table < nodeTables
                ? plan.nodes().get(table).properties()
                : plan.relationships().get(table - nodeTables).properties();
    }

    private Column column(Table table, PropertyField property, ColumnEvidence evidence) {
        return evidence.doubt()
                .map(doubt -> {
                    Path file = files.positions().file(doubt.position());
                    String place = (table.files().size() > 1 ? file.getFileName() + ", " : "") + "line "
                            + Positions.line(doubt.position());
                    String example = "'" + ErrorCollector.shown(doubt.text()) + "' (" + place + ")";
                    return new Column(table, property, evidence.type(), example, doubt.reason());
                })
                .orElseGet(() -> new Column(table, property, evidence.type(), "", ""));
    }

    /** Takes blocks from the queue until there are none. */
    private final class Scanner implements Runnable, BadCells {
        private final CsvFormat format = plan.format();
        private final RowSplitter splitter = new RowSplitter(format);
        private final ColumnParser parser = new ColumnParser(format);
        private final FieldTable rows = new FieldTable();
        private final int batchRows;
        private final Map<Integer, Map<Integer, ColumnEvidence>> evidence = new HashMap<>();

        Scanner(int batchRows) {
            this.batchRows = batchRows;
        }

        /** To be asked when all scanners have ended. */
        Optional<ColumnEvidence> evidence(int table, int field) {
            return Optional.ofNullable(evidence.getOrDefault(table, Map.of()).get(field));
        }

        @Override
        public void run() {
            try {
                WorkItem item = queue.take();
                while (item instanceof WorkItem.NodeRows work) {
                    scan(work.table(), work.file(), work.block(), work.header());
                    queue.release(work.block());
                    queue.finished();
                    item = queue.take();
                }
            } catch (Throwable failure) {
                // Handed to the producer, which throws it from the import.
                queue.fail(failure);
            }
        }

        private void scan(int table, TableFile file, CsvBlock block, boolean header) {
            Map<Integer, ColumnEvidence> columns = evidence.computeIfAbsent(table, this::columns);
            splitter.begin(
                    block, file.columnFields(), tables.get(table).fieldNames().size());
            if (header) {
                splitter.row();
            }
            do {
                splitter.split(rows, batchRows, this);
                columns.forEach((field, found) -> found.add(rows, field, format.quote()));
            } while (rows.rowCount() > 0);
        }

        private Map<Integer, ColumnEvidence> columns(int table) {
            Map<Integer, ColumnEvidence> columns = new TreeMap<>();
            tables.get(table).untypedFields().forEach(field -> columns.put(field, new ColumnEvidence(parser)));
            return columns;
        }

        @Override
        public void badField(FieldTable table, int row, int field, String expected) {
            // Fields are not parsed here.
        }

        @Override
        public void badRow(long line, String found, String expected) {
            // The import reports it.
        }
    }
}
