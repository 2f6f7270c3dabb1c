package org.thetisdb.cypher.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.Write.Transactions.OnError;
import org.thetisdb.cypher.syntax.Clause;
import org.thetisdb.cypher.syntax.Clause.Identifier;
import org.thetisdb.cypher.syntax.Clause.Item;
import org.thetisdb.cypher.syntax.Clause.SetItem;
import org.thetisdb.cypher.syntax.Clause.TransactionsTree;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.PatternTree;
import org.thetisdb.cypher.syntax.QueryTree;
import org.thetisdb.cypher.syntax.Statement;

/** CALL, the clauses that write or read files, and commands on the schema: what most queries do not use. */
final class UpdateParser {
    private final TokenCursor cursor;
    private final ExpressionParser expressions;
    private final Parser queries;

    UpdateParser(TokenCursor cursor, ExpressionParser expressions, Parser queries) {
        this.cursor = cursor;
        this.expressions = expressions;
        this.queries = queries;
    }

    /** Whether one of {@link #clause}'s begins here. */
    static boolean isClause(TokenCursor cursor) {
        return cursor.isWord("CREATE")
                || cursor.isWord("MERGE")
                || cursor.isWord("SET")
                || cursor.isWord("REMOVE")
                || cursor.isWord("DELETE")
                || cursor.isWord("DETACH")
                || cursor.isWord("NODETACH")
                || cursor.isWord("FOREACH")
                || cursor.isWord("LOAD");
    }

    Clause clause() {
        int offset = cursor.offset();
        if (cursor.acceptWord("CREATE")) {
            return new Clause.Create(offset, expressions.patterns().patterns());
        }
        if (cursor.acceptWord("MERGE")) {
            return merge(offset);
        }
        if (cursor.acceptWord("SET")) {
            return new Clause.Set(offset, setItems());
        }
        if (cursor.acceptWord("REMOVE")) {
            return new Clause.Remove(offset, expressionList());
        }
        if (cursor.acceptWord("FOREACH")) {
            return foreach(offset);
        }
        if (cursor.acceptWord("LOAD")) {
            return loadCsv(offset);
        }
        boolean detach = cursor.acceptWord("DETACH");
        if (!detach) {
            cursor.acceptWord("NODETACH");
        }
        cursor.expectWord("DELETE");
        return new Clause.Delete(offset, detach, expressionList());
    }

    private List<ExpressionTree> expressionList() {
        List<ExpressionTree> list = new ArrayList<>(2);
        do {
            list.add(expressions.expression());
        } while (cursor.accept(TokenKind.COMMA));
        return list;
    }

    private Clause merge(int offset) {
        PatternTree pattern = expressions.patterns().pattern();
        List<SetItem> onCreate = new ArrayList<>(2);
        List<SetItem> onMatch = new ArrayList<>(2);
        while (cursor.acceptWord("ON")) {
            boolean create = cursor.acceptWord("CREATE");
            if (!create && !cursor.acceptWord("MATCH")) {
                throw cursor.unexpectedWord("CREATE or MATCH", "CREATE", "MATCH");
            }
            cursor.expectWord("SET");
            (create ? onCreate : onMatch).addAll(setItems());
        }
        return new Clause.Merge(offset, pattern, onCreate, onMatch);
    }

    private List<SetItem> setItems() {
        List<SetItem> items = new ArrayList<>(2);
        do {
            items.add(setItem());
        } while (cursor.accept(TokenKind.COMMA));
        return items;
    }

    /** The expression parser would take {@code n.a = 1} for a comparison, so the target is parsed separately. */
    private SetItem setItem() {
        int offset = cursor.offset();
        ExpressionTree tree = expressions.target();
        if (tree instanceof ExpressionTree.LabelTest) {
            return new SetItem(offset, tree, false, Optional.empty());
        }
        boolean merge = cursor.accept(TokenKind.PLUS_EQUAL);
        if (!merge && !cursor.accept(TokenKind.EQUAL)) {
            throw cursor.unexpected("`=` or `+=` and a value");
        }
        return new SetItem(offset, tree, merge, Optional.of(expressions.expression()));
    }

    private Clause foreach(int offset) {
        cursor.expect(TokenKind.LEFT_PARENTHESIS);
        Identifier variable = cursor.identifier("a variable");
        cursor.expectWord("IN");
        ExpressionTree list = expressions.expression();
        cursor.expect(TokenKind.BAR);
        List<Clause> updates = new ArrayList<>(2);
        cursor.enter();
        while (isClause(cursor)) {
            updates.add(clause());
        }
        cursor.leave();
        if (updates.isEmpty()) {
            throw cursor.unexpectedWord(
                    "a clause that writes, such as CREATE or SET", "CREATE", "MERGE", "SET", "REMOVE", "DELETE");
        }
        cursor.expect(TokenKind.RIGHT_PARENTHESIS);
        return new Clause.Foreach(offset, variable, list, updates);
    }

    private Clause loadCsv(int offset) {
        cursor.expectWord("CSV");
        boolean headers = cursor.acceptWords("WITH", "HEADERS");
        cursor.expectWord("FROM");
        ExpressionTree from = expressions.expression();
        cursor.expectWord("AS");
        Identifier variable = cursor.identifier("a variable");
        Optional<ExpressionTree> terminator =
                cursor.acceptWord("FIELDTERMINATOR") ? Optional.of(expressions.expression()) : Optional.empty();
        return new Clause.LoadCsv(offset, headers, from, variable, terminator);
    }

    /** After CALL: a subquery or a procedure. */
    Clause call(int offset, boolean optional) {
        if (cursor.is(TokenKind.LEFT_BRACE)) {
            return callSubquery(offset, optional, Optional.empty(), false);
        }
        if (cursor.is(TokenKind.LEFT_PARENTHESIS)) {
            cursor.advance();
            boolean all = cursor.accept(TokenKind.STAR);
            List<Identifier> imports = new ArrayList<>(4);
            if (!all && !cursor.is(TokenKind.RIGHT_PARENTHESIS)) {
                do {
                    imports.add(cursor.identifier("a variable"));
                } while (cursor.accept(TokenKind.COMMA));
            }
            cursor.expect(TokenKind.RIGHT_PARENTHESIS);
            return callSubquery(offset, optional, Optional.of(imports), all);
        }
        return callProcedure(offset, optional);
    }

    private Clause callSubquery(int offset, boolean optional, Optional<List<Identifier>> imports, boolean importAll) {
        cursor.expect(TokenKind.LEFT_BRACE);
        cursor.enter();
        QueryTree query = queries.query();
        cursor.leave();
        if (!cursor.accept(TokenKind.RIGHT_BRACE)) {
            throw cursor.unexpectedWord("`}` or a clause", "MATCH", "RETURN", "WITH", "UNWIND", "UNION");
        }
        Optional<TransactionsTree> transactions = cursor.isWord("IN") ? Optional.of(transactions()) : Optional.empty();
        return new Clause.CallSubquery(offset, optional, imports, importAll, query, transactions);
    }

    /** {@code IN [n CONCURRENT] TRANSACTIONS [OF n ROWS] [ON ERROR …] [REPORT STATUS AS s]}. */
    private TransactionsTree transactions() {
        int offset = cursor.offset();
        cursor.advance();
        if (!cursor.isWord("TRANSACTIONS")) {
            // Other databases' parallel transactions: here they run one after another.
            if (!cursor.isWord("CONCURRENT")) {
                expressions.expression();
            }
            cursor.expectWord("CONCURRENT");
        }
        cursor.expectWord("TRANSACTIONS");
        Optional<ExpressionTree> rows = Optional.empty();
        if (cursor.acceptWord("OF")) {
            rows = Optional.of(expressions.expression());
            if (!cursor.acceptWord("ROW")) {
                cursor.expectWord("ROWS");
            }
        }
        OnError onError = OnError.FAIL;
        if (cursor.acceptWords("ON", "ERROR")) {
            onError = onError();
        }
        Optional<Identifier> status = Optional.empty();
        if (cursor.acceptWords("REPORT", "STATUS")) {
            cursor.expectWord("AS");
            status = Optional.of(cursor.identifier("a variable"));
        }
        return new TransactionsTree(offset, rows, onError, status);
    }

    private OnError onError() {
        if (cursor.acceptWord("CONTINUE")) {
            return OnError.CONTINUE;
        }
        if (cursor.acceptWord("BREAK")) {
            return OnError.BREAK;
        }
        if (cursor.acceptWord("FAIL")) {
            return OnError.FAIL;
        }
        throw cursor.unexpectedWord("CONTINUE, BREAK or FAIL", "CONTINUE", "BREAK", "FAIL");
    }

    private Clause callProcedure(int offset, boolean optional) {
        StringBuilder name = new StringBuilder(cursor.name("`{`, `(variables) {` or the name of a procedure"));
        while (cursor.accept(TokenKind.DOT)) {
            name.append('.').append(cursor.name("a procedure"));
        }
        Optional<List<ExpressionTree>> arguments = cursor.accept(TokenKind.LEFT_PARENTHESIS)
                ? Optional.of(expressions.listUntil(TokenKind.RIGHT_PARENTHESIS))
                : Optional.empty();
        boolean star = false;
        List<Item> yields = new ArrayList<>(4);
        Optional<ExpressionTree> where = Optional.empty();
        if (cursor.acceptWord("YIELD")) {
            star = cursor.accept(TokenKind.STAR);
            if (!star && cursor.is(TokenKind.END)) {
                throw cursor.unexpected("`*` or columns of " + name);
            }
            if (!star && !cursor.accept(TokenKind.MINUS)) {
                do {
                    yields.add(queries.item());
                } while (cursor.accept(TokenKind.COMMA));
            }
            where = cursor.acceptWord("WHERE") ? Optional.of(expressions.expression()) : Optional.empty();
        }
        return new Clause.CallProcedure(offset, false, optional, name.toString(), arguments, star, yields, where);
    }

    /** {@code USING INDEX n:L(p)}, {@code USING SCAN n:L}, {@code USING JOIN ON n}: read and not needed. */
    void hint() {
        cursor.expectWord("USING");
        if (cursor.acceptWord("JOIN")) {
            cursor.expectWord("ON");
            names();
            return;
        }
        boolean scan = cursor.acceptWord("SCAN");
        if (!scan) {
            boolean kind = cursor.acceptWord("RANGE") || cursor.acceptWord("TEXT") || cursor.acceptWord("POINT");
            if (!kind || cursor.isWord("INDEX")) {
                cursor.expectWord("INDEX");
            }
            cursor.acceptWord("SEEK");
        }
        cursor.name("a variable");
        cursor.expect(TokenKind.COLON);
        cursor.name("a label");
        if (!scan) {
            cursor.expect(TokenKind.LEFT_PARENTHESIS);
            names();
            cursor.expect(TokenKind.RIGHT_PARENTHESIS);
        }
    }

    private void names() {
        do {
            cursor.name("a name");
        } while (cursor.accept(TokenKind.COMMA));
    }

    Statement.Body schemaCommand() {
        return new SchemaParser(cursor, expressions, queries).command();
    }
}
