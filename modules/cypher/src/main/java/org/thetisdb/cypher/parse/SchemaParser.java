package org.thetisdb.cypher.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.syntax.Clause;
import org.thetisdb.cypher.syntax.Clause.Item;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.QueryTree;
import org.thetisdb.cypher.syntax.Statement;
import org.thetisdb.cypher.syntax.Statement.SchemaCommand;

/** CREATE, DROP and SHOW of indexes and constraints. */
final class SchemaParser {
    private static final String[] INDEX_KINDS = {"RANGE", "TEXT", "POINT", "FULLTEXT", "VECTOR", "LOOKUP", "BTREE"};

    private final TokenCursor cursor;
    private final ExpressionParser expressions;
    private final Parser queries;

    SchemaParser(TokenCursor cursor, ExpressionParser expressions, Parser queries) {
        this.cursor = cursor;
        this.expressions = expressions;
        this.queries = queries;
    }

    Statement.Body command() {
        int offset = cursor.offset();
        if (cursor.acceptWord("SHOW")) {
            return show(offset);
        }
        if (cursor.acceptWord("DROP")) {
            return drop(offset);
        }
        cursor.expectWord("CREATE");
        cursor.acceptWords("OR", "REPLACE");
        acceptIndexKind();
        if (cursor.acceptWord("INDEX")) {
            return createIndex(offset);
        }
        if (cursor.acceptWord("CONSTRAINT")) {
            return createConstraint(offset);
        }
        throw cursor.unexpectedWord("a pattern such as `(n:Label)`, INDEX or CONSTRAINT", "INDEX", "CONSTRAINT");
    }

    private void acceptIndexKind() {
        for (String kind : INDEX_KINDS) {
            if (cursor.acceptWord(kind)) {
                return;
            }
        }
    }

    private void nameIfAny() {
        boolean name = cursor.is(TokenKind.QUOTED_NAME)
                || cursor.is(TokenKind.NAME)
                        && !cursor.isWord("FOR")
                        && !cursor.isWord("ON")
                        && !(cursor.isWord("IF") && cursor.isWord(1, "NOT"));
        if (name || cursor.is(TokenKind.PARAMETER)) {
            cursor.advance();
        }
    }

    private void ifNotExists() {
        if (cursor.acceptWords("IF", "NOT")) {
            cursor.expectWord("EXISTS");
        }
    }

    private SchemaCommand createIndex(int offset) {
        nameIfAny();
        ifNotExists();
        if (cursor.acceptWord("FOR")) {
            entity();
            cursor.expectWord("ON");
            cursor.acceptWord("EACH");
            propertyList();
        } else {
            cursor.expectWord("ON");
            cursor.expect(TokenKind.COLON);
            cursor.name("a label");
            propertyList();
        }
        options();
        return new SchemaCommand(offset, "CREATE INDEX");
    }

    private void options() {
        if (cursor.acceptWord("OPTIONS")) {
            expressions.expression();
        }
    }

    /** {@code (n:Label)} or {@code ()-[r:TYPE]-()}. */
    private void entity() {
        expressions.patterns().pattern();
    }

    private void propertyList() {
        if (cursor.accept(TokenKind.LEFT_BRACKET)) {
            expressions.listUntil(TokenKind.RIGHT_BRACKET);
        } else if (cursor.accept(TokenKind.LEFT_PARENTHESIS)) {
            expressions.listUntil(TokenKind.RIGHT_PARENTHESIS);
        } else {
            expressions.target();
        }
    }

    private SchemaCommand createConstraint(int offset) {
        nameIfAny();
        ifNotExists();
        if (!cursor.acceptWord("FOR")) {
            cursor.expectWord("ON");
        }
        entity();
        if (!cursor.acceptWord("REQUIRE")) {
            if (!cursor.acceptWord("ASSERT")) {
                throw cursor.unexpectedWord("REQUIRE", "REQUIRE");
            }
        }
        propertyList();
        if (cursor.acceptWord("IS") || cursor.is(TokenKind.DOUBLE_COLON)) {
            constraintKind();
        }
        options();
        return new SchemaCommand(offset, "CREATE CONSTRAINT");
    }

    private void constraintKind() {
        if (cursor.acceptWords("NOT", "NULL") || cursor.acceptWord("UNIQUE")) {
            return;
        }
        if (cursor.acceptWord("NODE") || cursor.acceptWord("RELATIONSHIP") || cursor.acceptWord("REL")) {
            if (!cursor.acceptWord("UNIQUE")) {
                cursor.expectWord("KEY");
            }
            return;
        }
        if (cursor.acceptWord("KEY")) {
            return;
        }
        if (!cursor.is(TokenKind.DOUBLE_COLON) && !cursor.isWord("TYPED")) {
            throw cursor.unexpectedWord("UNIQUE, NOT NULL, NODE KEY or `:: TYPE`", "UNIQUE", "NODE", "KEY");
        }
        TypeParser.skip(cursor);
    }

    private SchemaCommand drop(int offset) {
        boolean index = cursor.acceptWord("INDEX");
        if (!index && !cursor.acceptWord("CONSTRAINT")) {
            throw cursor.unexpectedWord("INDEX or CONSTRAINT", "INDEX", "CONSTRAINT");
        }
        if (index && cursor.acceptWord("ON")) {
            cursor.expect(TokenKind.COLON);
            cursor.name("a label");
            propertyList();
        } else {
            cursor.name("the name of the index or constraint");
        }
        if (cursor.acceptWord("IF")) {
            cursor.expectWord("EXISTS");
        }
        return new SchemaCommand(offset, index ? "DROP INDEX" : "DROP CONSTRAINT");
    }

    /** {@code SHOW [kind words] INDEXES | CONSTRAINTS | … [YIELD …] [WHERE …] [RETURN …]}. */
    /** What can be shown is a procedure's result; anything else is read and named. */
    private Statement.Body show(int offset) {
        StringBuilder name = new StringBuilder("SHOW");
        while (cursor.is(TokenKind.NAME) && !cursor.isWord("YIELD") && !cursor.isWord("WHERE")) {
            name.append(' ').append(cursor.text().toUpperCase(java.util.Locale.ROOT));
            cursor.advance();
        }
        if (name.length() == 4) {
            throw cursor.unexpected("INDEXES or CONSTRAINTS");
        }
        List<Item> yields = new ArrayList<>();
        if (cursor.acceptWord("YIELD") && !cursor.accept(TokenKind.STAR)) {
            do {
                yields.add(queries.item());
            } while (cursor.accept(TokenKind.COMMA));
        }
        Optional<ExpressionTree> where =
                cursor.acceptWord("WHERE") ? Optional.of(expressions.expression()) : Optional.empty();
        int end = cursor.offset();
        Optional<QueryTree> rest = cursor.isWord("RETURN") ? Optional.of(queries.query()) : Optional.empty();
        Optional<String> procedure = shown(name.toString());
        if (procedure.isEmpty()) {
            return new SchemaCommand(offset, name.toString());
        }
        List<Clause> clauses = new ArrayList<>();
        clauses.add(new Clause.CallProcedure(
                offset, false, procedure.get(), Optional.of(List.of()), yields.isEmpty(), yields, where));
        if (rest.isPresent() && rest.get() instanceof QueryTree.Single single) {
            clauses.addAll(single.clauses());
            end = single.end();
        }
        return new QueryTree.Single(offset, end, clauses);
    }

    private static Optional<String> shown(String command) {
        return Optional.ofNullable(
                switch (command) {
                    case "SHOW INDEX", "SHOW INDEXES", "SHOW ALL INDEX", "SHOW ALL INDEXES" -> "db.indexes";
                    case "SHOW CONSTRAINT", "SHOW CONSTRAINTS", "SHOW ALL CONSTRAINT", "SHOW ALL CONSTRAINTS" ->
                        "db.constraints";
                    case "SHOW PROCEDURE", "SHOW PROCEDURES" -> "dbms.procedures";
                    case "SHOW FUNCTION", "SHOW FUNCTIONS" -> "dbms.functions";
                    default -> null;
                });
    }
}
