package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern.NamedPath;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.NameKind;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.bound.Write.NewNode;
import org.thetisdb.cypher.bound.Write.NewRelationship;
import org.thetisdb.cypher.bound.Write.Properties;
import org.thetisdb.cypher.syntax.Clause.Identifier;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.PatternTree;
import org.thetisdb.cypher.syntax.PatternTree.NodeTree;
import org.thetisdb.cypher.syntax.PatternTree.RelationshipTree;
import org.thetisdb.value.ErrorCode;

/**
 * The patterns of one CREATE or MERGE, which make what they name. The properties in a pattern see what was there before
 * the clause and what earlier patterns make; where they use the latter, these are made in an earlier step. Used for
 * one clause only.
 */
final class PatternMaker {
    private final BindContext context;
    private final Scope scope;
    private final ExpressionBinder expressions;
    private final String clause;
    private final boolean directionRequired;

    private final Map<Object, Properties> properties = new IdentityHashMap<>();
    private final List<NewNode> nodes = new ArrayList<>();
    private final List<NewRelationship> relationships = new ArrayList<>();
    private final List<NamedPath> paths = new ArrayList<>();
    private final List<Step> done = new ArrayList<>();

    /** Nodes and relationships of the patterns in the order in which they are written, variables resolved. */
    private final List<List<Variable>> chains = new ArrayList<>();

    /**
     * @param clause its name, for errors
     * @param directionRequired if not, a relationship without direction is made from left to right
     */
    PatternMaker(
            BindContext context, Scope scope, ExpressionBinder expressions, String clause, boolean directionRequired) {
        this.context = context;
        this.scope = scope;
        this.expressions = expressions;
        this.clause = clause;
        this.directionRequired = directionRequired;
    }

    List<NewNode> nodes() {
        return nodes;
    }

    List<NewRelationship> relationships() {
        return relationships;
    }

    List<List<Variable>> chains() {
        return chains;
    }

    Step.Create create() {
        return new Step.Create(nodes, relationships);
    }

    /** Adds the steps of a CREATE. */
    void addSteps(List<Step> steps) {
        steps.addAll(done);
        steps.add(create());
        addPaths(steps);
    }

    void addPaths(List<Step> steps) {
        for (NamedPath path : paths) {
            steps.add(new Step.BuildPath(path));
        }
    }

    /** Gives the properties of nodes and relationships another form, once bound. */
    interface Rewriting {
        Properties rewrite(Properties properties);
    }

    void make(List<PatternTree> trees, Rewriting rewriting) {
        for (PatternTree tree : trees) {
            scope.takeFound();
            bindProperties(tree, rewriting);
            if (readsNew(scope.takeFound())) {
                done.add(create());
                nodes.clear();
                relationships.clear();
            }
            declare(tree);
        }
    }

    private boolean readsNew(Set<Variable> read) {
        for (NewNode node : nodes) {
            if (read.contains(node.variable())) {
                return true;
            }
        }
        for (NewRelationship relationship : relationships) {
            if (read.contains(relationship.variable())) {
                return true;
            }
        }
        return false;
    }

    // ---------------------------------------------------------------- properties

    private void bindProperties(PatternTree tree, Rewriting rewriting) {
        if (tree.shortest() != PatternTree.Shortest.NONE) {
            throw context.error(ErrorCode.SYNTAX, tree.offset(), clause + " takes no shortestPath()");
        }
        for (int index = 0; index < tree.nodes().size(); index++) {
            NodeTree node = tree.nodes().get(index);
            refuseWhere(node.where());
            node.properties().ifPresent(map -> properties.put(node, rewriting.rewrite(properties(map))));
            if (index < tree.relationships().size()) {
                RelationshipTree hop = tree.relationships().get(index);
                refuseWhere(hop.where());
                hop.properties().ifPresent(map -> properties.put(hop, rewriting.rewrite(properties(map))));
            }
        }
    }

    private void refuseWhere(Optional<ExpressionTree> where) {
        if (where.isPresent()) {
            throw context.error(ErrorCode.SYNTAX, where.get().offset(), "a pattern of " + clause + " takes no WHERE");
        }
    }

    private Properties properties(ExpressionTree tree) {
        Properties bound = boundProperties(tree);
        context.remarks().writeKeys(bound);
        return bound;
    }

    private Properties boundProperties(ExpressionTree tree) {
        if (!(tree instanceof ExpressionTree.MapLiteral map)) {
            return new Properties(List.of(), Optional.of(expressions.bind(tree)));
        }
        Map<String, Expression> entries = new LinkedHashMap<>();
        for (ExpressionTree.EntryTree entry : map.entries()) {
            Expression value = expressions.bind(entry.value());
            context.placeValue(value, entry.value().offset());
            entries.put(entry.key(), value);
        }
        List<Expression.Entry> list = new ArrayList<>(entries.size());
        entries.forEach((key, value) -> list.add(new Expression.Entry(key, value)));
        return new Properties(list, Optional.empty());
    }

    // ---------------------------------------------------------------- variables

    private void declare(PatternTree tree) {
        boolean alone = tree.relationships().isEmpty();
        List<Variable> chain = new ArrayList<>();
        Variable left = node(tree.nodes().get(0), alone);
        chain.add(left);
        for (int index = 0; index < tree.relationships().size(); index++) {
            RelationshipTree hop = tree.relationships().get(index);
            Variable right = node(tree.nodes().get(index + 1), false);
            chain.add(relationship(hop, left, right));
            chain.add(right);
            left = right;
        }
        chains.add(chain);
        if (tree.path().isPresent()) {
            Identifier name = tree.path().get();
            if (scope.contains(name.name())) {
                throw alreadyDefined(name, "");
            }
            Variable path = context.newVariable(name.name(), CypherType.PATH);
            scope.declare(path);
            paths.add(new NamedPath(path, chain));
        }
    }

    private RuntimeException alreadyDefined(Identifier name, String remedy) {
        return context.error(
                ErrorCode.VARIABLE_ALREADY_DEFINED,
                name.offset(),
                "variable `" + name.name() + "` is defined already" + remedy);
    }

    private Variable node(NodeTree tree, boolean alone) {
        if (tree.variable().isPresent()) {
            Identifier name = tree.variable().get();
            Optional<Variable> existing = scope.find(name.name());
            if (existing.isPresent()) {
                return existingNode(tree, name, existing.get(), alone);
            }
        }
        Variable variable = tree.variable().isPresent()
                ? context.newVariable(tree.variable().get().name(), CypherType.NODE)
                : context.anonymous("node", CypherType.NODE);
        if (tree.variable().isPresent()) {
            scope.declare(variable);
        }
        List<String> labels = tree.labels().isPresent()
                ? LabelNames.of(tree.labels().get().expression(), context, tree.offset())
                : List.of();
        context.remarks().writeLabels(labels);
        nodes.add(new NewNode(variable, labels, properties.getOrDefault(tree, Properties.NONE)));
        return variable;
    }

    private Variable existingNode(NodeTree tree, Identifier name, Variable existing, boolean alone) {
        if (alone || tree.labels().isPresent() || tree.properties().isPresent()) {
            throw alreadyDefined(
                    name,
                    alone
                            ? ", so " + clause + " cannot make it; choose another name"
                            : "; write it without labels and properties, and use SET to change it");
        }
        CypherType.Kind kind = existing.type().kind();
        if (kind != CypherType.Kind.NODE && kind != CypherType.Kind.ANY && kind != CypherType.Kind.NULL) {
            throw context.error(
                    ErrorCode.TYPE_MISMATCH,
                    name.offset(),
                    "variable `" + name.name() + "` is used as a node but is of type " + existing.type());
        }
        return existing;
    }

    private Variable relationship(RelationshipTree tree, Variable left, Variable right) {
        if (tree.length().isPresent()) {
            throw context.error(
                    ErrorCode.SYNTAX,
                    tree.offset(),
                    clause + " makes single relationships, not ones of variable length");
        }
        if (tree.direction() == Direction.BOTH && directionRequired) {
            throw context.error(
                    ErrorCode.SYNTAX,
                    tree.offset(),
                    "a new relationship needs a direction; write -[:TYPE]-> or <-[:TYPE]-");
        }
        if (tree.types().isEmpty() || !(tree.types().get().expression() instanceof LabelExpression.Name type)) {
            throw context.error(
                    ErrorCode.SYNTAX, tree.offset(), "a new relationship needs exactly one type; write -[:TYPE]->");
        }
        if (tree.variable().isPresent() && scope.contains(tree.variable().get().name())) {
            throw alreadyDefined(tree.variable().get(), ", so " + clause + " cannot make it; choose another name");
        }
        Variable variable = tree.variable().isPresent()
                ? context.newVariable(tree.variable().get().name(), CypherType.RELATIONSHIP)
                : context.anonymous("relationship", CypherType.RELATIONSHIP);
        if (tree.variable().isPresent()) {
            scope.declare(variable);
        }
        context.remarks().write(NameKind.TYPE, type.name());
        boolean reversed = tree.direction() == Direction.INCOMING;
        relationships.add(new NewRelationship(
                variable,
                reversed ? right : left,
                type.name(),
                reversed ? left : right,
                properties.getOrDefault(tree, Properties.NONE)));
        return variable;
    }
}
