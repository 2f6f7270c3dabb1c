package org.thetisdb.postgresql.connection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.statement.StatementSplitter;
import org.thetisdb.postgresql.type.ParameterFormat;
import org.thetisdb.postgresql.type.PgType;
import org.thetisdb.postgresql.type.ResultColumn;
import org.thetisdb.postgresql.wire.Body;
import org.thetisdb.postgresql.wire.FrontendMessage;
import org.thetisdb.postgresql.wire.MessageReader;

/**
 * Answers messages until the client goes.
 *
 * <pre>
 *   Query                            ──► each statement: columns, rows, CommandComplete ──► ReadyForQuery
 *   Parse, Bind, Describe, Execute … ──► answers, until Sync ──► ReadyForQuery
 *        └ an error: all is skipped until Sync
 * </pre>
 */
final class Dispatcher {
    private final MessageReader reader;
    private final Responses responses;
    private final ClientSession session;
    private final int messageBytesMax;
    private boolean skipping;

    Dispatcher(MessageReader reader, Responses responses, ClientSession session, int messageBytesMax) {
        this.reader = reader;
        this.responses = responses;
        this.session = session;
        this.messageBytesMax = messageBytesMax;
    }

    /** Until the client goes, or a fatal error. */
    void run() throws IOException {
        boolean goesOn = true;
        while (goesOn) {
            goesOn = next();
        }
    }

    private boolean next() throws IOException {
        FrontendMessage message;
        while (session.wantsToReadAhead() && !reader.hasInput()) {
            session.readAhead();
        }
        try {
            message = reader.next(messageBytesMax);
        } catch (PostgresFailure broken) {
            fail(broken, "");
            if (broken.isFatal()) {
                responses.writer().send();
                return false;
            }
            if (reader.lastIsSimple()) {
                ready();
            }
            return true;
        }
        switch (message) {
            case FrontendMessage.Terminate _ -> {
                return false;
            }
            case FrontendMessage.Query query -> simple(query.text());
            case FrontendMessage.Sync _ -> ready();
            case FrontendMessage.Flush _ -> responses.writer().send();
            case FrontendMessage.StrayCopy _ -> {
                // The protocol wants them to be ignored.
            }
            case FrontendMessage.FunctionCall _ -> {
                fail(PostgresFailure.unsupported("the function call protocol"), "");
                ready();
            }
            case FrontendMessage.Password _ ->
                fail(PostgresFailure.of(SqlState.PROTOCOL_VIOLATION, "nobody has asked for a password"), "");
            default -> extended(message);
        }
        return true;
    }

    private void fail(PostgresFailure failure, String text) throws IOException {
        session.transaction().fail();
        responses.error(failure, text);
        skipping = true;
    }

    private void extended(FrontendMessage message) throws IOException {
        if (skipping) {
            return;
        }
        String text = "";
        session.enter();
        try {
            switch (message) {
                case FrontendMessage.Parse parse -> {
                    text = parse.text();
                    parse(parse);
                }
                case FrontendMessage.Bind bind -> bind(bind);
                case FrontendMessage.Describe describe -> describe(describe);
                case FrontendMessage.Execute execute -> {
                    Portal portal = session.names().portal(execute.portal());
                    text = portal.prepared().text();
                    if (!session.execute(portal, execute.rowsMax())) {
                        responses.plain('s');
                    }
                }
                case FrontendMessage.Close close -> close(close);
                default -> throw new IllegalStateException("not of the extended protocol: " + message);
            }
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError thrown) {
            fail(ClientSession.failure(thrown), text);
        }
    }

    private void parse(FrontendMessage.Parse parse) throws IOException {
        List<StatementSplitter.Part> parts = StatementSplitter.parts(parse.text());
        if (parts.size() > 1) {
            throw PostgresFailure.of(
                    SqlState.SYNTAX_ERROR, "cannot insert multiple commands into a prepared statement");
        }
        List<PgType> types = parse.types().stream()
                .map(oid -> oid == 0
                        ? PgType.UNKNOWN
                        : PgType.ofOid(oid)
                                .orElseThrow(() ->
                                        PostgresFailure.unsupported("a parameter of the type with number " + oid)))
                .toList();
        session.names()
                .keep(parse.name(), session.prepare(parse.text(), parts.stream().findFirst(), types));
        responses.plain('1');
    }

    private void bind(FrontendMessage.Bind bind) throws IOException {
        Prepared prepared = session.names().statement(bind.statement());
        int count = prepared.parameters().size();
        if (bind.values().size() != count) {
            throw PostgresFailure.of(
                    SqlState.PROTOCOL_VIOLATION,
                    "bind message supplies " + bind.values().size() + " parameters, but prepared statement \""
                            + bind.statement() + "\" requires " + count);
        }
        requireFormats(bind.formats(), count);
        List<@Nullable Object> arguments = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            arguments.add(argument(bind, index, prepared.parameters().get(index)));
        }
        Optional<List<ResultColumn>> columns = session.columns(prepared);
        requireFormats(bind.resultFormats(), columns.map(List::size).orElse(0));
        session.names().bind(bind.portal(), new Portal(prepared, arguments, bind.resultFormats(), columns));
        responses.plain('2');
    }

    private static void requireFormats(List<Integer> formats, int count) {
        if (formats.size() > 1 && formats.size() != count) {
            throw PostgresFailure.of(
                    SqlState.PROTOCOL_VIOLATION, "bind message has " + formats.size() + " formats for " + count);
        }
        if (formats.stream().anyMatch(format -> format != 0 && format != 1)) {
            throw PostgresFailure.of(SqlState.PROTOCOL_VIOLATION, "unsupported format code: formats=" + formats);
        }
    }

    private @Nullable Object argument(FrontendMessage.Bind bind, int index, PgType type) {
        Optional<byte[]> bytes = bind.values().get(index);
        if (bytes.isEmpty()) {
            return null;
        }
        int format =
                bind.formats().isEmpty() ? 0 : bind.formats().get(bind.formats().size() == 1 ? 0 : index);
        return format == 1
                ? ParameterFormat.ofBytes(type, bytes.get(), session.settings().zone())
                : ParameterFormat.ofText(
                        type, Body.decode(bytes.get()), session.settings().zone());
    }

    private void describe(FrontendMessage.Describe describe) throws IOException {
        if (describe.kind() == FrontendMessage.Kind.STATEMENT) {
            Prepared prepared = session.names().statement(describe.name());
            responses.parameterTypes(prepared.parameters());
            columns(session.columns(prepared), Optional.empty());
        } else {
            Portal portal = session.names().portal(describe.name());
            columns(portal.columns(), Optional.of(portal));
        }
    }

    private void columns(Optional<List<ResultColumn>> columns, Optional<Portal> portal) throws IOException {
        if (columns.isEmpty()) {
            responses.plain('n');
        } else {
            responses.columns(
                    columns.get(),
                    index -> portal.map(each -> each.format(index)).orElse(0));
        }
    }

    private void close(FrontendMessage.Close close) throws IOException {
        if (close.kind() == FrontendMessage.Kind.STATEMENT) {
            session.names().forget(close.name());
        } else {
            session.names().closePortal(close.name());
        }
        responses.plain('3');
    }

    private void ready() throws IOException {
        skipping = false;
        session.leave();
        if (!session.transaction().isInBlock()) {
            session.names().closePortals();
        }
        responses.ready(session.transaction().letter());
    }

    private void simple(String text) throws IOException {
        skipping = false;
        session.enter();
        try {
            List<StatementSplitter.Part> parts = StatementSplitter.parts(text);
            if (parts.isEmpty()) {
                responses.plain('I');
            }
            for (StatementSplitter.Part part : parts) {
                if (parts.size() > 1 && !session.transaction().isInBlock()) {
                    session.transaction().beginImplicit();
                }
                simple(text, part);
            }
            endImplicit(true);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError thrown) {
            fail(ClientSession.failure(thrown), text);
            endImplicit(false);
        }
        ready();
    }

    private void endImplicit(boolean good) {
        if (session.transaction().isInBlock() && !session.transaction().isExplicit()) {
            session.names().closePortals();
            if (good) {
                session.transaction().commit();
            } else {
                session.transaction().rollback();
            }
        }
    }

    private void simple(String text, StatementSplitter.Part part) throws IOException {
        Prepared prepared = session.prepare(text, Optional.of(part), List.of());
        if (!prepared.parameters().isEmpty()) {
            throw PostgresFailure.of(SqlState.UNDEFINED_PARAMETER, "there is no parameter $1");
        }
        Portal portal = new Portal(prepared, List.of(), List.of(), session.columns(prepared));
        try {
            if (portal.columns().isPresent()) {
                columns(portal.columns(), Optional.empty());
            }
            session.execute(portal, 0);
        } finally {
            portal.close();
        }
    }
}
