package org.thetisdb.shell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.Database;
import org.thetisdb.DatabaseDescription;
import org.thetisdb.LogReplay;
import org.thetisdb.io.PageCacheCounters;

/** {@code thetis info}: what a database holds, and how. */
final class InfoCommand {
    private final Output output;

    InfoCommand(Output output) {
        this.output = output;
    }

    int run(List<String> words) {
        Arguments arguments = Arguments.parse("info", words, DatabaseArguments.with(), List.of());
        Path directory = Path.of(arguments.positional(0, "the database's directory"));
        arguments.requireAtMost(1);
        try (Database database = Opening.toRead(directory, DatabaseArguments.read(arguments))) {
            DatabaseDescription description = database.describe();
            head(description, database);
            print(description, database.counters());
        }
        return 0;
    }

    private void head(DatabaseDescription store, Database database) {
        output.println("database       " + store.directory());
        output.println("id             " + store.databaseId() + ", format version " + store.formatVersion()
                + ", revision " + database.revision());
        output.println("data files     " + store.files().size() + " with " + bytes(store.fileBytes()) + ", in pages of "
                + bytes(store.pageBytes()) + ", for the newest and "
                + Counted.of(store.earlierRootCount(), "earlier root"));
        LogReplay replayed = database.replayed();
        output.println("log            " + Counted.of(replayed.records(), "record") + " (" + bytes(replayed.bytes())
                + ") replayed by opening");
        if (database.revision() > store.revision()) {
            boolean one = database.revision() == store.revision() + 1;
            output.println("the following  without what "
                    + (one ? "revision " : "revisions " + (store.revision() + 1) + " to ") + database.revision()
                    + " changed, which " + (one ? "waits" : "wait") + " in the log for the next checkpoint");
        }
    }

    private void print(DatabaseDescription store, PageCacheCounters counters) {
        output.println("nodes          " + TableFormat.grouped(store.nodeCount()) + " in "
                + Counted.of(store.chunkCount(), "chunk"));
        output.println("relationships  " + TableFormat.grouped(store.relationshipCount()));
        counts("Nodes by label", store.labels());
        counts("Relationships by type", store.types());
        sizes(store);
        files(store);
        columns(store.columns());
        indexes(store.indexes());
        output.println("").println("Page cache");
        store.pageCache().lines().forEach(line -> output.println("  " + line));
        output.println("  hits: " + TableFormat.grouped(counters.hits()) + ", misses: "
                + TableFormat.grouped(counters.misses()) + ", read: " + bytes(counters.bytesRead()) + ", evictions: "
                + TableFormat.grouped(counters.evictions()) + ", resident: " + bytes(counters.residentBytes()));
    }

    private void counts(String title, Map<String, Long> counts) {
        List<List<String>> rows = new ArrayList<>();
        counts.forEach((name, count) -> rows.add(List.of(name, TableFormat.grouped(count))));
        section(title, rows, 1);
    }

    private void files(DatabaseDescription store) {
        List<List<String>> rows = new ArrayList<>();
        store.files()
                .forEach(file -> rows.add(List.of(
                        file.name(),
                        bytes(file.bytes()),
                        share(file.liveBytes(), Math.max(1, file.bytes())) + " live")));
        section("Data files", rows, 1, 2);
    }

    private void sizes(DatabaseDescription store) {
        List<List<String>> rows = new ArrayList<>();
        store.structureBytes()
                .forEach((name, size) ->
                        rows.add(List.of(name, bytes(size), share(size, Math.max(1, store.fileBytes())))));
        section("Bytes by structure", rows, 1, 2);
    }

    private void columns(List<DatabaseDescription.Column> columns) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("property", "values", "size", "segments by encoding"));
        for (DatabaseDescription.Column column : columns) {
            long size = 0;
            StringBuilder encodings = new StringBuilder();
            for (Map.Entry<String, DatabaseDescription.Usage> encoding :
                    column.encodings().entrySet()) {
                size += encoding.getValue().bytes();
                encodings.append(encodings.isEmpty() ? "" : ", ");
                encodings
                        .append(encoding.getKey())
                        .append(" × ")
                        .append(TableFormat.grouped(encoding.getValue().segmentCount()))
                        .append(" (")
                        .append(bytes(encoding.getValue().bytes()))
                        .append(")");
            }
            String owner = column.owner().isEmpty() ? "" : "[:" + column.owner() + "].";
            rows.add(List.of(
                    owner + column.propertyKey(),
                    TableFormat.grouped(column.valueCount()),
                    bytes(size),
                    encodings.toString()));
        }
        section("Columns", rows, 1, 2);
    }

    private void indexes(List<DatabaseDescription.Index> indexes) {
        List<List<String>> rows = new ArrayList<>();
        for (DatabaseDescription.Index index : indexes) {
            rows.add(List.of(
                    ":" + index.label() + "(" + index.propertyKey() + ")",
                    TableFormat.grouped(index.entryCount()),
                    index.unique() ? "unique" : ""));
        }
        section("Indexes", rows, 1);
    }

    /** Aligned columns; those listed are numbers, aligned to the right. */
    private void section(String title, List<List<String>> rows, int... numberColumns) {
        if (rows.isEmpty()) {
            return;
        }
        int[] widths = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int index = 0; index < widths.length; index++) {
                widths[index] = Math.max(widths[index], CellText.width(row.get(index)));
            }
        }
        output.println("").println(title);
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(" ");
            for (int index = 0; index < widths.length; index++) {
                int blanks = widths[index] - CellText.width(row.get(index));
                boolean number = false;
                for (int numberColumn : numberColumns) {
                    number |= numberColumn == index;
                }
                line.append(index == 0 ? " " : "  ");
                line.repeat(' ', number ? blanks : 0).append(row.get(index)).repeat(' ', number ? 0 : blanks);
            }
            output.println(line.toString().stripTrailing());
        }
    }

    private static String share(long part, long whole) {
        long tenths = Math.round(part * 1000.0 / whole);
        return tenths / 10 + "." + tenths % 10 + " %";
    }

    /** A size with one digit behind the point. */
    static String bytes(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        int shift = bytes >= 1L << 30 ? 30 : bytes >= 1L << 20 ? 20 : 10;
        long tenths = Math.round(bytes * 10.0 / (1L << shift));
        String unit = shift == 30 ? " GiB" : shift == 20 ? " MiB" : " KiB";
        return TableFormat.grouped(tenths / 10) + (tenths % 10 == 0 ? "" : "." + tenths % 10) + unit;
    }
}
