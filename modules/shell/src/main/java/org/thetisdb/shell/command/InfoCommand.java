package org.thetisdb.shell.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.CodeCacheDescription;
import org.thetisdb.Database;
import org.thetisdb.DatabaseDescription;
import org.thetisdb.LogReplay;
import org.thetisdb.io.PageCacheCounters;
import org.thetisdb.shell.argument.Arguments;
import org.thetisdb.shell.argument.DatabaseArguments;
import org.thetisdb.shell.argument.Opening;
import org.thetisdb.shell.output.CellText;
import org.thetisdb.shell.output.Figures;
import org.thetisdb.shell.output.Output;

/** {@code thetis info}: what a database holds, and how. */
public final class InfoCommand {
    private final Output output;

    public InfoCommand(Output output) {
        this.output = output;
    }

    public int run(List<String> words) {
        Arguments arguments = Arguments.parse("info", words, DatabaseArguments.with(), List.of());
        Path directory = Path.of(arguments.positional(0, "the database's directory"));
        arguments.requireAtMost(1);
        try (Database database = Opening.toRead(directory, DatabaseArguments.read(arguments))) {
            DatabaseDescription description = database.describe();
            head(description, database);
            print(description, database.counters());
            output.println("").println("Memory");
            database.memory().lines().forEach(line -> output.println("  " + line));
            database.codeCache().ifPresent(this::codeCache);
        }
        return 0;
    }

    private void head(DatabaseDescription store, Database database) {
        output.println("database       " + store.directory());
        output.println("id             " + store.databaseId() + ", format version " + store.formatVersion()
                + ", revision " + database.revision());
        output.println("data files     " + store.files().size() + " with " + Figures.bytes(store.fileBytes())
                + ", in pages of "
                + Figures.bytes(store.pageBytes()) + ", for the newest and "
                + Figures.counted(store.earlierRootCount(), "earlier root"));
        LogReplay replayed = database.replayed();
        output.println("log            " + Figures.counted(replayed.records(), "record") + " ("
                + Figures.bytes(replayed.bytes()) + ") replayed by opening");
        if (database.revision() > store.revision()) {
            boolean one = database.revision() == store.revision() + 1;
            output.println("the following  without what "
                    + (one ? "revision " : "revisions " + (store.revision() + 1) + " to ") + database.revision()
                    + " changed, which " + (one ? "waits" : "wait") + " in the log for the next checkpoint");
        }
    }

    private void print(DatabaseDescription store, PageCacheCounters counters) {
        output.println("nodes          " + Figures.grouped(store.nodeCount()) + " in "
                + Figures.counted(store.chunkCount(), "chunk"));
        output.println("relationships  " + Figures.grouped(store.relationshipCount()));
        counts("Nodes by label", store.labels());
        counts("Relationships by type", store.types());
        sizes(store);
        files(store);
        columns(store.columns());
        indexes(store.indexes());
        output.println("").println("Page cache");
        store.pageCache().lines().forEach(line -> output.println("  " + line));
        output.println("  hits: " + Figures.grouped(counters.hits()) + ", misses: "
                + Figures.grouped(counters.misses()) + ", read: " + Figures.bytes(counters.bytesRead())
                + ", evictions: "
                + Figures.grouped(counters.evictions()) + ", resident: " + Figures.bytes(counters.residentBytes()));
        output.println("  read ahead: " + Figures.grouped(counters.readAhead()) + ", used: "
                + Figures.grouped(counters.readAheadUsed()) + ", left unused: "
                + Figures.grouped(counters.readAheadUnused()));
    }

    private void codeCache(CodeCacheDescription cache) {
        output.println("").println("Code cache");
        output.println("  directory: " + cache.directory());
        output.println("  files: " + Figures.grouped(cache.fileCount()) + " with " + Figures.bytes(cache.bytes())
                + " of " + Figures.bytes(cache.bytesMax()));
        output.println("  loops: " + Figures.grouped(cache.fasterCount()) + " faster than the interpreter, "
                + Figures.grouped(cache.slowerCount()) + " slower, " + Figures.grouped(cache.refusedCount())
                + " refused");
        if (cache.unusableCount() > 0) {
            output.println("  of another Thetis or JDK, or damaged: " + Figures.counted(cache.unusableCount(), "file"));
        }
    }

    private void counts(String title, Map<String, Long> counts) {
        List<List<String>> rows = new ArrayList<>();
        counts.forEach((name, count) -> rows.add(List.of(name, Figures.grouped(count))));
        section(title, rows, 1);
    }

    private void files(DatabaseDescription store) {
        List<List<String>> rows = new ArrayList<>();
        store.files()
                .forEach(file -> rows.add(List.of(
                        file.name(),
                        Figures.bytes(file.bytes()),
                        share(file.liveBytes(), Math.max(1, file.bytes())) + " live")));
        section("Data files", rows, 1, 2);
    }

    private void sizes(DatabaseDescription store) {
        List<List<String>> rows = new ArrayList<>();
        store.structureBytes()
                .forEach((name, size) ->
                        rows.add(List.of(name, Figures.bytes(size), share(size, Math.max(1, store.fileBytes())))));
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
                        .append(Figures.grouped(encoding.getValue().segmentCount()))
                        .append(" (")
                        .append(Figures.bytes(encoding.getValue().bytes()))
                        .append(")");
            }
            String owner = column.owner().isEmpty() ? "" : "[:" + column.owner() + "].";
            rows.add(List.of(
                    owner + column.propertyKey(),
                    Figures.grouped(column.valueCount()),
                    Figures.bytes(size),
                    encodings.toString()));
        }
        section("Columns", rows, 1, 2);
    }

    private void indexes(List<DatabaseDescription.Index> indexes) {
        List<List<String>> rows = new ArrayList<>();
        for (DatabaseDescription.Index index : indexes) {
            rows.add(List.of(
                    ":" + index.label() + "(" + index.propertyKey() + ")",
                    Figures.grouped(index.entryCount()),
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
}
