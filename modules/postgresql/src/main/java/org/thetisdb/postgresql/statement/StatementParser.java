package org.thetisdb.postgresql.statement;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.thetisdb.Isolation;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.statement.Statement.TransactionMode;
import org.thetisdb.postgresql.text.Token;

/** Tells commands by their first words. */
public final class StatementParser {
    private final String text;
    private final List<Token> tokens;
    private int at;

    private StatementParser(String text, List<Token> tokens) {
        this.text = text;
        this.tokens = tokens;
    }

    /** {@return the command that a part of a text is} */
    public static Statement parse(String text, StatementSplitter.Part part) {
        StatementParser parser = new StatementParser(text, part.tokens());
        Statement statement = parser.statement();
        if (parser.peek().kind() != Token.Kind.END) {
            throw parser.unexpected();
        }
        return statement;
    }

    private Token peek() {
        return tokens.get(at);
    }

    private Token next() {
        Token token = tokens.get(at);
        at += token.kind() == Token.Kind.END ? 0 : 1;
        return token;
    }

    private boolean take(String word) {
        boolean found = peek().is(word) || peek().isSign(word);
        at += found ? 1 : 0;
        return found;
    }

    private void need(String word) {
        if (!take(word)) {
            throw unexpected();
        }
    }

    private PostgresFailure unexpected() {
        Token token = peek();
        return token.kind() == Token.Kind.END
                ? PostgresFailure.at(token.start(), SqlState.SYNTAX_ERROR, "syntax error at end of input")
                : PostgresFailure.at(
                        token.start(),
                        SqlState.SYNTAX_ERROR,
                        "syntax error at or near \"" + text.substring(token.start(), token.end()) + "\"");
    }

    private PostgresFailure unsupported(Token token, String what) {
        return PostgresFailure.unsupported(what).placed(token.start());
    }

    private String name() {
        if (!peek().isName()) {
            throw unexpected();
        }
        return next().name();
    }

    private Statement statement() {
        Token first = peek();
        if (first.isSign("(")) {
            return query();
        }
        if (first.kind() != Token.Kind.WORD) {
            throw unexpected();
        }
        return switch (first.text().toLowerCase(Locale.ROOT)) {
            case "select", "values", "with", "table" -> query();
            case "insert", "update", "delete" -> change();
            case "begin", "start" -> begin();
            case "commit", "end" -> end(new Statement.Commit());
            case "rollback", "abort" -> end(new Statement.Rollback());
            case "savepoint" -> savepoint();
            case "release" -> release();
            case "set" -> set();
            case "show" -> show();
            case "reset" -> reset();
            case "discard" -> discard();
            case "deallocate" -> deallocate();
            case "declare" -> declare();
            case "fetch", "move" -> fetch();
            case "close" -> close();
            case "copy" -> copy();
            case "explain" -> explain();
            default -> throw unknown(first);
        };
    }

    private PostgresFailure unknown(Token first) {
        String word = first.text().toUpperCase(Locale.ROOT);
        return switch (word) {
            case "MERGE",
                    "TRUNCATE",
                    "CREATE",
                    "ALTER",
                    "DROP",
                    "GRANT",
                    "REVOKE",
                    "PREPARE",
                    "EXECUTE",
                    "LISTEN",
                    "UNLISTEN",
                    "NOTIFY",
                    "VACUUM",
                    "ANALYZE",
                    "LOCK",
                    "CALL",
                    "DO",
                    "COMMENT",
                    "REINDEX",
                    "CLUSTER",
                    "REFRESH",
                    "IMPORT",
                    "CHECKPOINT" -> unsupported(first, word);
            case "MATCH", "UNWIND", "RETURN", "OPTIONAL", "USE", "PROFILE" ->
                unexpected().hint("Cypher goes into SELECT * FROM cypher($$ ... $$) AS (name type)");
            default -> unexpected();
        };
    }

    /** All to the end of the part. */
    private Statement.Query query() {
        return queryUntil(tokens.size() - 1);
    }

    private Statement.Query queryUntil(int endToken) {
        Token first = peek();
        if (endToken <= at) {
            throw unexpected();
        }
        int end = tokens.get(endToken - 1).end();
        at = endToken;
        return new Statement.Query(text.substring(first.start(), end), first.start(), "SELECT");
    }

    private Statement.Query change() {
        String tag = peek().text().toUpperCase(Locale.ROOT);
        Statement.Query all = query();
        return new Statement.Query(all.text(), all.offset(), tag);
    }

    private Statement begin() {
        boolean start = next().is("start");
        if (start) {
            need("transaction");
        } else if (!take("transaction")) {
            take("work");
        }
        return new Statement.Begin(mode(), start ? "START TRANSACTION" : "BEGIN");
    }

    private TransactionMode mode() {
        TransactionMode mode = TransactionMode.ANY;
        while (peek().kind() != Token.Kind.END) {
            Optional<Isolation> isolation = Optional.empty();
            Optional<Boolean> readOnly = Optional.empty();
            if (take("isolation")) {
                need("level");
                isolation = Optional.of(isolation());
            } else if (take("read")) {
                readOnly = Optional.of(peek().is("only"));
                if (!take("only")) {
                    need("write");
                }
            } else {
                take("not");
                need("deferrable");
            }
            mode = new TransactionMode(isolation, readOnly).or(mode);
            take(",");
        }
        return mode;
    }

    private Isolation isolation() {
        if (take("serializable")) {
            return Isolation.SERIALIZABLE;
        }
        if (take("repeatable")) {
            need("read");
        } else {
            need("read");
            if (!take("committed")) {
                need("uncommitted");
            }
        }
        return Isolation.SNAPSHOT;
    }

    private Statement end(Statement statement) {
        Token first = next();
        if (!take("work")) {
            take("transaction");
        }
        if (statement instanceof Statement.Rollback && take("to")) {
            take("savepoint");
            return new Statement.RollbackTo(name());
        }
        if (peek().is("prepared")) {
            throw unsupported(first, "a prepared transaction");
        }
        if (take("and")) {
            if (!take("no")) {
                throw unsupported(first, "AND CHAIN");
            }
            need("chain");
        }
        return statement;
    }

    /** The name of a setting, which may have dots. */
    private String setting() {
        StringBuilder name = new StringBuilder(name());
        while (take(".")) {
            name.append('.').append(name());
        }
        return name.toString().toLowerCase(Locale.ROOT);
    }

    private Statement savepoint() {
        next();
        return new Statement.Savepoint(name());
    }

    private Statement release() {
        next();
        take("savepoint");
        return new Statement.Release(name());
    }

    private Statement set() {
        next();
        if (take("session")) {
            if (take("characteristics")) {
                need("as");
                need("transaction");
                return new Statement.SetTransaction(mode(), true);
            }
        } else {
            take("local");
        }
        if (take("transaction")) {
            return new Statement.SetTransaction(mode(), false);
        }
        if (take("time")) {
            need("zone");
            return new Statement.Set("timezone", value());
        }
        if (take("names")) {
            return new Statement.Set("client_encoding", value());
        }
        String name = setting();
        if (!take("=")) {
            need("to");
        }
        return new Statement.Set(name, value());
    }

    private Optional<String> value() {
        if (peek().kind() == Token.Kind.END) {
            throw unexpected();
        }
        if (take("default") || take("local")) {
            return Optional.empty();
        }
        StringBuilder value = new StringBuilder();
        while (peek().kind() != Token.Kind.END) {
            Token token = next();
            boolean glued = token.isSign(",") || value.length() == 1 && "+-".contains(value);
            value.append(value.isEmpty() || glued ? "" : " ").append(token.text());
        }
        return Optional.of(value.toString());
    }

    private Statement show() {
        next();
        if (take("time")) {
            need("zone");
            return new Statement.Show("timezone");
        }
        if (take("transaction")) {
            need("isolation");
            need("level");
            return new Statement.Show("transaction_isolation");
        }
        return new Statement.Show(setting());
    }

    private Statement reset() {
        next();
        if (take("all")) {
            return new Statement.Reset(Optional.empty());
        }
        if (take("time")) {
            need("zone");
            return new Statement.Reset(Optional.of("timezone"));
        }
        return new Statement.Reset(Optional.of(setting()));
    }

    private Statement discard() {
        next();
        String what = name().toUpperCase(Locale.ROOT);
        return switch (what) {
            case "ALL", "PLANS", "SEQUENCES", "TEMP", "TEMPORARY" ->
                new Statement.Discard(what.equals("ALL"), "DISCARD " + what);
            default -> throw PostgresFailure.of(SqlState.SYNTAX_ERROR, "syntax error at or near \"" + what + "\"");
        };
    }

    private Statement deallocate() {
        next();
        take("prepare");
        if (take("all")) {
            return new Statement.Deallocate(Optional.empty(), "DEALLOCATE ALL");
        }
        return new Statement.Deallocate(Optional.of(name()), "DEALLOCATE");
    }

    private Statement declare() {
        next();
        String cursor = name();
        boolean scroll = false;
        boolean hold = false;
        while (!take("cursor")) {
            Token token = peek();
            if (take("no")) {
                need("scroll");
            } else if (take("scroll")) {
                scroll = true;
            } else if (take("binary")) {
                throw unsupported(token, "a BINARY cursor");
            } else if (!take("insensitive") && !take("asensitive")) {
                throw unexpected();
            }
        }
        if (take("with")) {
            hold = true;
            need("hold");
        } else if (take("without")) {
            need("hold");
        }
        need("for");
        return new Statement.Declare(cursor, scroll, hold, query());
    }

    private Statement fetch() {
        boolean move = next().is("move");
        long rows = 1;
        Token token = peek();
        if (take("all")) {
            rows = Long.MAX_VALUE;
        } else if (take("forward")) {
            rows = take("all") ? Long.MAX_VALUE : peek().kind() == Token.Kind.NUMBER ? count() : 1;
        } else if (token.kind() == Token.Kind.NUMBER) {
            rows = count();
        } else if (!take("next")) {
            for (String other : List.of("prior", "first", "last", "absolute", "relative", "backward")) {
                if (token.is(other)) {
                    throw unsupported(token, "a cursor that goes elsewhere than forward");
                }
            }
            if (token.isSign("-")) {
                throw unsupported(token, "a cursor that goes backward");
            }
        }
        if (!take("from")) {
            take("in");
        }
        return new Statement.Fetch(name(), rows, move);
    }

    private long count() {
        Token token = next();
        try {
            return Long.parseLong(token.text());
        } catch (NumberFormatException wrong) {
            at--;
            throw unexpected();
        }
    }

    private Statement close() {
        next();
        return new Statement.CloseCursor(take("all") ? Optional.empty() : Optional.of(name()));
    }

    private Statement copy() {
        Token first = next();
        Statement.Query query;
        if (peek().isSign("(")) {
            int close = closing();
            at++;
            query = queryUntil(close);
            need(")");
        } else {
            query = tableToCopy();
        }
        if (!take("to")) {
            throw unsupported(first, "COPY FROM");
        }
        Token target = peek();
        if (!take("stdout")) {
            throw unsupported(target, "COPY to a file or program of the server");
        }
        return new Statement.Copy(query, CopyOptionsParser.parse(text, tokens, at, next -> at = next));
    }

    private Statement.Query tableToCopy() {
        int start = peek().start();
        name();
        while (take(".")) {
            name();
        }
        int end = tokens.get(at - 1).end();
        String columns = "*";
        if (peek().isSign("(")) {
            int close = closing();
            columns = text.substring(peek().end(), tokens.get(close).start());
            at = close + 1;
        }
        // Places are those of the name, roughly.
        String select = "SELECT " + columns + " FROM " + text.substring(start, end);
        return new Statement.Query(select, Math.max(0, start - select.length() + (end - start)), "SELECT");
    }

    /** Which token closes the parenthesis that is next. */
    private int closing() {
        int close = Token.closing(tokens, at);
        if (close == tokens.size() - 1) {
            at = close;
            throw unexpected();
        }
        return close;
    }

    private Statement explain() {
        next();
        boolean analyze = false;
        boolean json = false;
        if (peek().isSign("(")) {
            int close = closing();
            for (int index = at; index < close; index++) {
                boolean off =
                        tokens.get(index + 1).is("off") || tokens.get(index + 1).is("false");
                analyze |= tokens.get(index).is("analyze") && !off;
                json |= tokens.get(index).is("json");
                if (tokens.get(index).is("xml") || tokens.get(index).is("yaml")) {
                    throw unsupported(tokens.get(index), "this format of EXPLAIN");
                }
            }
            at = close + 1;
        } else {
            analyze = take("analyze");
            take("verbose");
        }
        boolean reads =
                !List.of("insert", "update", "delete").contains(peek().text().toLowerCase(Locale.ROOT));
        return new Statement.Explain(reads ? query() : change(), analyze, json);
    }
}
