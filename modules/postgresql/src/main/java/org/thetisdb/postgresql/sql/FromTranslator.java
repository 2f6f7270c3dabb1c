package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;
import org.thetisdb.postgresql.catalog.GraphColumn;

/**
 * FROM and WHERE as clauses of Cypher.
 *
 * <pre>
 *   tables of the graph   MATCH (n0:Person) MATCH (n0)-[r1:KNOWS]->(r1e) WHERE …     joins on keys share a node
 *   lists                 UNWIND $pg_class AS c2 WITH * WHERE …
 *   LEFT JOIN             OPTIONAL MATCH … WHERE …    or    UNWIND of what fulfils the conditions, or of [null]
 * </pre>
 */
final class FromTranslator {
    private final Translation translation;
    private final Scope scope;
    private final ExpressionTranslator expressions;
    private final LeafTranslator leaves;
    private final Map<JoinTree, LeafTranslator.Leaf> declared = new IdentityHashMap<>();
    private final List<GraphLeaf> graph = new ArrayList<>();

    /** Those that outer joins add: their nodes are not those of others. */
    private final Set<GraphLeaf> optionalLeaves = new HashSet<>();

    /** Relations whose rows are there. */
    private final Set<String> emitted = new HashSet<>();

    /** What has still to be tested. */
    private final List<Expression> pending = new ArrayList<>();

    private final StringBuilder cypher = new StringBuilder();

    /** Clauses in front of all others, which make lists of queries. */
    private final StringBuilder lists = new StringBuilder();

    private final List<String> listNames = new ArrayList<>();

    /** Whether WHERE belongs to the last clause, and is none yet. */
    private boolean afterMatch;

    FromTranslator(Translation translation, Scope scope, ExpressionTranslator expressions) {
        this.translation = translation;
        this.scope = scope;
        this.expressions = expressions;
        this.leaves = new LeafTranslator(translation, scope);
    }

    /**
     * The clauses.
     *
     * @param usings which columns are one
     */
    String translate(JoinTree tree, List<JoinTree.Using> usings, List<Expression> where) {
        declare(tree);
        usings.forEach(scope::merge);
        markOptional(tree, false);
        List<Expression> conditions = new ArrayList<>(where);
        required(tree, conditions);
        pending.addAll(unified(conditions));
        emit(tree);
        flush(true);
        return lists.isEmpty() ? cypher.toString() : lists + " " + cypher;
    }

    /** What is there of the graph under that name. */
    Optional<GraphLeaf> graphLeaf(String alias) {
        return graph.stream().filter(leaf -> leaf.alias().equals(alias)).findFirst();
    }

    /** The variables that a row is made of. */
    List<String> variables() {
        return declared.values().stream()
                .flatMap(leaf -> switch (leaf) {
                    case LeafTranslator.Leaf.Graph node -> node.leaf().variables().stream();
                    case LeafTranslator.Leaf.Rows rows -> Stream.of(rows.variable());
                    case LeafTranslator.Leaf.Sub sub -> sub.row().variables().stream();
                })
                .distinct()
                .sorted()
                .toList();
    }

    private void declare(JoinTree tree) {
        switch (tree) {
            case JoinTree.Leaf leaf -> {
                LeafTranslator.Leaf made = leaves.declare(leaf.item());
                declared.put(leaf, made);
                if (made instanceof LeafTranslator.Leaf.Graph node) {
                    graph.add(node.leaf());
                }
            }
            case JoinTree.Inner inner -> {
                declare(inner.left());
                declare(inner.right());
            }
            case JoinTree.Left left -> {
                declare(left.mirrored() ? left.right() : left.left());
                declare(left.mirrored() ? left.left() : left.right());
            }
            case JoinTree.Derived derived -> declared.put(derived, leaves.derived(derived));
        }
    }

    /** Conditions of inner joins, which are the same as those of WHERE. */
    private static void required(JoinTree tree, List<Expression> conditions) {
        switch (tree) {
            case JoinTree.Leaf _, JoinTree.Derived _ -> {
                // They have none.
            }
            case JoinTree.Inner inner -> {
                required(inner.left(), conditions);
                required(inner.right(), conditions);
                conditions.addAll(inner.on());
            }
            case JoinTree.Left left -> required(left.left(), conditions);
        }
    }

    /** Makes equal keys the same node; what remains is to be tested. */
    private List<Expression> unified(List<Expression> conditions) {
        List<Expression> rest = new ArrayList<>();
        for (Expression condition : conditions) {
            Optional<List<Column>> columns = JoinTree.equalColumns(condition);
            if (columns.isEmpty() || !unify(columns.get())) {
                rest.add(condition);
            }
        }
        return rest;
    }

    private boolean unify(List<Column> columns) {
        Optional<Key> left = key(columns.getFirst());
        Optional<Key> right = key(columns.getLast());
        if (left.isEmpty() || right.isEmpty()) {
            return false;
        }
        if (!isRequired(left.get().leaf()) || !isRequired(right.get().leaf())) {
            return false;
        }
        String from = right.get().node();
        String to = left.get().node();
        graph.stream().filter(this::isRequired).forEach(leaf -> leaf.rename(from, to));
        return true;
    }

    private boolean isRequired(GraphLeaf leaf) {
        return !optionalLeaves.contains(leaf);
    }

    /** A column that is the key of a node. */
    private record Key(GraphLeaf leaf, GraphColumn.Role role) {
        String node() {
            return leaf.node(role);
        }
    }

    private Optional<Key> key(Column column) {
        if (!scope.has(column)) {
            return Optional.empty();
        }
        RelationColumn found = scope.column(column);
        for (GraphLeaf leaf : graph) {
            Optional<Relation> relation = scope.relation(leaf.alias());
            if (relation.isPresent()
                    && relation.get().columns().stream().anyMatch(found::equals)
                    && leaf.isNodeKey(leaf.role(found.place()))) {
                return Optional.of(new Key(leaf, leaf.role(found.place())));
            }
        }
        return Optional.empty();
    }

    private void emit(JoinTree tree) {
        switch (tree) {
            case JoinTree.Leaf _, JoinTree.Derived _ -> emitRequired(leaf(tree));
            case JoinTree.Inner inner -> {
                emit(inner.left());
                emit(inner.right());
            }
            case JoinTree.Left left -> {
                emit(left.left());
                emitOptional(left);
            }
        }
        flush(false);
    }

    private LeafTranslator.Leaf leaf(JoinTree tree) {
        return Objects.requireNonNull(declared.get(tree));
    }

    private void emitRequired(LeafTranslator.Leaf leaf) {
        switch (leaf) {
            case LeafTranslator.Leaf.Graph node -> clause("MATCH " + node.leaf().pattern(), true);
            case LeafTranslator.Leaf.Rows rows -> clause("UNWIND " + rows.list() + " AS " + rows.variable(), false);
            case LeafTranslator.Leaf.Sub sub ->
                clause("CALL (" + (sub.lateral() ? "*" : "") + ") { " + sub.cypher() + " }", false);
        }
        emitted.addAll(leaf.aliases());
    }

    private void clause(String text, boolean match) {
        cypher.append(cypher.isEmpty() ? "" : " ").append(text);
        afterMatch = match;
    }

    /** Tests what can be tested by now. */
    private void flush(boolean all) {
        List<String> tests = new ArrayList<>();
        Iterator<Expression> conditions = pending.iterator();
        while (conditions.hasNext()) {
            Expression condition = conditions.next();
            scope.watch();
            String test = expressions.condition(condition);
            if (all || emitted.containsAll(scope.used())) {
                tests.add(test);
                conditions.remove();
            }
        }
        if (tests.isEmpty()) {
            return;
        }
        cypher.append(cypher.isEmpty() ? "WITH 1 AS one" : afterMatch ? "" : " WITH *");
        cypher.append(" WHERE ").append(String.join(" AND ", tests));
        afterMatch = false;
    }

    private void emitOptional(JoinTree.Left join) {
        List<LeafTranslator.Leaf> parts = new ArrayList<>();
        List<Expression> conditions = new ArrayList<>(join.on());
        gather(join.right(), parts, conditions);
        boolean ofGraph = parts.stream().allMatch(LeafTranslator.Leaf.Graph.class::isInstance);
        if (ofGraph) {
            optionalPattern(
                    parts.stream()
                            .map(part -> ((LeafTranslator.Leaf.Graph) part).leaf())
                            .toList(),
                    conditions,
                    join);
        } else if (parts.size() == 1 && parts.getFirst() instanceof LeafTranslator.Leaf.Rows rows) {
            optionalRows(rows.list(), rows.variable(), conditions);
        } else if (parts.size() == 1 && parts.getFirst() instanceof LeafTranslator.Leaf.Sub sub && !sub.lateral()) {
            String variable = translation.name("m");
            String list = listed(sub);
            sub.row().readFrom(variable);
            optionalRows(list, variable, conditions);
        } else {
            throw translation.unsupported(join.on(), "an outer join with this");
        }
        parts.forEach(part -> emitted.addAll(part.aliases()));
    }

    /** Those of a list that fulfil the conditions, or null. */
    private void optionalRows(String rows, String variable, List<Expression> conditions) {
        String found = translation.name("l");
        // Inside, the variable is an element; behind it, a row.
        String tests = conditions.isEmpty() ? "" : " WHERE " + tests(conditions);
        clause(
                "WITH *, [" + variable + " IN " + rows + tests + "] AS " + found + " UNWIND CASE WHEN isEmpty(" + found
                        + ") THEN [null] ELSE " + found + " END AS " + variable,
                false);
    }

    /** The rows of a query as a list, made once, before all else. */
    private String listed(LeafTranslator.Leaf.Sub sub) {
        String name = translation.name("l");
        lists.append(lists.isEmpty() ? "" : " ")
                .append("CALL () { ")
                .append(sub.cypher())
                .append(" } WITH ");
        listNames.forEach(other -> lists.append(other).append(", "));
        lists.append("collect(").append(sub.row().asList()).append(") AS ").append(name);
        listNames.add(name);
        return name;
    }

    private String tests(List<Expression> conditions) {
        return conditions.stream().map(expressions::condition).collect(Collectors.joining(" AND "));
    }

    /** The right side of an outer join, in which there is no other. */
    private void gather(JoinTree tree, List<LeafTranslator.Leaf> parts, List<Expression> conditions) {
        switch (tree) {
            case JoinTree.Leaf _, JoinTree.Derived _ -> parts.add(leaf(tree));
            case JoinTree.Inner inner -> {
                gather(inner.left(), parts, conditions);
                gather(inner.right(), parts, conditions);
                conditions.addAll(inner.on());
            }
            case JoinTree.Left left -> throw new IllegalStateException("an outer join inside: " + left);
        }
    }

    private void optionalPattern(List<GraphLeaf> leaves, List<Expression> conditions, JoinTree.Left join) {
        if (leaves.stream().filter(GraphLeaf::isRelationship).count() > 1) {
            throw translation.unsupported(join.on().getFirst(), "an outer join with several relationship types");
        }
        List<Expression> rest = new ArrayList<>();
        for (Expression condition : conditions) {
            Optional<List<Column>> columns = JoinTree.equalColumns(condition);
            if (columns.isEmpty() || !unifyOptional(columns.get(), leaves)) {
                rest.add(condition);
            }
        }
        String patterns = leaves.stream().map(GraphLeaf::pattern).collect(Collectors.joining(", "));
        clause("OPTIONAL MATCH " + patterns, false);
        if (!rest.isEmpty()) {
            cypher.append(" WHERE ").append(tests(rest));
        }
    }

    /** The end of an optional relationship is a node that is there, or another of the same pattern. */
    private boolean unifyOptional(List<Column> columns, List<GraphLeaf> leaves) {
        Optional<Key> left = key(columns.getFirst());
        Optional<Key> right = key(columns.getLast());
        if (left.isEmpty() || right.isEmpty()) {
            return false;
        }
        boolean leftInside = leaves.contains(left.get().leaf());
        boolean rightInside = leaves.contains(right.get().leaf());
        if (leftInside && rightInside) {
            leaves.forEach(leaf -> leaf.rename(right.get().node(), left.get().node()));
            return true;
        }
        Key inside = leftInside ? left.get() : right.get();
        Key outside = leftInside ? right.get() : left.get();
        boolean free = inside.leaf().isRelationship()
                && inside.node().startsWith(inside.leaf().variable())
                && leaves.stream()
                        .filter(leaf -> !leaf.equals(inside.leaf()))
                        .noneMatch(leaf -> leaf.has(inside.node()));
        if (!(leftInside ^ rightInside) || !free) {
            return false;
        }
        inside.leaf().rename(inside.node(), outside.node());
        return true;
    }

    /** Marks what outer joins add, before anything is made equal. */
    private void markOptional(JoinTree tree, boolean optional) {
        switch (tree) {
            case JoinTree.Leaf leaf -> {
                if (optional && declared.get(leaf) instanceof LeafTranslator.Leaf.Graph node) {
                    optionalLeaves.add(node.leaf());
                    node.leaf().makeOptional();
                }
            }
            case JoinTree.Derived _ -> {
                // Its rows are lists already.
            }
            case JoinTree.Inner inner -> {
                markOptional(inner.left(), optional);
                markOptional(inner.right(), optional);
            }
            case JoinTree.Left left -> {
                markOptional(left.left(), optional);
                markOptional(left.right(), true);
            }
        }
    }
}
