package org.thetisdb.cypher.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.SchemaChange;
import org.thetisdb.cypher.bound.SchemaChange.ConstraintKind;
import org.thetisdb.cypher.syntax.Clause;
import org.thetisdb.cypher.syntax.Clause.Item;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.LabelTree;
import org.thetisdb.cypher.syntax.PatternTree;
import org.thetisdb.cypher.syntax.QueryTree;
import org.thetisdb.cypher.syntax.Statement;
import org.thetisdb.cypher.syntax.Statement.SchemaCommand;
import org.thetisdb.value.Suggestions;

/** CREATE, ALTER, DROP and SHOW of indexes, constraints and extensions. */
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
        if (cursor.acceptWord("ALTER")) {
            return alterExtension(offset);
        }
        cursor.expectWord("CREATE");
        if (cursor.acceptWord("EXTENSION")) {
            return createExtension(offset);
        }
        boolean replaces = cursor.acceptWords("OR", "REPLACE");
        Optional<String> kind = acceptIndexKind();
        if (cursor.acceptWord("INDEX")) {
            if (kind.isPresent() || replaces) {
                return unsupported(offset, "CREATE " + (replaces ? "OR REPLACE" : kind.get()) + " INDEX");
            }
            return createIndex(offset);
        }
        if (cursor.acceptWord("CONSTRAINT")) {
            return createConstraint(offset, kind.isPresent() || replaces);
        }
        String expected = "a pattern such as `(n:Label)`, INDEX, CONSTRAINT or EXTENSION";
        if (cursor.isWord("UNIQUE")) {
            throw cursor.refused("write CREATE CONSTRAINT FOR (n:Label) REQUIRE n.key IS UNIQUE");
        }
        if (cursor.isWord(1, "INDEX")) {
            throw cursor.refused("there is no such kind of index; write CREATE INDEX");
        }
        throw cursor.unexpectedWord(expected, "INDEX", "CONSTRAINT", "EXTENSION");
    }

    /** What need not be parsed any further. */
    private SchemaCommand unsupported(int offset, String what) {
        while (!cursor.is(TokenKind.END) && !cursor.is(TokenKind.SEMICOLON)) {
            cursor.advance();
        }
        return new SchemaCommand(offset, what);
    }

    /** A query of one clause. */
    private QueryTree change(int offset, SchemaChange change) {
        return new QueryTree.Single(offset, cursor.endBefore(), List.of(new Clause.ChangeSchema(offset, change)));
    }

    /** The kind, if it is not the only one supported. */
    private Optional<String> acceptIndexKind() {
        for (String kind : INDEX_KINDS) {
            if (cursor.acceptWord(kind)) {
                return kind.equals("RANGE") || kind.equals("BTREE") ? Optional.empty() : Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    private Optional<String> nameIfAny() {
        boolean name = cursor.is(TokenKind.QUOTED_NAME)
                || cursor.is(TokenKind.NAME)
                        && !cursor.isWord("FOR")
                        && !cursor.isWord("ON")
                        && !(cursor.isWord("IF") && cursor.isWord(1, "NOT"));
        return name ? Optional.of(cursor.name("a name")) : Optional.empty();
    }

    private boolean ifNotExists() {
        if (!cursor.acceptWords("IF", "NOT")) {
            return false;
        }
        cursor.expectWord("EXISTS");
        return true;
    }

    /** What an index or a constraint is about; without a label or type if there is not exactly one. */
    private record Entity(Optional<String> variable, Optional<String> labelOrType, boolean isRelationship) {}

    private Statement.Body createIndex(int offset) {
        Optional<String> name = nameIfAny();
        boolean ifNotExists = ifNotExists();
        Entity entity;
        if (cursor.acceptWord("FOR")) {
            entity = entity();
            cursor.expectWord("ON");
            cursor.acceptWord("EACH");
        } else {
            if (!cursor.isWord("ON") || cursor.kind(1) != TokenKind.COLON) {
                throw cursor.unexpectedWord("FOR (n:Label) ON (n.key)", "FOR");
            }
            cursor.advance(2);
            entity = new Entity(Optional.empty(), Optional.of(cursor.name("a label")), false);
        }
        List<String> keys = propertyList(entity);
        options();
        if (entity.isRelationship()) {
            return new SchemaCommand(offset, "an index on relationships");
        }
        if (entity.labelOrType().isEmpty()) {
            return new SchemaCommand(offset, "an index on several labels, or on none,");
        }
        return change(
                offset, new SchemaChange.CreateIndex(name, entity.labelOrType().get(), keys, ifNotExists));
    }

    private void options() {
        if (cursor.acceptWord("OPTIONS")) {
            expressions.expression();
        }
    }

    /** {@code (n:Label)} or {@code ()-[r:TYPE]-()}. */
    private Entity entity() {
        PatternTree pattern = expressions.patterns().pattern();
        if (pattern.relationships().isEmpty()) {
            PatternTree.NodeTree node = pattern.nodes().get(0);
            return new Entity(name(node.variable()), single(node.labels()), false);
        }
        PatternTree.RelationshipTree relationship = pattern.relationships().get(0);
        return new Entity(name(relationship.variable()), single(relationship.types()), true);
    }

    private static Optional<String> name(Optional<Clause.Identifier> variable) {
        return variable.isPresent() ? Optional.of(variable.get().name()) : Optional.empty();
    }

    private static Optional<String> single(Optional<LabelTree> labels) {
        return labels.isPresent() && labels.get().expression() instanceof LabelExpression.Name name
                ? Optional.of(name.name())
                : Optional.empty();
    }

    /** {@code (n.x, n.y)}, or without an entity's variable {@code (x, y)}. */
    private List<String> propertyList(Entity entity) {
        List<ExpressionTree> trees;
        if (cursor.accept(TokenKind.LEFT_BRACKET)) {
            trees = expressions.listUntil(TokenKind.RIGHT_BRACKET);
        } else if (cursor.accept(TokenKind.LEFT_PARENTHESIS)) {
            trees = expressions.listUntil(TokenKind.RIGHT_PARENTHESIS);
        } else {
            trees = List.of(expressions.target());
        }
        if (trees.isEmpty()) {
            throw cursor.error(cursor.offset(-1), "a property is missing, such as `n.key` for `(n:Label)`");
        }
        List<String> keys = new ArrayList<>(trees.size());
        for (ExpressionTree tree : trees) {
            String key = key(tree, entity);
            if (keys.contains(key)) {
                throw cursor.error(
                        tree.offset(), "the property `" + key + "` is there already; name each of them once");
            }
            keys.add(key);
        }
        return keys;
    }

    private String key(ExpressionTree tree, Entity entity) {
        if (tree instanceof ExpressionTree.Name name && entity.variable().isEmpty()) {
            return name.name();
        }
        if (tree instanceof ExpressionTree.Property property
                && property.target() instanceof ExpressionTree.Name name
                && entity.variable().isPresent()
                && entity.variable().get().equals(name.name())) {
            return property.key();
        }
        throw cursor.error(
                tree.offset(), "expected a property of what is in the pattern, such as `n.key` for `(n:Label)`");
    }

    private Statement.Body createConstraint(int offset, boolean special) {
        Optional<String> name = nameIfAny();
        boolean ifNotExists = ifNotExists();
        if (!cursor.acceptWord("FOR")) {
            cursor.expectWord("ON");
        }
        Entity entity = entity();
        if (!cursor.acceptWord("REQUIRE")) {
            if (!cursor.acceptWord("ASSERT")) {
                throw cursor.unexpectedWord("REQUIRE", "REQUIRE");
            }
        }
        List<String> keys = propertyList(entity);
        if (!cursor.acceptWord("IS") && !cursor.is(TokenKind.DOUBLE_COLON)) {
            throw cursor.unexpectedWord("IS UNIQUE, IS NOT NULL or IS NODE KEY", "IS");
        }
        Optional<ConstraintKind> kind = constraintKind();
        options();
        if (kind.isEmpty()) {
            return new SchemaCommand(offset, "a constraint on the type of values");
        }
        if (special || entity.labelOrType().isEmpty()) {
            return new SchemaCommand(offset, "CREATE CONSTRAINT of this kind");
        }
        return change(
                offset,
                new SchemaChange.CreateConstraint(
                        name,
                        kind.get(),
                        entity.isRelationship(),
                        entity.labelOrType().get(),
                        keys,
                        ifNotExists));
    }

    /** Empty for a constraint on the type of values. */
    private Optional<ConstraintKind> constraintKind() {
        if (cursor.acceptWords("NOT", "NULL")) {
            return Optional.of(ConstraintKind.EXISTS);
        }
        if (cursor.acceptWord("UNIQUE")) {
            return Optional.of(ConstraintKind.UNIQUE);
        }
        if (cursor.acceptWord("NODE") || cursor.acceptWord("RELATIONSHIP") || cursor.acceptWord("REL")) {
            if (cursor.acceptWord("UNIQUE")) {
                return Optional.of(ConstraintKind.UNIQUE);
            }
            cursor.expectWord("KEY");
            return Optional.of(ConstraintKind.KEY);
        }
        if (cursor.acceptWord("KEY")) {
            return Optional.of(ConstraintKind.KEY);
        }
        if (!cursor.is(TokenKind.DOUBLE_COLON) && !cursor.isWord("TYPED")) {
            throw cursor.unexpectedWord("UNIQUE, NOT NULL, NODE KEY or `:: TYPE`", "UNIQUE", "NODE", "KEY");
        }
        TypeParser.skip(cursor);
        return Optional.empty();
    }

    private Statement.Body createExtension(int offset) {
        String name = cursor.name("the name of the extension");
        boolean ifNotExists = ifNotExists();
        String file = extensionFile();
        return change(offset, new SchemaChange.CreateExtension(name, file, trusted(), ifNotExists));
    }

    private Statement.Body alterExtension(int offset) {
        cursor.expectWord("EXTENSION");
        String name = cursor.name("the name of the extension");
        cursor.expectWord("UPDATE");
        String file = extensionFile();
        return change(offset, new SchemaChange.UpdateExtension(name, file, trusted()));
    }

    private String extensionFile() {
        cursor.expectWord("FROM");
        if (!(expressions.expression() instanceof ExpressionTree.Literal literal)
                || !(literal.value().orElse(null) instanceof String file)) {
            throw cursor.error(cursor.offset(-1), "FROM takes the jar's place as a string, such as 'text.jar'");
        }
        return file;
    }

    private boolean trusted() {
        boolean isWith = cursor.acceptWord("WITH");
        if (isWith) {
            cursor.expectWord("TRUST");
        }
        return isWith;
    }

    private Statement.Body dropExtension(int offset) {
        String name = cursor.name("the name of the extension");
        return change(offset, new SchemaChange.DropExtension(name, ifExists()));
    }

    private boolean ifExists() {
        boolean isIf = cursor.acceptWord("IF");
        if (isIf) {
            cursor.expectWord("EXISTS");
        }
        return isIf;
    }

    private Statement.Body drop(int offset) {
        if (cursor.acceptWord("EXTENSION")) {
            return dropExtension(offset);
        }
        boolean index = cursor.acceptWord("INDEX");
        if (!index && !cursor.acceptWord("CONSTRAINT")) {
            throw cursor.unexpectedWord("INDEX, CONSTRAINT or EXTENSION", "INDEX", "CONSTRAINT", "EXTENSION");
        }
        boolean named = !(cursor.isWord("ON") && cursor.kind(1) == TokenKind.COLON)
                && !(cursor.isWord("FOR") && cursor.kind(1) == TokenKind.LEFT_PARENTHESIS);
        if (!named) {
            throw cursor.error(
                    cursor.offset(), "an index or constraint is dropped by its name, which SHOW INDEXES lists");
        }
        String name = cursor.name("the name of the index or constraint");
        boolean ifExists = ifExists();
        return change(
                offset,
                index ? new SchemaChange.DropIndex(name, ifExists) : new SchemaChange.DropConstraint(name, ifExists));
    }

    /** What can be shown is a procedure's result; anything else is read and named. */
    private Statement.Body show(int offset) {
        StringBuilder name = new StringBuilder("SHOW");
        int shownOffset = cursor.offset();
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
            refuseMistyped(shownOffset, name.substring("SHOW ".length()));
            return new SchemaCommand(offset, name.toString());
        }
        List<Clause> clauses = new ArrayList<>();
        clauses.add(new Clause.CallProcedure(
                offset, true, false, procedure.get(), Optional.of(List.of()), yields.isEmpty(), yields, where));
        if (rest.isPresent() && rest.get() instanceof QueryTree.Single single) {
            clauses.addAll(single.clauses());
            end = single.end();
        }
        return new QueryTree.Single(offset, end, clauses);
    }

    /** What is nearly the name of something that exists is not a command of another database. */
    private void refuseMistyped(int offset, String what) {
        String hint = Suggestions.didYouMean(
                what,
                "INDEXES",
                "CONSTRAINTS",
                "PROCEDURES",
                "FUNCTIONS",
                "EXTENSIONS",
                "TRIGGERS",
                "LISTENERS",
                "TRANSACTIONS");
        if (!hint.isEmpty()) {
            throw cursor.error(offset, "there is nothing to show by the name of " + what + hint);
        }
    }

    private static Optional<String> shown(String command) {
        return Optional.ofNullable(
                switch (command) {
                    case "SHOW INDEX",
                            "SHOW INDEXES",
                            "SHOW ALL INDEX",
                            "SHOW ALL INDEXES",
                            "SHOW RANGE INDEX",
                            "SHOW RANGE INDEXES" -> "db.indexes";
                    case "SHOW CONSTRAINT", "SHOW CONSTRAINTS", "SHOW ALL CONSTRAINT", "SHOW ALL CONSTRAINTS" ->
                        "db.constraints";
                    case "SHOW PROCEDURE", "SHOW PROCEDURES" -> "dbms.procedures";
                    case "SHOW FUNCTION", "SHOW FUNCTIONS" -> "dbms.functions";
                    case "SHOW EXTENSION", "SHOW EXTENSIONS" -> "dbms.extensions";
                    case "SHOW EXTENSION USE" -> "dbms.extensionUse";
                    case "SHOW TRIGGER", "SHOW TRIGGERS" -> "dbms.triggers";
                    case "SHOW LISTENER", "SHOW LISTENERS" -> "dbms.listeners";
                    default -> null;
                });
    }
}
