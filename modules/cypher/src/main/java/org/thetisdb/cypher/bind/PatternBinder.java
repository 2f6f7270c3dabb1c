package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.CypherType.Kind;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.GraphPattern.Hop;
import org.thetisdb.cypher.bound.GraphPattern.NamedPath;
import org.thetisdb.cypher.bound.GraphPattern.ShortestPath;
import org.thetisdb.cypher.bound.GraphPattern.VariableLength;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.NameKind;
import org.thetisdb.cypher.bound.Remark;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.syntax.Clause.Identifier;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.LabelTree;
import org.thetisdb.cypher.syntax.PatternTree;
import org.thetisdb.cypher.syntax.PatternTree.LengthTree;
import org.thetisdb.cypher.syntax.PatternTree.NodeTree;
import org.thetisdb.cypher.syntax.PatternTree.RelationshipTree;
import org.thetisdb.cypher.syntax.PatternTree.Shortest;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;

/**
 * One MATCH: first all its variables are declared, then the predicates are bound, which may use each of them. Used for
 * one pattern only.
 */
final class PatternBinder {
    private static final CypherType RELATIONSHIPS = CypherType.listOf(CypherType.RELATIONSHIP);

    private final BindContext context;
    private final Scope scope;
    private final ExpressionBinder expressions;

    private final Set<Variable> nodes = new LinkedHashSet<>();
    private final List<PendingHop> pending = new ArrayList<>();
    private final List<NamedPath> paths = new ArrayList<>();
    private final List<Expression> predicates = new ArrayList<>();
    private final List<PendingNode> pendingNodes = new ArrayList<>();
    private final Set<String> ownRelationships = new HashSet<>();
    private final PatternParts parts;
    private boolean mayDeclare;

    private record PendingNode(NodeTree tree, Variable variable) {}

    private record PendingHop(
            RelationshipTree tree,
            Variable relationship,
            Variable left,
            Variable right,
            Shortest shortest,
            Optional<Variable> path) {}

    PatternBinder(BindContext context, Scope scope, ExpressionBinder expressions) {
        this.context = context;
        this.scope = scope;
        this.expressions = expressions;
        this.parts = new PatternParts(context.variableCount());
    }

    /** {@code mayDeclare} is false for a pattern predicate, which cannot introduce names. */
    Step.Match match(
            boolean optional, List<PatternTree> trees, Optional<ExpressionTree> where, boolean mayDeclareNames) {
        mayDeclare = mayDeclareNames;
        for (PatternTree tree : trees) {
            declare(tree);
        }
        for (PendingNode node : pendingNodes) {
            bindNode(node);
        }
        List<Hop> hops = new ArrayList<>(pending.size());
        List<ShortestPath> shortestPaths = new ArrayList<>(1);
        for (PendingHop hop : pending) {
            Hop bound = bindHop(hop);
            if (hop.shortest() == Shortest.NONE) {
                hops.add(bound);
            } else {
                shortestPaths.add(new ShortestPath(bound, hop.path().orElseThrow(), hop.shortest() == Shortest.ALL));
            }
        }
        if (where.isPresent()) {
            predicates.addAll(expressions.bindConjuncts(where.get()));
        }
        GraphPattern pattern = new GraphPattern(List.copyOf(nodes), hops, shortestPaths, paths);
        Step.Match match = new Step.Match(optional, pattern, predicates);
        Optional<Remark> unconnected = parts.remark(match);
        if (unconnected.isPresent()) {
            context.remarks().add(unconnected.get());
        }
        return match;
    }

    private void declare(PatternTree tree) {
        boolean shortest = tree.shortest() != Shortest.NONE;
        if (shortest && tree.relationships().size() != 1) {
            throw context.error(
                    ErrorCode.SEMANTIC,
                    tree.offset(),
                    "a shortest path needs exactly one relationship between two nodes: relationships="
                            + tree.relationships().size() + "; write shortestPath((a)-[:TYPE*]-(b))");
        }
        if (shortest) {
            checkShortest(tree.relationships().getFirst());
        }
        List<Variable> elements = new ArrayList<>(tree.nodes().size() * 2);
        Variable left = nodeVariable(tree.nodes().get(0));
        elements.add(left);
        Optional<Variable> shortestPath = Optional.empty();
        for (int index = 0; index < tree.relationships().size(); index++) {
            RelationshipTree hop = tree.relationships().get(index);
            Variable relationship = relationshipVariable(hop, shortest);
            Variable right = nodeVariable(tree.nodes().get(index + 1));
            if (shortest) {
                shortestPath = Optional.of(
                        tree.path().isPresent()
                                ? pathVariable(tree.path().get())
                                : context.anonymous("path", CypherType.PATH));
            }
            pending.add(new PendingHop(hop, relationship, left, right, tree.shortest(), shortestPath));
            elements.add(relationship);
            elements.add(right);
            left = right;
        }
        parts.add(tree.offset(), elements);
        if (!shortest && tree.path().isPresent()) {
            paths.add(new NamedPath(pathVariable(tree.path().get()), elements));
        }
    }

    /** The shortest path of at least two relationships would be a search of its own, over all trails. */
    private void checkShortest(RelationshipTree hop) {
        int minimum = hop.length().map(LengthTree::minimum).orElse(1);
        if (minimum > 1) {
            throw context.error(
                    ErrorCode.SEMANTIC,
                    hop.offset(),
                    "a shortest path has a least length of 0 or 1: minimum=" + minimum
                            + "; write *, *0.. or *..n, and a condition on length(path) after the pattern");
        }
    }

    private Variable pathVariable(Identifier name) {
        if (scope.contains(name.name())) {
            throw alreadyDefined(name);
        }
        checkMayDeclare(name);
        return declare(name, CypherType.PATH);
    }

    private RuntimeException alreadyDefined(Identifier name) {
        return context.error(
                ErrorCode.VARIABLE_ALREADY_DEFINED,
                name.offset(),
                "variable `" + name.name() + "` is defined already; choose another name");
    }

    private void checkMayDeclare(Identifier name) {
        if (!mayDeclare) {
            throw context.error(
                    ErrorCode.UNDEFINED_VARIABLE,
                    name.offset(),
                    "variable `" + name.name()
                            + "` is not defined; a pattern predicate brings in no names, EXISTS { } does"
                            + Suggestions.didYouMean(name.name(), scope.allNames()));
        }
    }

    private Variable declare(Identifier name, CypherType type) {
        Variable variable = context.newVariable(name.name(), type);
        scope.declare(variable);
        return variable;
    }

    private Variable nodeVariable(NodeTree tree) {
        Variable variable = tree.variable().isEmpty()
                ? context.anonymous("node", CypherType.NODE)
                : namedNode(tree.variable().get());
        nodes.add(variable);
        pendingNodes.add(new PendingNode(tree, variable));
        return variable;
    }

    private Variable namedNode(Identifier name) {
        Optional<Variable> existing = scope.find(name.name());
        if (existing.isEmpty()) {
            checkMayDeclare(name);
            return declare(name, CypherType.NODE);
        }
        requireKind(name, existing.get(), Kind.NODE);
        return existing.get();
    }

    private void requireKind(Identifier name, Variable variable, Kind wanted) {
        Kind kind = variable.type().kind();
        if (kind != wanted && kind != Kind.ANY && kind != Kind.NULL) {
            throw context.error(
                    ErrorCode.TYPE_MISMATCH,
                    name.offset(),
                    "variable `" + name.name() + "` is used as a " + wanted + " but is of type " + variable.type());
        }
    }

    /** A relationship that an earlier clause has bound becomes a new one that must equal it. */
    private Variable relationshipVariable(RelationshipTree tree, boolean shortest) {
        boolean list = shortest || tree.length().isPresent();
        CypherType type = list ? RELATIONSHIPS : CypherType.RELATIONSHIP;
        if (tree.variable().isEmpty()) {
            return context.anonymous("relationship", type);
        }
        Identifier name = tree.variable().get();
        Optional<Variable> existing = scope.find(name.name());
        if (existing.isEmpty()) {
            checkMayDeclare(name);
            ownRelationships.add(name.name());
            return declare(name, type);
        }
        if (ownRelationships.contains(name.name())) {
            throw alreadyDefined(name);
        }
        requireKind(name, existing.get(), list ? Kind.LIST : Kind.RELATIONSHIP);
        ownRelationships.add(name.name());
        Variable again = context.anonymous("relationship", type);
        predicates.add(new Expression.Comparison(
                Expression.Comparison.Operator.EQUAL,
                new Expression.Reference(again),
                new Expression.Reference(existing.get())));
        return again;
    }

    private void bindNode(PendingNode node) {
        Expression reference = new Expression.Reference(node.variable());
        NodeTree tree = node.tree();
        if (tree.labels().isPresent()) {
            context.remarks().read(NameKind.LABEL, tree.labels().get());
            addLabels(reference, tree.labels().get().expression());
        }
        if (tree.properties().isPresent()) {
            addProperties(reference, tree.properties().get(), predicates);
        }
        if (tree.where().isPresent()) {
            predicates.addAll(expressions.bindConjuncts(tree.where().get()));
        }
    }

    private void addLabels(Expression reference, LabelExpression labels) {
        if (labels instanceof LabelExpression.And and) {
            for (LabelExpression operand : and.operands()) {
                addLabels(reference, operand);
            }
        } else {
            predicates.add(new Expression.HasLabels(reference, labels));
        }
    }

    private void addProperties(Expression reference, ExpressionTree tree, List<Expression> target) {
        if (!(tree instanceof ExpressionTree.MapLiteral map)) {
            throw context.error(
                    ErrorCode.SEMANTIC,
                    tree.offset(),
                    "a pattern cannot take a parameter for all its properties; write {key: $map.key}");
        }
        for (ExpressionTree.EntryTree entry : map.entries()) {
            context.remarks().read(NameKind.PROPERTY_KEY, entry.offset(), entry.key());
            Expression property = new Expression.Property(reference, entry.key());
            context.place(property, entry.offset());
            target.add(new Expression.Comparison(
                    Expression.Comparison.Operator.EQUAL, property, expressions.bind(entry.value())));
        }
    }

    private Hop bindHop(PendingHop hop) {
        RelationshipTree tree = hop.tree();
        boolean list = hop.shortest() != Shortest.NONE || tree.length().isPresent();
        Optional<VariableLength> length = Optional.empty();
        if (list) {
            LengthTree bounds = tree.length().orElse(new LengthTree(tree.offset(), 1, OptionalLong.of(1)));
            Variable single = context.anonymous("hop", CypherType.RELATIONSHIP);
            List<Expression> conditions = new ArrayList<>(2);
            bindConditions(tree, single, conditions);
            if (bounds.maximum().isEmpty() && hop.shortest() == Shortest.NONE) {
                context.remarks().add(new Remark.UnboundedLength(bounds.offset()));
            }
            length = Optional.of(new VariableLength(bounds.minimum(), bounds.maximum(), single, conditions));
        } else {
            bindConditions(tree, hop.relationship(), predicates);
        }
        Optional<LabelExpression> types = Optional.empty();
        if (tree.types().isPresent()) {
            LabelTree written = tree.types().get();
            context.remarks().read(NameKind.TYPE, written);
            types = Optional.of(written.expression());
        }
        return new Hop(hop.relationship(), hop.left(), hop.right(), tree.direction(), types, length);
    }

    /** Inline properties and WHERE; in them the name of a variable-length relationship is its single hop. */
    private void bindConditions(RelationshipTree tree, Variable single, List<Expression> target) {
        if (tree.properties().isPresent()) {
            addProperties(new Expression.Reference(single), tree.properties().get(), target);
        }
        if (tree.where().isEmpty()) {
            return;
        }
        if (tree.variable().isEmpty()) {
            target.addAll(expressions.bindConjuncts(tree.where().get()));
            return;
        }
        String name = tree.variable().get().name();
        Optional<Variable> whole = Optional.ofNullable(scope.names().put(name, single));
        target.addAll(expressions.bindConjuncts(tree.where().get()));
        if (whole.isPresent()) {
            scope.names().put(name, whole.get());
        } else {
            scope.names().remove(name);
        }
    }
}
