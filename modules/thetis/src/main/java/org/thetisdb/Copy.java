package org.thetisdb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.thetisdb.cypher.syntax.CopyTree;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.SourceText;
import org.thetisdb.engine.TransactionSteps;
import org.thetisdb.engine.query.MissingParameters;
import org.thetisdb.importer.rows.CsvRowFile;
import org.thetisdb.importer.rows.JsonRowFile;
import org.thetisdb.importer.rows.RowFile;
import org.thetisdb.io.FileSystem;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** One run of COPY. Belongs to the session's thread, but for {@link #cancel}. */
final class Copy {
    private static final String COUNT = "RETURN $rows AS rows";

    private final Session session;
    private final CopyTree tree;
    private final SourceText source;
    private final Map<String, ?> parameters;
    private volatile boolean cancelled;
    private volatile Result read;
    private volatile long rowCount;

    /** What this run has changed. */
    private Counters counters = Counters.NONE;

    Copy(Session session, CopyTree tree, String text, Map<String, ?> parameters) {
        this.session = session;
        this.tree = tree;
        this.source = new SourceText(text);
        this.parameters = parameters;
    }

    /** Any thread. */
    void cancel() {
        cancelled = true;
        Result current = read;
        if (current != null) {
            current.cancel();
        }
    }

    /** How many rows were copied so far; any thread. */
    long rowCount() {
        return rowCount;
    }

    private void checkCancelled() {
        if (cancelled) {
            throw new ThetisException(ErrorCode.QUERY_CANCELLED, "COPY was cancelled; nothing has been changed");
        }
    }

    /** Runs it to its end; returns a result of one row with the number of rows that were copied. */
    Result run() {
        try {
            return copied();
        } catch (ThetisException failure) {
            boolean again = failure.code().category() == ErrorCode.Category.TRANSIENT;
            throw again ? failure : failure.placed(source.position(tree.file().offset()));
        }
    }

    private Result copied() {
        return tree instanceof CopyTree.FromQuery query ? toFile(query) : session.runAlone(this::fromFile);
    }

    private Result toFile(CopyTree.FromQuery copy) {
        String query =
                blank(source.text().substring(0, copy.start())) + source.text().substring(copy.start(), copy.end());
        if (session.needs(query).writes()) {
            throw source.error(
                    ErrorCode.SEMANTIC,
                    copy.start(),
                    "COPY … TO takes a query that only reads; write first, then copy");
        }
        String place = place();
        Path file = files().resolve(place);
        long count = RowOutput.write(
                () -> read(query),
                fileSystem(),
                () -> files().resolve(place),
                format(file),
                copy.options(),
                session.database().runOptions().random(),
                copied -> rowCount = copied);
        Result copied = session.run(COUNT, Map.of("rows", count));
        copied.inherit(read.summary().notifications());
        return copied;
    }

    private Result read(String query) {
        Result rows = session.run(query, parameters);
        read = rows;
        try {
            checkCancelled();
            return rows;
        } catch (ThetisException cancelling) {
            rows.close();
            throw cancelling;
        }
    }

    private Result fromFile(AutoCommit transactions) {
        Path file = files().resolveExisting(place());
        counters = Counters.NONE;
        long count;
        if (tree instanceof CopyTree.IntoGraph) {
            CopyGraph graph = new CopyGraph(file);
            count = eachBatch(file, batch -> graph.noteMade(writeAll(graph.nodes(batch), transactions)));
            if (graph.hasRelationships()) {
                eachBatch(file, batch -> writeAll(graph.relationships(batch), transactions));
            }
        } else {
            CopyWrites writes = new CopyWrites(tree);
            count = eachBatch(
                    file, batch -> writes.check(file, batch, writeAll(writes.writes(file, batch), transactions)));
        }
        Result result = write(COUNT, count, transactions);
        result.addCounters(counters);
        return result;
    }

    /** Goes through a file from its beginning to its end, and returns how many rows it has. */
    private long eachBatch(Path file, Consumer<List<RowFile.Row>> writer) {
        long count = 0;
        try (RowFile rows = open(file)) {
            session.enter(this);
            for (List<RowFile.Row> batch = rows.next(); !batch.isEmpty(); batch = rows.next()) {
                checkCancelled();
                writer.accept(batch);
                count += batch.size();
                // The second way through a file tells nothing new.
                rowCount = Math.max(rowCount, count);
                session.enter(this);
            }
        }
        return count;
    }

    /** Runs the statements and returns all that they returned. */
    private List<Record> writeAll(List<CopyWrites.Write> writes, AutoCommit transactions) {
        List<Record> written = new ArrayList<>();
        for (CopyWrites.Write each : writes) {
            Result done = write(each.statement(), each.rows(), transactions);
            written.addAll(done.records());
            counters = counters.plus(done.counters());
        }
        return written;
    }

    private Result write(String statement, Object rows, AutoCommit transactions) {
        try {
            return session.write(
                    Optional.empty(), statement, Map.of("rows", rows), transactions::current, TransactionSteps.NONE);
        } catch (ThetisException failure) {
            // A place in a statement that COPY wrote means nothing to the user.
            throw failure.withoutPosition();
        }
    }

    private RowFile open(Path file) {
        CopyTree.Options options = tree.options();
        boolean csv = format(file) == CopyTree.Format.CSV;
        if (csv && tree instanceof CopyTree.IntoGraph) {
            throw source.error(
                    ErrorCode.INVALID_ARGUMENT,
                    tree.file().offset(),
                    "whole nodes and relationships are copied from JSON lines; for CSV write COPY Label FROM");
        }
        return csv
                ? new CsvRowFile(
                        fileSystem(),
                        file,
                        (byte) options.delimiter(),
                        options.header(),
                        options.types(),
                        options.columns())
                : new JsonRowFile(fileSystem(), file, options.columns());
    }

    /** As long as the text and with the same lines, so that places of errors stay what they are. */
    private static String blank(String text) {
        StringBuilder blanks = new StringBuilder(text.length());
        for (int index = 0; index < text.length(); index++) {
            char unit = text.charAt(index);
            blanks.append(unit == '\n' || unit == '\r' ? unit : ' ');
        }
        return blanks.toString();
    }

    private LocalFiles files() {
        return session.database().files();
    }

    private FileSystem fileSystem() {
        return session.database().fileSystem();
    }

    /** The place of the file as the query has it. */
    private String place() {
        Object place = tree.file() instanceof ExpressionTree.Literal literal
                ? literal.value().orElseThrow()
                : parameter(((ExpressionTree.Parameter) tree.file()).name());
        if (!(place instanceof String text) || text.isEmpty()) {
            throw new ThetisException(
                    ErrorCode.INVALID_PARAMETER, "the place of a file is a string and not empty: value=" + place);
        }
        return text;
    }

    private Object parameter(String name) {
        if (!parameters.containsKey(name)) {
            throw MissingParameters.error(List.of(name))
                    .at(source.position(tree.file().offset()));
        }
        return parameters.get(name);
    }

    private CopyTree.Format format(Path file) {
        if (tree.options().format().isPresent()) {
            return tree.options().format().get();
        }
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        String plain = name.replaceFirst("\\.(gz|zst)$", "");
        if (plain.endsWith(".csv")) {
            return CopyTree.Format.CSV;
        }
        if (plain.endsWith(".jsonl") || plain.endsWith(".ndjson")) {
            return CopyTree.Format.JSON_LINES;
        }
        throw new ThetisException(
                ErrorCode.INVALID_ARGUMENT,
                "the file's name does not tell its format: file=" + file
                        + "; end it with .csv or .jsonl, or write (FORMAT csv) or (FORMAT jsonl)");
    }
}
