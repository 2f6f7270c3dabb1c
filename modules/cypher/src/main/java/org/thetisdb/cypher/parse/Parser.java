package org.thetisdb.cypher.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.BoundQuery.Mode;
import org.thetisdb.cypher.bound.PastGraph;
import org.thetisdb.cypher.syntax.Clause;
import org.thetisdb.cypher.syntax.Clause.Identifier;
import org.thetisdb.cypher.syntax.Clause.Item;
import org.thetisdb.cypher.syntax.Clause.Order;
import org.thetisdb.cypher.syntax.Clause.Projection;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.PatternTree;
import org.thetisdb.cypher.syntax.QueryTree;
import org.thetisdb.cypher.syntax.SourceText;
import org.thetisdb.cypher.syntax.Statement;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.UnicodeText;

/** Statements, queries and the clauses that read. */
public final class Parser {
    private static final String CLAUSES = "a clause such as MATCH, UNWIND, WITH or RETURN";

    /** What may follow a clause, for "did you mean". */
    private static final String[] FOLLOWING = {
        "MATCH",
        "OPTIONAL",
        "WHERE",
        "WITH",
        "UNWIND",
        "RETURN",
        "CALL",
        "UNION",
        "ORDER",
        "SKIP",
        "LIMIT",
        "CREATE",
        "MERGE",
        "DELETE",
        "DETACH",
        "SET",
        "REMOVE",
        "FOREACH",
        "LOAD",
        "AND",
        "OR",
        "AS",
        "STARTS",
        "ENDS",
        "CONTAINS"
    };

    private final TokenCursor cursor;
    private final ExpressionParser expressions;
    private final PatternParser patterns;

    private Parser(SourceText source) {
        this.cursor = new TokenCursor(source, Lexer.scan(source.text()));
        this.expressions = new ExpressionParser(cursor, this);
        this.patterns = expressions.patterns();
    }

    /**
     * Parses one statement, which a semicolon may end.
     *
     * @throws org.thetisdb.value.ThetisException if the text is no statement of Cypher
     */
    public static Statement parse(String text) {
        SourceText source = new SourceText(text);
        int lone = UnicodeText.firstLoneSurrogate(text);
        if (lone >= 0) {
            throw source.error(
                    ErrorCode.SYNTAX,
                    lone,
                    "the query is not valid text: it holds " + UnicodeText.describe(text, lone));
        }
        return new Parser(source).statement();
    }

    private Statement statement() {
        options();
        Mode mode = Mode.RUN;
        if (cursor.acceptWord("EXPLAIN")) {
            mode = explained();
        } else if (cursor.acceptWord("PROFILE")) {
            mode = Mode.PROFILE;
        }
        options();
        if (cursor.is(TokenKind.END)) {
            throw cursor.error(cursor.offset(), "the query is empty; expected " + CLAUSES);
        }
        Optional<Statement.Use> use = cursor.isWord("USE") ? Optional.of(use()) : Optional.empty();
        boolean schemaCommand = isSchemaCommand();
        Statement.Body body;
        if (cursor.isWord("COPY")) {
            body = copy(mode, use);
        } else {
            body = schemaCommand ? command() : query();
        }
        while (cursor.accept(TokenKind.SEMICOLON)) {
            if (!cursor.is(TokenKind.END) && !cursor.is(TokenKind.SEMICOLON)) {
                throw cursor.unexpected("the end of the query; run one statement at a time");
            }
        }
        if (!cursor.is(TokenKind.END)) {
            throw schemaCommand ? cursor.unexpected("the end of the command") : unexpectedBehind(body);
        }
        return new Statement(cursor.source(), mode, use, body);
    }

    /** {@code EXPLAIN}, or {@code EXPLAIN (PIPELINES)}: no query begins with a parenthesis. */
    private Mode explained() {
        if (!cursor.accept(TokenKind.LEFT_PARENTHESIS)) {
            return Mode.EXPLAIN;
        }
        cursor.expectWord("PIPELINES");
        cursor.expect(TokenKind.RIGHT_PARENTHESIS);
        return Mode.EXPLAIN_PIPELINES;
    }

    /** {@code CYPHER 5 runtime=slotted}: other databases' options, which change nothing here. */
    private void options() {
        if (cursor.acceptWord("CYPHER")) {
            if (cursor.is(TokenKind.INTEGER) || cursor.is(TokenKind.FLOAT)) {
                cursor.advance();
            }
            while (cursor.isName() && cursor.kind(1) == TokenKind.EQUAL) {
                cursor.advance(3);
            }
        }
    }

    private Statement.Body command() {
        return TransactionParser.begins(cursor)
                ? new TransactionParser(cursor, expressions, this).commands()
                : updates().schemaCommand();
    }

    private Statement.Body copy(Mode mode, Optional<Statement.Use> use) {
        if (mode != Mode.RUN) {
            throw cursor.error(cursor.offset(), "COPY has no plan of its own; explain the query inside it alone");
        }
        if (use.isPresent()) {
            throw cursor.error(use.get().offset(), "USE belongs in the parentheses: COPY (USE … MATCH …) TO …");
        }
        return new CopyParser(cursor, expressions, this).copy();
    }

    /** A query, perhaps after USE, inside another statement: only its errors matter. */
    void queryOfAnyTime() {
        if (cursor.isWord("USE")) {
            use();
        }
        query();
    }

    private Statement.Use use() {
        int offset = cursor.offset();
        cursor.advance();
        PastGraph.By by;
        if (cursor.acceptWord("revision")) {
            by = PastGraph.By.REVISION;
        } else if (cursor.acceptWord("time")) {
            by = PastGraph.By.TIME;
        } else {
            throw cursor.unexpectedWord(
                    "revision(number) or time(datetime) after USE, for there is one database", "revision", "time");
        }
        cursor.expect(TokenKind.LEFT_PARENTHESIS);
        int start = cursor.offset();
        ExpressionTree argument = expressions.expression();
        String text = cursor.source().text().substring(start, cursor.endBefore());
        cursor.expect(TokenKind.RIGHT_PARENTHESIS);
        return new Statement.Use(offset, by, argument, text);
    }

    private boolean isSchemaCommand() {
        if (cursor.isWord("SHOW")
                || cursor.isWord("DROP")
                || cursor.isWord("ALTER") && cursor.isWord(1, "EXTENSION")
                || TransactionParser.begins(cursor)) {
            return true;
        }
        return cursor.isWord("CREATE") && cursor.isName(1) && cursor.kind(2) != TokenKind.EQUAL;
    }

    private UpdateParser updates() {
        return new UpdateParser(cursor, expressions, this);
    }

    private RuntimeException unexpectedBehind(Statement.Body body) {
        if (body instanceof QueryTree query) {
            return unexpectedBehind(query);
        }
        return cursor.unexpected("the end of the statement");
    }

    private RuntimeException unexpectedBehind(QueryTree query) {
        QueryTree last = query instanceof QueryTree.Union union ? union.right() : query;
        Clause clause = ((QueryTree.Single) last).clauses().getLast();
        boolean returned = clause instanceof Projection projection && projection.isReturn();
        Optional<String> remedy = WrongTokens.behindClause(cursor, returned);
        if (remedy.isPresent()) {
            return cursor.refused(remedy.get());
        }
        return returned
                ? cursor.unexpectedWord(behindReturn((Projection) clause), FOLLOWING)
                : cursor.unexpectedWord("the end of the query or " + CLAUSES, FOLLOWING);
    }

    private static String behindReturn(Projection projection) {
        String end = "UNION or the end of the query";
        if (projection.limit().isPresent()) {
            return end;
        }
        if (projection.skip().isPresent()) {
            return "LIMIT, " + end;
        }
        return projection.orderBy().isEmpty() ? "`,`, ORDER BY, SKIP, LIMIT, " + end : "`,`, SKIP, LIMIT, " + end;
    }

    /** A query up to where no clause begins. */
    QueryTree query() {
        QueryTree query = single();
        boolean first = true;
        boolean firstDistinct = true;
        for (int count = 1; cursor.isWord("UNION"); count++) {
            cursor.checkChain(count * 10);
            int offset = cursor.offset();
            cursor.advance();
            boolean distinct = !cursor.acceptWord("ALL");
            if (distinct) {
                cursor.acceptWord("DISTINCT");
            }
            if (!first && distinct != firstDistinct) {
                throw cursor.error(offset, "UNION and UNION ALL in one query; use one of them, or CALL { } around one");
            }
            first = false;
            firstDistinct = distinct;
            query = new QueryTree.Union(offset, query, single(), distinct);
        }
        return query;
    }

    private QueryTree single() {
        int offset = cursor.offset();
        List<Clause> clauses = new ArrayList<>(8);
        Clause clause = clause();
        while (clause != null) {
            clauses.add(clause);
            if (clause instanceof Projection projection && projection.isReturn()) {
                break;
            }
            clause = clause();
        }
        if (clauses.isEmpty()) {
            throw cursor.unexpectedWord(
                    CLAUSES,
                    "MATCH",
                    "OPTIONAL",
                    "UNWIND",
                    "WITH",
                    "RETURN",
                    "CALL",
                    "CREATE",
                    "MERGE",
                    "DELETE",
                    "DETACH",
                    "SET",
                    "REMOVE",
                    "FOREACH",
                    "LOAD",
                    "EXPLAIN",
                    "PROFILE",
                    "SHOW",
                    "TERMINATE",
                    "DROP",
                    "COPY");
        }
        return new QueryTree.Single(offset, cursor.endBefore(), clauses);
    }

    /** What is in the braces of EXISTS, COUNT or COLLECT; a bare pattern becomes a MATCH. */
    QueryTree subqueryOrPattern() {
        boolean pattern = cursor.is(TokenKind.LEFT_PARENTHESIS)
                || cursor.isName() && cursor.kind(1) == TokenKind.EQUAL
                || patterns.shortestFunction() != PatternTree.Shortest.NONE;
        if (!pattern) {
            return query();
        }
        int offset = cursor.offset();
        List<PatternTree> parts = patterns.patterns();
        Clause match = new Clause.Match(offset, false, parts, where());
        return new QueryTree.Single(offset, cursor.endBefore(), List.of(match));
    }

    /** The next clause, or null if none begins here. */
    private @Nullable Clause clause() {
        if (!cursor.is(TokenKind.NAME)) {
            return null;
        }
        int offset = cursor.offset();
        if (cursor.acceptWord("MATCH")) {
            return match(offset, false);
        }
        if (cursor.acceptWord("RETURN")) {
            return projection(offset, true);
        }
        if (cursor.acceptWord("WITH")) {
            return projection(offset, false);
        }
        if (cursor.isWord("OPTIONAL")) {
            cursor.advance();
            if (cursor.acceptWord("CALL")) {
                return updates().call(offset, true);
            }
            cursor.expectWord("MATCH");
            return match(offset, true);
        }
        if (cursor.acceptWord("UNWIND")) {
            ExpressionTree list = expressions.expression();
            cursor.expectWord("AS");
            return new Clause.Unwind(offset, list, cursor.identifier("a variable"));
        }
        if (cursor.acceptWord("CALL")) {
            return updates().call(offset, false);
        }
        return UpdateParser.isClause(cursor) ? updates().clause() : null;
    }

    private Clause match(int offset, boolean optional) {
        List<PatternTree> parts = patterns.patterns();
        while (cursor.isWord("USING")) {
            updates().hint();
        }
        return new Clause.Match(offset, optional, parts, where());
    }

    Optional<ExpressionTree> where() {
        return cursor.acceptWord("WHERE") ? Optional.of(expressions.expression()) : Optional.empty();
    }

    private Clause projection(int offset, boolean isReturn) {
        boolean distinct = cursor.acceptWord("DISTINCT");
        boolean star = cursor.accept(TokenKind.STAR);
        List<Item> items = new ArrayList<>(8);
        if (!star || cursor.accept(TokenKind.COMMA)) {
            do {
                items.add(item());
            } while (cursor.accept(TokenKind.COMMA));
        }
        return projection(offset, isReturn, distinct, star, items);
    }

    /** What may follow the items: their order, which of them, and which rows. */
    Projection projection(int offset, boolean isReturn, boolean distinct, boolean star, List<Item> items) {
        List<Order> orderBy = cursor.acceptWords("ORDER", "BY") ? orderBy() : List.of();
        Optional<ExpressionTree> skip = Optional.empty();
        if (cursor.acceptWord("SKIP") || cursor.acceptWord("OFFSET")) {
            skip = Optional.of(expressions.expression());
        }
        Optional<ExpressionTree> limit = Optional.empty();
        if (cursor.acceptWord("LIMIT")) {
            limit = Optional.of(expressions.expression());
        }
        Optional<ExpressionTree> where = isReturn ? Optional.empty() : where();
        return new Projection(offset, isReturn, distinct, star, items, orderBy, skip, limit, where);
    }

    Item item() {
        int offset = cursor.offset();
        ExpressionTree expression = expressions.expression();
        String text = cursor.source().text().substring(offset, cursor.endBefore());
        Optional<Identifier> alias =
                cursor.acceptWord("AS") ? Optional.of(cursor.identifier("a name for the column")) : Optional.empty();
        return new Item(expression, alias, offset, text);
    }

    private List<Order> orderBy() {
        List<Order> keys = new ArrayList<>(4);
        do {
            int offset = cursor.offset();
            ExpressionTree expression = expressions.expression();
            boolean descending = cursor.acceptWord("DESC") || cursor.acceptWord("DESCENDING");
            if (!descending && !cursor.acceptWord("ASC")) {
                cursor.acceptWord("ASCENDING");
            }
            keys.add(new Order(expression, !descending, offset));
        } while (cursor.accept(TokenKind.COMMA));
        return keys;
    }
}
