package org.thetisdb.cypher.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.syntax.CopyTree;
import org.thetisdb.cypher.syntax.CopyTree.Format;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.ExpressionTree.EntryTree;
import org.thetisdb.cypher.syntax.PatternTree;
import org.thetisdb.cypher.syntax.PatternTree.NodeTree;
import org.thetisdb.cypher.syntax.PatternTree.RelationshipTree;

/** COPY of a query to a file, and of a file to nodes or relationships. */
final class CopyParser {
    private static final String END_EXAMPLE = "a node with its key, as in (:Person {id: column})";

    private final TokenCursor cursor;
    private final ExpressionParser expressions;
    private final Parser queries;

    CopyParser(TokenCursor cursor, ExpressionParser expressions, Parser queries) {
        this.cursor = cursor;
        this.expressions = expressions;
        this.queries = queries;
    }

    CopyTree copy() {
        int offset = cursor.offset();
        cursor.expectWord("COPY");
        boolean fileFollows = cursor.kind(1) == TokenKind.STRING
                || cursor.kind(1) == TokenKind.PARAMETER
                || cursor.kind(1) == TokenKind.DOLLAR;
        if (cursor.isWord("FROM") && fileFollows) {
            ExpressionTree file = fromFile();
            return new CopyTree.IntoGraph(offset, file, options(true));
        }
        if (!cursor.is(TokenKind.LEFT_PARENTHESIS)) {
            List<String> labels = new ArrayList<>(2);
            do {
                labels.add(cursor.name("a label, or a query in parentheses"));
            } while (cursor.accept(TokenKind.COLON));
            return into(offset, labels);
        }
        boolean pattern = cursor.kind(1) == TokenKind.COLON
                || cursor.kind(1) == TokenKind.RIGHT_PARENTHESIS
                || cursor.isName(1) && cursor.kind(2) == TokenKind.COLON;
        return pattern ? intoPattern(offset) : fromQuery(offset);
    }

    private CopyTree fromQuery(int offset) {
        cursor.advance();
        int start = cursor.offset();
        queries.queryOfAnyTime();
        int end = cursor.endBefore();
        cursor.expect(TokenKind.RIGHT_PARENTHESIS);
        if (!cursor.acceptWord("TO")) {
            throw cursor.unexpectedWord("TO and the file to write after a query", "TO");
        }
        ExpressionTree file = file();
        return new CopyTree.FromQuery(offset, start, end, file, options(false));
    }

    private CopyTree into(int offset, List<String> labels) {
        ExpressionTree file = fromFile();
        return new CopyTree.IntoNodes(offset, labels, file, options(true));
    }

    private CopyTree intoPattern(int offset) {
        PatternTree pattern = expressions.patterns().pattern();
        NodeTree first = pattern.nodes().get(0);
        if (pattern.relationships().isEmpty()) {
            if (first.properties().isPresent() || first.where().isPresent()) {
                throw cursor.error(first.offset(), "the file's columns are the properties; write the labels only");
            }
            return into(offset, labels(first));
        }
        RelationshipTree relationship = pattern.relationships().get(0);
        boolean plain = pattern.relationships().size() == 1
                && pattern.path().isEmpty()
                && pattern.shortest() == PatternTree.Shortest.NONE
                && relationship.direction() != Direction.BOTH
                && relationship.length().isEmpty()
                && relationship.properties().isEmpty()
                && relationship.where().isEmpty()
                && relationship.types().isPresent();
        if (!plain || !(relationship.types().get().expression() instanceof LabelExpression.Name type)) {
            throw cursor.error(
                    relationship.offset(),
                    "COPY makes single relationships of one type and direction; write (…)-[:TYPE]->(…)");
        }
        CopyTree.End left = end(first);
        CopyTree.End right = end(pattern.nodes().get(1));
        boolean leftToRight = relationship.direction() == Direction.OUTGOING;
        ExpressionTree file = fromFile();
        return new CopyTree.IntoRelationships(
                offset, leftToRight ? left : right, type.name(), leftToRight ? right : left, file, options(true));
    }

    private CopyTree.End end(NodeTree node) {
        if (node.where().isEmpty()
                && node.properties().isPresent()
                && node.properties().get() instanceof ExpressionTree.MapLiteral map
                && map.entries().size() == 1) {
            EntryTree entry = map.entries().get(0);
            if (entry.value() instanceof ExpressionTree.Name column) {
                return new CopyTree.End(labels(node), entry.key(), column.name());
            }
        }
        throw cursor.error(node.offset(), "COPY has to find both nodes; expected " + END_EXAMPLE);
    }

    private List<String> labels(NodeTree node) {
        List<String> labels = new ArrayList<>(2);
        if (node.labels().isPresent()) {
            collect(node.labels().get().expression(), node.offset(), labels);
            return labels;
        }
        throw cursor.error(node.offset(), "a label is missing; write (:Label)");
    }

    private void collect(LabelExpression expression, int offset, List<String> labels) {
        if (expression instanceof LabelExpression.Name name) {
            labels.add(name.name());
        } else if (expression instanceof LabelExpression.And and) {
            for (LabelExpression operand : and.operands()) {
                collect(operand, offset, labels);
            }
        } else {
            throw cursor.error(offset, "this does not say which labels; use names only, as in :A:B");
        }
    }

    private ExpressionTree fromFile() {
        if (!cursor.acceptWord("FROM")) {
            throw cursor.unexpectedWord("FROM and the file to read", "FROM");
        }
        return file();
    }

    private ExpressionTree file() {
        ExpressionTree file = expressions.target();
        if (string(file).isEmpty() && !(file instanceof ExpressionTree.Parameter)) {
            throw cursor.error(file.offset(), "expected a file's name in quotes, or a parameter");
        }
        return file;
    }

    private static Optional<String> string(ExpressionTree tree) {
        return tree instanceof ExpressionTree.Literal literal && literal.value().orElse(null) instanceof String text
                ? Optional.of(text)
                : Optional.empty();
    }

    // ---------------------------------------------------------------- options

    private CopyTree.Options options(boolean reads) {
        boolean header = true;
        char delimiter = ',';
        Optional<Format> format = Optional.empty();
        boolean overwrite = false;
        boolean types = true;
        List<String> columns = List.of();
        if (cursor.accept(TokenKind.LEFT_PARENTHESIS)) {
            do {
                if (cursor.acceptWord("HEADER")) {
                    header = flag();
                } else if (cursor.acceptWord("DELIMITER")) {
                    delimiter = delimiter();
                } else if (cursor.acceptWord("FORMAT")) {
                    format = Optional.of(format());
                } else if (cursor.acceptWord("TYPES")) {
                    types = flag();
                } else if (!reads && cursor.acceptWord("OVERWRITE")) {
                    overwrite = flag();
                } else if (reads && cursor.acceptWord("COLUMNS")) {
                    columns = columns();
                } else {
                    String last = reads ? "COLUMNS" : "OVERWRITE";
                    throw cursor.unexpectedWord(
                            "HEADER, DELIMITER, FORMAT, TYPES or " + last,
                            "HEADER",
                            "DELIMITER",
                            "FORMAT",
                            "TYPES",
                            last);
                }
            } while (cursor.accept(TokenKind.COMMA));
            cursor.expect(TokenKind.RIGHT_PARENTHESIS);
        }
        return new CopyTree.Options(header, delimiter, format, overwrite, types, columns);
    }

    private boolean flag() {
        if (cursor.acceptWord("TRUE")) {
            return true;
        }
        if (cursor.acceptWord("FALSE")) {
            return false;
        }
        throw cursor.unexpectedWord("true or false", "TRUE", "FALSE");
    }

    private char delimiter() {
        int offset = cursor.offset();
        Optional<String> text = string(expressions.target());
        boolean valid = text.isPresent()
                && text.get().length() == 1
                && text.get().charAt(0) < 128
                && "\"\r\n".indexOf(text.get().charAt(0)) < 0;
        if (!valid) {
            throw cursor.error(offset, "DELIMITER is one ASCII character in quotes, but no quote or line end");
        }
        return text.get().charAt(0);
    }

    private Format format() {
        if (cursor.acceptWord("csv")) {
            return Format.CSV;
        }
        if (cursor.acceptWord("jsonl")) {
            return Format.JSON_LINES;
        }
        throw cursor.unexpectedWord("csv or jsonl", "csv", "jsonl");
    }

    private List<String> columns() {
        ExpressionTree tree = expressions.target();
        List<String> columns = new ArrayList<>();
        if (tree instanceof ExpressionTree.ListLiteral list) {
            for (ExpressionTree element : list.elements()) {
                Optional<String> column = string(element);
                if (column.isEmpty()) {
                    throw cursor.error(element.offset(), "a column is a string: 'name' or 'name:type'");
                }
                columns.add(column.get());
            }
        }
        if (columns.isEmpty()) {
            throw cursor.error(tree.offset(), "COLUMNS is a list of strings such as ['id:long', 'name']");
        }
        return columns;
    }
}
