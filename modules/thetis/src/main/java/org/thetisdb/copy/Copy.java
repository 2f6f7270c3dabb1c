package org.thetisdb.copy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.syntax.CopyTree;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.SourceText;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.WriteCounters;
import org.thetisdb.engine.query.MissingParameters;
import org.thetisdb.file.LocalFiles;
import org.thetisdb.io.FileSystem;
import org.thetisdb.rows.CsvRowFile;
import org.thetisdb.rows.JsonRowFile;
import org.thetisdb.rows.RowFile;
import org.thetisdb.rows.RowOutput;
import org.thetisdb.session.AutoCommit;
import org.thetisdb.session.ResultCore;
import org.thetisdb.session.SessionCore;
import org.thetisdb.session.StatementText;
import org.thetisdb.session.Stoppable;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** One run of COPY. Belongs to the session's thread, but for {@link #cancel}. */
public final class Copy implements Stoppable {
    private static final String COUNT = "RETURN $rows AS rows";

    private final SessionCore session;
    private final CopyTree tree;
    private final SourceText source;
    private final Map<String, Object> parameters;

    /** Its time runs from the beginning to the end, for all statements that it runs. */
    private final StopSignal stop;

    private volatile boolean cancelled;

    /** What the query gives whose rows are copied to a file; null before, and where there is none. */
    private volatile @Nullable ResultCore read;

    private volatile long rowCount;

    /** What this run has changed. */
    private WriteCounters counters = WriteCounters.NONE;

    /** @param tree what the statement's text says */
    public Copy(SessionCore session, CopyTree tree, StatementText statement) {
        this.session = session;
        this.tree = tree;
        this.source = new SourceText(statement.text());
        this.parameters = statement.parameters();
        this.stop = new StopSignal(session.database().runOptions().timeoutNanos());
    }

    @Override
    public void cancel() {
        cancelled = true;
        ResultCore current = read;
        if (current != null) {
            current.cancel();
        }
    }

    /** How many rows were copied so far; any thread. */
    public long rowCount() {
        return rowCount;
    }

    private void checkCancelled() {
        if (cancelled) {
            throw new ThetisException(ErrorCode.QUERY_CANCELLED, "COPY was cancelled; nothing has been changed");
        }
        stop.checkpoint();
    }

    /** Runs it to its end; returns a result of one row with the number of rows that were copied. */
    public ResultCore run() {
        try {
            return copied();
        } catch (ThetisException failure) {
            boolean again = failure.code().category() == ErrorCode.Category.TRANSIENT;
            throw again ? failure : failure.placed(source.position(tree.file().offset()));
        }
    }

    private ResultCore copied() {
        return tree instanceof CopyTree.FromQuery query
                ? toFile(query)
                : session.runAlone(source.text(), this::fromFile);
    }

    private ResultCore toFile(CopyTree.FromQuery copy) {
        String query =
                blank(source.text().substring(0, copy.start())) + source.text().substring(copy.start(), copy.end());
        if (session.writes(query)) {
            throw source.error(
                    ErrorCode.SEMANTIC,
                    copy.start(),
                    "COPY … TO takes a query that only reads; write first, then copy");
        }
        String place = place();
        Path file = files().resolve(place);
        long count = RowOutput.write(
                () -> new ResultRows(read(query)),
                fileSystem(),
                () -> files().resolve(place),
                format(file),
                copy.options(),
                session.database().runOptions().random(),
                copied -> rowCount = copied);
        ResultCore copied = session.run(new StatementText(COUNT, Map.of("rows", count)));
        ResultCore rows = read;
        if (rows != null) {
            copied.inherit(rows.summary().notifications());
        }
        return copied;
    }

    private ResultCore read(String query) {
        ResultCore rows = session.run(new StatementText(query, parameters), EntityMaps.INSTANCE);
        read = rows;
        try {
            checkCancelled();
            return rows;
        } catch (ThetisException cancelling) {
            rows.close();
            throw cancelling;
        }
    }

    private ResultCore fromFile(AutoCommit transactions) {
        Path file = files().resolveExisting(place());
        counters = WriteCounters.NONE;
        long count;
        if (tree instanceof CopyTree.IntoGraph) {
            CopyGraph graph = new CopyGraph(file);
            count = eachBatch(file, transactions, batch -> graph.noteMade(writeAll(graph.nodes(batch), transactions)));
            if (graph.hasRelationships()) {
                eachBatch(file, transactions, batch -> writeAll(graph.relationships(batch), transactions));
            }
        } else {
            CopyWrites writes = new CopyWrites(tree);
            count = eachBatch(
                    file,
                    transactions,
                    batch -> writes.check(file, batch, writeAll(writes.writes(file, batch), transactions)));
        }
        ResultCore result = write(COUNT, count, transactions);
        result.addCounters(counters);
        return result;
    }

    /** Reads a file from beginning to end, and returns how many rows it has. */
    private long eachBatch(Path file, AutoCommit transactions, Consumer<List<RowFile.Row>> writer) {
        long count = 0;
        try (RowFile rows = open(file)) {
            transactions.turnTo(this);
            for (List<RowFile.Row> batch = rows.next(); !batch.isEmpty(); batch = rows.next()) {
                checkCancelled();
                writer.accept(batch);
                count += batch.size();
                // The second pass over a file brings no news.
                rowCount = Math.max(rowCount, count);
                transactions.turnTo(this);
            }
        }
        return count;
    }

    /** Runs the statements and returns all that they returned. */
    private List<Object[]> writeAll(List<CopyWrites.Write> writes, AutoCommit transactions) {
        List<Object[]> written = new ArrayList<>();
        for (CopyWrites.Write each : writes) {
            ResultCore done = write(each.statement(), each.rows(), transactions);
            written.addAll(done.takeRows());
            counters = counters.plus(done.counters());
        }
        return written;
    }

    private ResultCore write(String statement, Object rows, AutoCommit transactions) {
        try {
            return session.write(new StatementText(statement, Map.of("rows", rows)), transactions);
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

    /** As long as the text and with the same lines, so that places of errors stay the same. */
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
        return files().fileSystem();
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
                "the file's name does not show its format: file=" + file
                        + "; end it with .csv or .jsonl, or write (FORMAT csv) or (FORMAT jsonl)");
    }
}
