package org.thetisdb.postgresql.sql;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.StringProvider;
import net.sf.jsqlparser.parser.TokenMgrException;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.update.Update;
import org.thetisdb.postgresql.catalog.GraphCatalog;
import org.thetisdb.postgresql.failure.PostgresFailure;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.text.SqlText;
import org.thetisdb.postgresql.type.PgType;

/** Makes Cypher of a query. */
public final class QueryPlanner {
    /** The parser may try exponentially many ways; whoever asks for that waits no longer. */
    private static final long PARSE_MILLIS_MAX = 2_000;

    private final GraphCatalog catalog;
    private final QueryContext context;

    /** For a client. */
    public QueryPlanner(GraphCatalog catalog, QueryContext context) {
        this.catalog = catalog;
        this.context = context;
    }

    /**
     * {@return the query as Cypher}
     *
     * @param sql one query or change
     * @param tag which of them: SELECT, INSERT, UPDATE or DELETE
     * @param offset where it begins in the client's text
     * @param types of the parameters, as far as the client has told; UNKNOWN else
     * @throws PostgresFailure with its place in the client's text
     */
    public PreparedQuery plan(String sql, String tag, int offset, List<PgType> types) {
        try {
            SqlText text = SqlText.of(sql);
            Statement statement = parse(text);
            boolean same = statement instanceof Select ? tag.equals("SELECT") : isChange(statement, tag);
            if (!same) {
                throw PostgresFailure.unsupported("this statement");
            }
            try {
                return translate(statement, text, offset, types, false);
            } catch (PostgresFailure failure) {
                if (failure.state() != SqlState.UNDEFINED_COLUMN) {
                    throw failure;
                }
                // Perhaps it has come since the graph was looked at.
                return translate(statement, text, offset, types, true);
            }
        } catch (PostgresFailure failure) {
            throw failure.moved(place -> place + offset);
        }
    }

    private static boolean isChange(Statement statement, String tag) {
        return switch (tag) {
            case "INSERT" -> statement instanceof Insert;
            case "UPDATE" -> statement instanceof Update;
            case "DELETE" -> statement instanceof Delete;
            default -> false;
        };
    }

    private PreparedQuery translate(Statement statement, SqlText text, int offset, List<PgType> types, boolean now) {
        Translation translation = new Translation(catalog, context, text, types, now);
        Optional<PreparedQuery> door = statement instanceof Select select
                ? new CypherDoor(translation, offset).open(select)
                : Optional.empty();
        PreparedQuery query = door.orElseGet(() -> {
            SelectTranslator.Translated found = switch (statement) {
                case Select select -> new SelectTranslator(translation).translate(select);
                case Insert insert -> new InsertTranslator(translation).translate(insert);
                case Update update -> new ChangeTranslator(translation).update(update);
                case Delete delete -> new ChangeTranslator(translation).delete(delete);
                default -> throw PostgresFailure.unsupported("this statement");
            };
            return new PreparedQuery(
                    found.cypher(),
                    found.columns(),
                    translation.parameters(),
                    translation.constants(),
                    translation.nullParameters(),
                    OptionalInt.empty(),
                    _ -> -1);
        });
        new UnreadClauses(translation).refuse(statement);
        return query;
    }

    private static Statement parse(SqlText text) {
        try {
            return parse(text, false);
        } catch (PostgresFailure failure) {
            if (failure.state() != SqlState.SYNTAX_ERROR) {
                throw failure;
            }
            return parse(text, true);
        }
    }

    private static Statement parse(SqlText text, boolean complex) {
        CCJSqlParser parser = new CCJSqlParser(new StringProvider(text.text()));
        parser.withAllowComplexParsing(complex);
        AtomicBoolean late = new AtomicBoolean();
        Thread watch = Thread.ofVirtual().start(() -> {
            try {
                Thread.currentThread().join(Duration.ofMillis(PARSE_MILLIS_MAX));
                late.set(true);
                parser.interrupted = true;
            } catch (InterruptedException done) {
                // It was quick enough.
            }
        });
        try {
            return parser.Statement();
        } catch (ParseException wrong) {
            throw late.get() ? tooComplex() : syntax(text, wrong);
        } catch (TokenMgrException wrong) {
            throw PostgresFailure.of(SqlState.SYNTAX_ERROR, "syntax error: " + firstLine(wrong));
        } catch (StackOverflowError tooDeep) {
            throw tooComplex();
        } finally {
            watch.interrupt();
        }
    }

    private static PostgresFailure tooComplex() {
        return PostgresFailure.of(SqlState.STATEMENT_TOO_COMPLEX, "the statement is nested too deeply");
    }

    private static PostgresFailure syntax(SqlText text, ParseException wrong) {
        net.sf.jsqlparser.parser.Token found = wrong.currentToken == null ? null : wrong.currentToken.next;
        if (found == null) {
            return PostgresFailure.of(SqlState.SYNTAX_ERROR, "syntax error: " + firstLine(wrong));
        }
        if (found.image == null || found.image.isEmpty()) {
            return PostgresFailure.at(
                    text.origin(text.text().length()), SqlState.SYNTAX_ERROR, "syntax error at end of input");
        }
        return PostgresFailure.at(
                text.origin(found.absoluteBegin - 1),
                SqlState.SYNTAX_ERROR,
                "syntax error at or near \"" + found.image + "\"");
    }

    private static String firstLine(Exception wrong) {
        return String.valueOf(wrong.getMessage()).lines().findFirst().orElse("");
    }
}
