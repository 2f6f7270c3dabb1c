package org.thetisdb.query;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.cypher.Cypher;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.syntax.Clause;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.LabelTree;
import org.thetisdb.cypher.syntax.PatternTree;
import org.thetisdb.cypher.syntax.QueryTree;
import org.thetisdb.cypher.syntax.Statement;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.RelationshipReference;

/**
 * Builds a graph from statements that create it. A statement may begin with clauses that read, which the engine runs on
 * the graph so far; then follow CREATE, UNWIND, DELETE of relationships, and WITH that only keeps names. Expressions
 * that are no literals are evaluated by the engine; a node is a map of its properties to them.
 */
final class GraphFromCypher {
    private final TestDatabases databases;
    private final GraphModel graph = new GraphModel();
    private String text = "";

    GraphFromCypher(TestDatabases databases) {
        this.databases = databases;
    }

    /**
     * The graph after the statements.
     *
     * @throws UnsupportedOperationException if a statement does more than this class can
     */
    GraphModel build(List<String> statements) {
        for (String statement : statements) {
            apply(statement);
        }
        return graph;
    }

    private void apply(String statementText) {
        text = statementText;
        Statement statement = Cypher.parse(text);
        if (!(statement.body() instanceof QueryTree.Single single)) {
            throw unsupported("UNION");
        }
        List<Clause> clauses = single.clauses();
        int first = 0;
        while (first < clauses.size() && reads(clauses.get(first))) {
            first++;
        }
        List<Map<String, Object>> rows = first == 0 || first == clauses.size()
                ? List.of(new HashMap<>())
                : rowsOf(text.substring(0, clauses.get(first).offset()));
        for (Clause clause : clauses.subList(first, clauses.size())) {
            rows = apply(clause, rows);
        }
    }

    private static boolean reads(Clause clause) {
        return clause instanceof Clause.Match || clause instanceof Clause.Unwind || clause instanceof Clause.Projection;
    }

    /** What the clauses before the first update give, with nodes and relationships of the model. */
    private List<Map<String, Object>> rowsOf(String reading) {
        Path directory = databases.write(graph);
        List<Map<String, Object>> rows = new ArrayList<>();
        try (TestDatabase database = new TestDatabase(directory, TestConfiguration.DEFAULT)) {
            Table table = database.run(reading + " RETURN *", Map.of());
            for (List<Object> values : table.rows()) {
                Map<String, Object> row = new HashMap<>();
                for (int column = 0; column < values.size(); column++) {
                    row.put(table.columns().get(column), modelled(values.get(column)));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private Object modelled(Object value) {
        return switch (value) {
            case NodeReference node -> node(node.id());
            case RelationshipReference relationship ->
                graph.relationships.stream()
                        .filter(each ->
                                each.start().id == relationship.startNode() && each.end().id == relationship.endNode())
                        .findFirst()
                        .orElseThrow();
            case null, default -> value;
        };
    }

    private GraphModel.Node node(long id) {
        return graph.nodes.stream().filter(node -> node.id == id).findFirst().orElseThrow();
    }

    private List<Map<String, Object>> apply(Clause clause, List<Map<String, Object>> rows) {
        switch (clause) {
            case Clause.Create create -> rows.forEach(row -> create.patterns().forEach(each -> create(each, row)));
            case Clause.Delete delete -> rows.forEach(row -> delete(delete, row));
            case Clause.Unwind unwind -> {
                return unwind(unwind, rows);
            }
            case Clause.Projection projection -> requireNamesOnly(projection);
            default -> throw unsupported(clause.getClass().getSimpleName());
        }
        return rows;
    }

    private List<Map<String, Object>> unwind(Clause.Unwind unwind, List<Map<String, Object>> rows) {
        List<Map<String, Object>> result = new ArrayList<>();
        String list = text.substring(
                        unwind.offset() + "UNWIND".length(), unwind.variable().offset())
                .strip();
        for (Map<String, Object> row : rows) {
            Object values = evaluate(list.substring(0, list.length() - "AS".length()), row);
            for (Object value : (List<?>) values) {
                Map<String, Object> longer = new HashMap<>(row);
                longer.put(unwind.variable().name(), value);
                result.add(longer);
            }
        }
        return result;
    }

    private static void requireNamesOnly(Clause.Projection projection) {
        boolean plain = projection.items().stream()
                .allMatch(item -> item.expression() instanceof ExpressionTree.Name
                        && item.alias().isEmpty());
        if (!plain || projection.distinct() || !projection.orderBy().isEmpty()) {
            throw unsupported("WITH that computes");
        }
    }

    @SuppressWarnings("ReferenceEquality") // The very same object is meant.
    private void delete(Clause.Delete delete, Map<String, Object> row) {
        for (ExpressionTree target : delete.targets()) {
            if (!(target instanceof ExpressionTree.Name name)
                    || !(row.get(name.name()) instanceof GraphModel.Relationship relationship)) {
                throw unsupported("DELETE of something else than a relationship");
            }
            graph.relationships.removeIf(each -> each == relationship);
        }
    }

    private void create(PatternTree pattern, Map<String, Object> row) {
        GraphModel.Node left = node(pattern.nodes().getFirst(), row);
        for (int index = 0; index < pattern.relationships().size(); index++) {
            GraphModel.Node right = node(pattern.nodes().get(index + 1), row);
            PatternTree.RelationshipTree tree = pattern.relationships().get(index);
            boolean incoming = tree.direction() == Direction.INCOMING;
            String type = names(tree.types()).getFirst();
            GraphModel.Relationship relationship = new GraphModel.Relationship(
                    type, incoming ? right : left, incoming ? left : right, properties(tree.properties(), row));
            graph.relationships.add(relationship);
            tree.variable().ifPresent(variable -> row.put(variable.name(), relationship));
            left = right;
        }
    }

    private GraphModel.Node node(PatternTree.NodeTree tree, Map<String, Object> row) {
        Optional<String> variable = tree.variable().map(Clause.Identifier::name);
        if (variable.isPresent() && row.get(variable.get()) instanceof GraphModel.Node bound) {
            return bound;
        }
        GraphModel.Node node = new GraphModel.Node();
        node.labels.addAll(names(tree.labels()));
        node.properties.putAll(properties(tree.properties(), row));
        graph.nodes.add(node);
        variable.ifPresent(name -> row.put(name, node));
        return node;
    }

    private static List<String> names(Optional<LabelTree> labels) {
        return labels.map(tree -> names(tree.expression())).orElse(List.of());
    }

    private static List<String> names(LabelExpression labels) {
        return switch (labels) {
            case LabelExpression.Name name -> List.of(name.name());
            case LabelExpression.And and ->
                and.operands().stream().flatMap(each -> names(each).stream()).toList();
            default -> throw unsupported("labels other than names");
        };
    }

    private Map<String, Object> properties(Optional<ExpressionTree> tree, Map<String, Object> row) {
        Map<String, Object> properties = new LinkedHashMap<>();
        if (tree.isPresent()) {
            Optional<Object> literal = literal(tree.get());
            Object value = literal.isPresent()
                    ? literal.get()
                    : evaluate(braces(tree.get().offset()), row);
            ((Map<?, ?>) value).forEach((key, entry) -> {
                if (entry != null) {
                    properties.put((String) key, entry);
                }
            });
        }
        return properties;
    }

    /** The value of an expression without calls, names and operators; NULL represents null. */
    private static Optional<Object> literal(ExpressionTree tree) {
        return switch (tree) {
            case ExpressionTree.Literal literal -> literal.value();
            case ExpressionTree.MapLiteral map -> {
                Map<String, Object> values = new LinkedHashMap<>();
                for (ExpressionTree.EntryTree entry : map.entries()) {
                    Optional<Object> value = literal(entry.value());
                    if (value.isEmpty()) {
                        yield Optional.empty();
                    }
                    values.put(entry.key(), value.get());
                }
                yield Optional.of(values);
            }
            default -> Optional.empty();
        };
    }

    /** The text of a map literal: from its brace to the matching one. */
    private String braces(int offset) {
        int depth = 0;
        char quote = 0;
        for (int index = offset; index < text.length(); index++) {
            char unit = text.charAt(index);
            if (quote != 0) {
                if (unit == '\\') {
                    index++;
                } else if (unit == quote) {
                    quote = 0;
                }
            } else if (unit == '\'' || unit == '"' || unit == '`') {
                quote = unit;
            } else if (unit == '{') {
                depth++;
            } else if (unit == '}' && --depth == 0) {
                return text.substring(offset, index + 1);
            }
        }
        throw unsupported("properties that are no map literal");
    }

    private Object evaluate(String expression, Map<String, Object> row) {
        StringBuilder query = new StringBuilder();
        Map<String, Object> parameters = new HashMap<>();
        row.forEach((name, value) -> {
            query.append(query.isEmpty() ? "WITH " : ", ").append("$`" + name + "` AS `" + name + "`");
            parameters.put(name, plain(value));
        });
        query.append(" RETURN ").append(expression).append(" AS value");
        return databases
                .empty()
                .run(query.toString(), parameters)
                .rows()
                .getFirst()
                .getFirst();
    }

    private static Object plain(Object value) {
        return switch (value) {
            case GraphModel.Node node -> new LinkedHashMap<>(node.properties);
            case GraphModel.Relationship relationship -> new LinkedHashMap<>(relationship.properties());
            case null, default -> value;
        };
    }

    private static UnsupportedOperationException unsupported(String what) {
        return new UnsupportedOperationException("the graph of a test cannot be built with: " + what);
    }
}
