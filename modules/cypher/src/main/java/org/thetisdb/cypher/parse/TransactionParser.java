package org.thetisdb.cypher.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.syntax.Clause;
import org.thetisdb.cypher.syntax.Clause.Item;
import org.thetisdb.cypher.syntax.Clause.Projection;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.QueryTree;
import org.thetisdb.cypher.syntax.Statement;

/**
 * SHOW TRANSACTIONS and TERMINATE TRANSACTIONS, which become calls of procedures.
 *
 * <pre>
 *   SHOW TRANSACTION[S] [id, …]     ┐ [YIELD column, … | * [ORDER BY …] [SKIP …] [LIMIT …]] [WHERE …]
 *   TERMINATE TRANSACTION[S] id, …  ┘ one after another, each for every row of the one before; then perhaps RETURN …
 * </pre>
 *
 * <p>An id is any expression that gives a string or a list of strings.
 */
final class TransactionParser {
    /** What SHOW gives without YIELD. */
    private static final List<String> USUAL_COLUMNS = List.of(
            "database",
            "transactionId",
            "currentQueryId",
            "connectionId",
            "currentQuery",
            "startTime",
            "status",
            "elapsedTime");

    private final TokenCursor cursor;
    private final ExpressionParser expressions;
    private final Parser queries;
    private final List<Clause> clauses = new ArrayList<>();

    TransactionParser(TokenCursor cursor, ExpressionParser expressions, Parser queries) {
        this.cursor = cursor;
        this.expressions = expressions;
        this.queries = queries;
    }

    /** Whether one of the commands stands here. */
    static boolean begins(TokenCursor cursor) {
        return cursor.isWord("TERMINATE")
                || cursor.isWord("SHOW") && (cursor.isWord(1, "TRANSACTION") || cursor.isWord(1, "TRANSACTIONS"));
    }

    Statement.Body commands() {
        int offset = cursor.offset();
        while (begins(cursor)) {
            command();
        }
        int end = cursor.endBefore();
        if (cursor.isWord("RETURN")) {
            end = rest();
        } else if (clauses.size() > 1) {
            clauses.add(new Projection(
                    offset,
                    true,
                    false,
                    true,
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()));
        }
        return new QueryTree.Single(offset, end, clauses);
    }

    /** RETURN after the last command; gives where it ends. */
    private int rest() {
        int offset = cursor.offset();
        if (queries.query() instanceof QueryTree.Single rest) {
            clauses.addAll(rest.clauses());
            return rest.end();
        }
        throw cursor.error(offset, "a command on transactions is not part of a UNION; run each by itself");
    }

    private void command() {
        int offset = cursor.offset();
        boolean shows = cursor.isWord("SHOW");
        cursor.advance();
        if (!cursor.acceptWord("TRANSACTION") && !cursor.acceptWord("TRANSACTIONS")) {
            throw cursor.unexpectedWord("TRANSACTIONS", "TRANSACTION", "TRANSACTIONS");
        }
        List<ExpressionTree> ids = ids();
        if (ids.isEmpty() && !shows) {
            throw cursor.unexpected(
                    "the id of a transaction, which SHOW TRANSACTIONS gives, such as 'transaction-1-7'");
        }
        boolean yields = cursor.acceptWord("YIELD");
        boolean star = yields && cursor.accept(TokenKind.STAR);
        List<Item> items = yields && !star ? items() : List.of();
        List<Item> taken = yields || !shows ? items : usual(offset);
        int tailOffset = cursor.offset();
        Projection tail = queries.projection(tailOffset, false, false, true, List.of());
        boolean sorted = !tail.orderBy().isEmpty()
                || tail.skip().isPresent()
                || tail.limit().isPresent();
        clauses.add(new Clause.CallProcedure(
                offset,
                true,
                false,
                shows ? "dbms.transactions" : "dbms.terminateTransactions",
                Optional.of(arguments(ids)),
                star || taken.isEmpty(),
                taken,
                sorted ? Optional.empty() : tail.where()));
        if (sorted) {
            clauses.add(tail);
        }
    }

    private List<ExpressionTree> ids() {
        List<ExpressionTree> ids = new ArrayList<>();
        if (isBehindIds()) {
            return ids;
        }
        do {
            ids.add(expressions.expression());
        } while (cursor.accept(TokenKind.COMMA));
        return ids;
    }

    private boolean isBehindIds() {
        return cursor.is(TokenKind.END)
                || cursor.is(TokenKind.SEMICOLON)
                || cursor.isWord("YIELD")
                || cursor.isWord("WHERE")
                || cursor.isWord("RETURN")
                || begins(cursor);
    }

    private static List<ExpressionTree> arguments(List<ExpressionTree> ids) {
        return ids.size() > 1
                ? List.of(new ExpressionTree.ListLiteral(ids.getFirst().offset(), ids))
                : ids;
    }

    private List<Item> items() {
        List<Item> items = new ArrayList<>();
        do {
            items.add(queries.item());
        } while (cursor.accept(TokenKind.COMMA));
        return items;
    }

    private static List<Item> usual(int offset) {
        return USUAL_COLUMNS.stream()
                .map(column -> new Item(new ExpressionTree.Name(offset, column), Optional.empty(), offset, column))
                .toList();
    }
}
