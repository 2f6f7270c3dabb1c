package org.thetisdb.postgresql.connection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.Result;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.sql.PreparedQuery;
import org.thetisdb.postgresql.sql.QueryContext;
import org.thetisdb.postgresql.sql.QueryPlanner;
import org.thetisdb.postgresql.statement.Statement;
import org.thetisdb.postgresql.statement.StatementParser;
import org.thetisdb.postgresql.statement.StatementSplitter;
import org.thetisdb.postgresql.type.PgType;
import org.thetisdb.postgresql.type.ResultColumn;
import org.thetisdb.value.ThetisException;

/** What one client has: its transaction, settings, statements and portals; runs what it asks for. */
final class ClientSession {
    private final ConnectionTerms terms;
    private final String user;
    private final String databaseName;
    private final Settings settings;
    private final TransactionState transaction;
    private final Responses responses;
    private final KeptNames names = new KeptNames();
    private final BlockCommands blocks;
    private final SettingCommands setter;

    /** What was fetched from last, and may be again. */
    private Optional<Portal> fetched = Optional.empty();

    /** Set by others; looked at between two rows. */
    private volatile boolean cancelled;

    /** Odd while the client waits for answers, which can be cancelled; even while the server waits for the client. */
    private volatile long turn;

    ClientSession(ConnectionTerms terms, String user, String databaseName, Settings settings, Responses responses) {
        this.terms = terms;
        this.user = user;
        this.databaseName = databaseName;
        this.settings = settings;
        this.responses = responses;
        this.transaction = new TransactionState(terms.database());
        this.blocks = new BlockCommands(transaction, names, responses);
        this.setter = new SettingCommands(settings, transaction, responses);
    }

    KeptNames names() {
        return names;
    }

    Settings settings() {
        return settings;
    }

    TransactionState transaction() {
        return transaction;
    }

    /** Which turn it is; any thread. */
    long turn() {
        return turn;
    }

    /** Asks what runs in a turn to end; any thread. False if that turn is over, or nothing runs in it. */
    boolean cancel(long ofTurn) {
        if (turn != ofTurn || ofTurn % 2 == 0) {
            return false;
        }
        cancelled = true;
        transaction.cancel();
        return turn == ofTurn;
    }

    /** The client has said something; does nothing if it has before, in the same turn. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes, others read.
    void enter() {
        if (turn % 2 == 0) {
            cancelled = false;
            turn++;
        }
    }

    /** The client is told that it is its turn. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes, others read.
    void leave() {
        turn += turn % 2;
    }

    void close() {
        names.closeAll();
        transaction.close();
    }

    /** Reads a statement. */
    Prepared prepare(String text, Optional<StatementSplitter.Part> part, List<PgType> types) {
        Statement statement =
                part.map(words -> StatementParser.parse(text, words)).orElseGet(Statement.Empty::new);
        requireUsable(statement);
        Optional<PreparedQuery> query = queryOf(statement)
                .map(found -> new QueryPlanner(terms.catalog(), context())
                        .plan(found.text(), found.tag(), found.offset(), types));
        return new Prepared(
                text, statement, query, query.map(PreparedQuery::parameters).orElse(List.of()));
    }

    private QueryContext context() {
        return new QueryContext(user, databaseName, settings.zone(), settings.all());
    }

    private static Optional<Statement.Query> queryOf(Statement statement) {
        return switch (statement) {
            case Statement.Query query -> Optional.of(query);
            case Statement.Declare declare -> Optional.of(declare.query());
            case Statement.Copy copy -> Optional.of(copy.query());
            case Statement.Explain explain -> Optional.of(explain.query());
            default -> Optional.empty();
        };
    }

    private void requireUsable(Statement statement) {
        boolean ends = statement instanceof Statement.Commit
                || statement instanceof Statement.Rollback
                || statement instanceof Statement.RollbackTo;
        if (transaction.isFailed() && !ends) {
            throw PostgresFailure.of(
                    SqlState.FAILED_TRANSACTION,
                    "current transaction is aborted, commands ignored until end of transaction block");
        }
    }

    /** The columns of the rows that a statement gives; empty if it gives none. */
    Optional<List<ResultColumn>> columns(Prepared prepared) {
        return switch (prepared.statement()) {
            case Statement.Query query ->
                prepared.query().map(PreparedQuery::columns).filter(columns -> query.isSelect() || !columns.isEmpty());
            case Statement.Show show
            when show.name().equals("all") ->
                Optional.of(List.of(
                        ResultColumn.of("name", PgType.TEXT),
                        ResultColumn.of("setting", PgType.TEXT),
                        ResultColumn.of("description", PgType.TEXT)));
            case Statement.Show show -> Optional.of(List.of(ResultColumn.of(show.name(), PgType.TEXT)));
            case Statement.Explain explain ->
                Optional.of(List.of(ResultColumn.of("QUERY PLAN", explain.json() ? PgType.JSON : PgType.TEXT)));
            case Statement.Fetch fetch
            when !fetch.move() -> names.find(fetch.cursor()).flatMap(Portal::columns);
            default -> Optional.empty();
        };
    }

    /** Runs a portal, or goes on with it; gives whether it is at its end. */
    boolean execute(Portal portal, long rowsMax) throws IOException {
        Prepared prepared = portal.prepared();
        requireUsable(prepared.statement());
        if (portal.columns().isEmpty()) {
            return command(portal);
        }
        if (prepared.statement() instanceof Statement.Fetch fetch) {
            long count = fetch(fetch, portal);
            responses.complete("FETCH " + count);
            return true;
        }
        open(portal);
        long count = write(portal, portal, rowsMax);
        if (rowsMax > 0 && count == rowsMax) {
            return false;
        }
        portal.finish();
        responses.complete(
                prepared.statement() instanceof Statement.Query query
                        ? query.tag(count)
                        : prepared.statement().tag());
        return true;
    }

    private void open(Portal portal) {
        if (portal.rows().isEmpty() && !portal.isDone()) {
            portal.open(rows(portal.prepared(), portal.arguments()));
        }
    }

    /** Writes rows of one portal, in the formats of another; all if there is no limit. */
    private long write(Portal source, Portal target, long rowsMax) throws IOException {
        if (source.rows().isEmpty()) {
            return 0;
        }
        RowSource rows = source.rows().get();
        RowsAhead ahead = source.ahead().orElseThrow();
        RowsAhead.Form form = new RowsAhead.Form(target.formats(), settings.zone());
        RowWriter writer =
                new RowWriter(responses.writer(), source.columns().orElseThrow(), target::format, settings.zone());
        long most = rowsMax <= 0 ? Long.MAX_VALUE : rowsMax;
        long startNanos = System.nanoTime();
        requireNotCancelled();
        long count = ahead.write(writer, responses.writer(), form, most);
        while (count < most && advance(source, rows)) {
            writer.row(rows.next());
            count++;
        }
        if (count == most) {
            ahead.expect(count, System.nanoTime() - startNanos, form);
            fetched = Optional.of(source);
        }
        return count;
    }

    /** Whether there is something to be done while the client says nothing. */
    boolean wantsToReadAhead() {
        return fetched.flatMap(Portal::ahead).filter(RowsAhead::isWanted).isPresent();
    }

    /** Does some of that. */
    void readAhead() throws IOException {
        Portal source = fetched.orElseThrow();
        RowsAhead ahead = source.ahead().orElseThrow();
        RowSource rows = source.rows().orElseThrow();
        transaction.tryAhead(() -> readAhead(ahead, rows, source.prepared())).ifPresent(ahead::fail);
    }

    private static void readAhead(RowsAhead ahead, RowSource rows, Prepared prepared) throws IOException {
        try {
            ahead.read(rows);
        } catch (ThetisException failure) {
            throw placed(failure, prepared);
        }
    }

    private boolean advance(Portal source, RowSource rows) {
        requireNotCancelled();
        try {
            return rows.hasNext();
        } catch (ThetisException failure) {
            throw placed(failure, source.prepared());
        }
    }

    private void requireNotCancelled() {
        if (cancelled) {
            throw PostgresFailure.of(SqlState.QUERY_CANCELED, "canceling statement due to user request");
        }
    }

    private static PostgresFailure placed(ThetisException failure, Prepared prepared) {
        return PostgresFailure.of(
                failure,
                offset -> prepared.query()
                        .map(query -> query.offsets().applyAsInt(offset))
                        .orElse(-1));
    }

    private RowSource rows(Prepared prepared, List<@Nullable Object> arguments) {
        return switch (prepared.statement()) {
            case Statement.Show show -> new RowSource.OfList(show(show).iterator());
            case Statement.Explain explain -> explain(explain, prepared, arguments);
            default -> new RowSource.OfResult(run(prepared, arguments, ""));
        };
    }

    private List<List<@Nullable Object>> show(Statement.Show show) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        if (show.name().equals("all")) {
            settings.all().forEach((name, value) -> rows.add(List.of(name, value, "")));
        } else if (show.name().equals("transaction_isolation")) {
            rows.add(List.of(transaction.isolation()));
        } else {
            rows.add(List.of(settings.get(show.name())));
        }
        return rows;
    }

    private RowSource explain(Statement.Explain explain, Prepared prepared, List<@Nullable Object> arguments) {
        String plan;
        try (Result result = run(prepared, arguments, explain.analyze() ? "PROFILE " : "EXPLAIN ")) {
            result.consume();
            plan = result.plan().orElse("");
        }
        return new RowSource.OfList(ExplainText.rows(plan, explain.json()).iterator());
    }

    private Result run(Prepared prepared, List<@Nullable Object> arguments, String prefix) {
        PreparedQuery query = prepared.query().orElseThrow();
        Map<String, @Nullable Object> parameters = new HashMap<>(query.constants());
        // A statement may have been prepared when the client had another zone.
        parameters.computeIfPresent(
                PreparedQuery.ZONE, (_, _) -> settings.zone().getId());
        for (int index = 0; index < arguments.size(); index++) {
            parameters.put("p" + (index + 1), arguments.get(index));
        }
        if (query.mapParameter().isPresent()) {
            Object map = arguments.get(query.mapParameter().getAsInt());
            if (map instanceof Map<?, ?> entries) {
                entries.forEach((name, value) -> parameters.put(String.valueOf(name), value));
            }
        }
        query.nullParameters().forEach(index -> {
            if (arguments.get(index) != null) {
                throw PostgresFailure.of(
                        SqlState.GENERATED_ALWAYS, "cannot insert a non-DEFAULT value into column \"_id\"");
            }
        });
        requireNotCancelled();
        try {
            return transaction.run(prefix + query.cypher(), parameters);
        } catch (ThetisException failure) {
            throw PostgresFailure.of(failure, offset -> query.offsets().applyAsInt(offset - prefix.length()));
        }
    }

    /** A change without rows; gives how many it has changed. */
    private long change(Portal portal) {
        if (portal.isDone()) {
            throw PostgresFailure.of(SqlState.OBJECT_NOT_IN_STATE, "portal cannot be run: it has been already");
        }
        Prepared prepared = portal.prepared();
        try (Result result = run(prepared, portal.arguments(), "")) {
            portal.finish();
            return (long) Objects.requireNonNull(result.single().values().getFirst());
        } catch (ThetisException failure) {
            throw placed(failure, prepared);
        }
    }

    private long fetch(Statement.Fetch fetch, Portal target) throws IOException {
        Portal source = names.portal(fetch.cursor());
        if (fetch.rowsMax() == 0) {
            return 0;
        }
        open(source);
        long count = write(source, target, fetch.rowsMax() == Long.MAX_VALUE ? 0 : fetch.rowsMax());
        if (fetch.rowsMax() == Long.MAX_VALUE || count < fetch.rowsMax()) {
            source.finish();
        }
        return count;
    }

    private long move(Statement.Fetch fetch) {
        Portal source = names.portal(fetch.cursor());
        open(source);
        long count = source.ahead().map(ahead -> ahead.skip(fetch.rowsMax())).orElse(0L);
        while (source.rows().isPresent()
                && count < fetch.rowsMax()
                && advance(source, source.rows().get())) {
            source.rows().get().next();
            count++;
        }
        return count;
    }

    /** What gives no rows. */
    private boolean command(Portal portal) throws IOException {
        Prepared prepared = portal.prepared();
        Statement statement = prepared.statement();
        String tag = statement.tag();
        switch (statement) {
            case Statement.Empty _ -> {
                responses.plain('I');
                return true;
            }
            case Statement.Begin begin -> blocks.begin(begin);
            case Statement.Commit _ -> tag = blocks.commit() ? tag : "ROLLBACK";
            case Statement.Rollback _ -> blocks.rollback();
            case Statement.Savepoint save -> blocks.save(save.name());
            case Statement.Release release -> blocks.release(release.name());
            case Statement.RollbackTo back -> blocks.rollbackTo(back.name());
            case Statement.Set set -> setter.set(set.name(), set.value());
            case Statement.SetTransaction set -> blocks.set(set);
            case Statement.Reset reset -> setter.reset(reset.name());
            case Statement.Discard discard -> discard(discard);
            case Statement.Deallocate deallocate -> deallocate(deallocate);
            case Statement.Declare declare -> declare(declare, prepared, portal.arguments());
            case Statement.CloseCursor close -> closeCursor(close);
            case Statement.Fetch fetch when fetch.move() -> tag = "MOVE " + move(fetch);
            case Statement.Fetch fetch -> names.portal(fetch.cursor());
            case Statement.Copy copy -> tag = "COPY " + copy(copy, prepared, portal.arguments());
            case Statement.Query query -> tag = query.tag(change(portal));
            case Statement.Show _, Statement.Explain _ ->
                throw new IllegalStateException("it gives rows: " + statement);
        }
        responses.complete(tag);
        return true;
    }

    private void discard(Statement.Discard discard) throws IOException {
        if (discard.all()) {
            blocks.requireNone("DISCARD ALL");
            names.closeAll();
            names.forgetAll();
            setter.reset(Optional.empty());
        }
    }

    private void deallocate(Statement.Deallocate deallocate) {
        if (deallocate.name().isEmpty()) {
            names.forgetAll();
        } else {
            names.statement(deallocate.name().get());
            names.forget(deallocate.name().get());
        }
    }

    private void declare(Statement.Declare declare, Prepared prepared, List<@Nullable Object> arguments) {
        if (declare.scroll()) {
            throw PostgresFailure.unsupported("a SCROLL cursor");
        }
        if (declare.hold() && transaction.isInBlock()) {
            throw PostgresFailure.unsupported("a cursor WITH HOLD in a transaction block");
        }
        if (!declare.hold() && !transaction.isExplicit()) {
            throw PostgresFailure.of(
                    SqlState.NO_ACTIVE_TRANSACTION, "DECLARE CURSOR can only be used in transaction blocks");
        }
        if (names.find(declare.cursor()).isPresent()) {
            throw PostgresFailure.of(SqlState.DUPLICATE_CURSOR, "cursor \"" + declare.cursor() + "\" already exists");
        }
        Prepared query = new Prepared(prepared.text(), declare.query(), prepared.query(), prepared.parameters());
        Portal portal = new Portal(query, arguments, List.of(), columns(query));
        open(portal);
        if (declare.hold()) {
            portal.hold();
        }
        names.bind(declare.cursor(), portal);
    }

    private void closeCursor(Statement.CloseCursor close) {
        if (close.cursor().isPresent()) {
            names.portal(close.cursor().get());
            names.closePortal(close.cursor().get());
        } else {
            names.closeCursors();
        }
    }

    private long copy(Statement.Copy copy, Prepared prepared, List<@Nullable Object> arguments) throws IOException {
        List<ResultColumn> columns = prepared.query().orElseThrow().columns();
        Prepared query = new Prepared(prepared.text(), copy.query(), prepared.query(), prepared.parameters());
        Portal source = new Portal(query, arguments, List.of(), Optional.of(columns));
        long count = 0;
        try {
            open(source);
            RowWriter writer = new RowWriter(responses.writer(), columns, _ -> 0, settings.zone());
            responses.writer().begin('H').int8(0).int16(columns.size());
            columns.forEach(_ -> responses.writer().int16(0));
            responses.writer().end();
            if (copy.options().header()) {
                writer.copyHeader(copy.options());
            }
            RowSource rows = source.rows().orElseThrow();
            while (advance(source, rows)) {
                writer.copyRow(rows.next(), copy.options());
                count++;
            }
            responses.plain('c');
        } finally {
            source.close();
        }
        return count;
    }

    /** What a failure of any kind is for the client. */
    static PostgresFailure failure(Throwable thrown) {
        return switch (thrown) {
            case PostgresFailure known -> known;
            case ThetisException failure -> PostgresFailure.of(failure, _ -> -1);
            case StackOverflowError _ ->
                PostgresFailure.of(SqlState.STATEMENT_TOO_COMPLEX, "the statement is nested too deeply");
            case OutOfMemoryError _ -> PostgresFailure.of(SqlState.OUT_OF_MEMORY, "out of memory");
            default ->
                PostgresFailure.of(
                        SqlState.INTERNAL_ERROR,
                        "a defect of Thetis, please report it with the statement: "
                                + String.valueOf(thrown).toLowerCase(Locale.ROOT));
        };
    }
}
