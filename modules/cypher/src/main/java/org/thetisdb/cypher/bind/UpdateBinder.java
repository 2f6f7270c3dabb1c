package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.CypherType.Kind;
import org.thetisdb.cypher.bound.Direction;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.GraphPattern;
import org.thetisdb.cypher.bound.GraphPattern.Hop;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.NameKind;
import org.thetisdb.cypher.bound.Remark;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.bound.Write;
import org.thetisdb.cypher.bound.Write.Assignment;
import org.thetisdb.cypher.syntax.Clause;
import org.thetisdb.cypher.syntax.Clause.Identifier;
import org.thetisdb.cypher.syntax.Clause.SetItem;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.PatternTree;
import org.thetisdb.cypher.syntax.PatternTree.NodeTree;
import org.thetisdb.value.ErrorCode;

/** Clauses that write, and LOAD CSV. */
final class UpdateBinder {
    private static final CypherType[] DELETABLE = {CypherType.NODE, CypherType.RELATIONSHIP, CypherType.PATH};

    private final BindContext context;
    private final Scope scope;
    private final ExpressionBinder expressions;

    UpdateBinder(BindContext context, Scope scope, ExpressionBinder expressions) {
        this.context = context;
        this.scope = scope;
        this.expressions = expressions;
    }

    /** Whether a clause changes the graph by itself. */
    static boolean isUpdate(Clause clause) {
        return clause instanceof Clause.Create
                || clause instanceof Clause.Merge
                || clause instanceof Clause.Set
                || clause instanceof Clause.Remove
                || clause instanceof Clause.Delete
                || clause instanceof Clause.Foreach
                || clause instanceof Clause.ChangeSchema;
    }

    /** Adds the steps of such a clause. */
    void bind(Clause clause, List<Step> steps) {
        if (!(clause instanceof Clause.Foreach)) {
            context.placeWrite(clause.offset());
        }
        if (clause instanceof Clause.Create create) {
            PatternMaker maker = new PatternMaker(context, scope, expressions, "CREATE", true);
            maker.make(create.patterns(), properties -> properties);
            maker.addSteps(steps);
        } else if (clause instanceof Clause.Merge merge) {
            merge(merge, steps);
        } else if (clause instanceof Clause.Set set) {
            steps.add(new Step.Assign(assignments(set.items())));
        } else if (clause instanceof Clause.Remove remove) {
            steps.add(remove(remove));
        } else if (clause instanceof Clause.Delete delete) {
            steps.add(delete(delete));
        } else if (clause instanceof Clause.Foreach foreach) {
            steps.add(foreach(foreach));
        } else if (clause instanceof Clause.ChangeSchema schema) {
            steps.add(new Step.ChangeSchema(schema.change()));
        } else {
            throw new IllegalStateException("a clause that reads: " + clause.getClass());
        }
    }

    // ---------------------------------------------------------------- MERGE

    private void merge(Clause.Merge merge, List<Step> steps) {
        refuseParameters(merge.pattern());
        List<Step.Item> items = new ArrayList<>();
        List<Step.MergeValue> values = new ArrayList<>();
        PatternMaker maker = new PatternMaker(context, scope, expressions, "MERGE", false);
        maker.make(List.of(merge.pattern()), properties -> throughColumns(properties, items, values));
        if (!items.isEmpty()) {
            steps.add(new Step.Compute(items));
        }
        steps.add(new Step.Merge(
                match(merge.pattern(), maker),
                values,
                maker.create(),
                assignments(merge.onCreate()),
                assignments(merge.onMatch())));
        maker.addPaths(steps);
    }

    private void refuseParameters(PatternTree tree) {
        for (NodeTree node : tree.nodes()) {
            refuseParameter(node.properties());
        }
        for (PatternTree.RelationshipTree relationship : tree.relationships()) {
            refuseParameter(relationship.properties());
        }
    }

    private void refuseParameter(Optional<ExpressionTree> properties) {
        if (properties.isPresent() && !(properties.get() instanceof ExpressionTree.MapLiteral)) {
            throw context.error(
                    ErrorCode.SEMANTIC,
                    properties.get().offset(),
                    "MERGE cannot take a parameter for all its properties; write {key: $map.key}");
        }
    }

    /** Each value becomes a column, so that matching and making use the same value. */
    private Write.Properties throughColumns(
            Write.Properties properties, List<Step.Item> items, List<Step.MergeValue> values) {
        List<Expression.Entry> entries = new ArrayList<>(properties.entries().size());
        for (Expression.Entry entry : properties.entries()) {
            Variable column = context.anonymous("value", Types.of(entry.value()));
            items.add(new Step.Item(column, entry.value()));
            context.placeVariableLike(column, entry.value());
            values.add(new Step.MergeValue(entry.key(), column));
            entries.add(new Expression.Entry(entry.key(), new Expression.Reference(column)));
        }
        return new Write.Properties(entries, Optional.empty());
    }

    /** What to find, in terms of what would be made. */
    private static Step.Match match(PatternTree tree, PatternMaker maker) {
        List<Variable> chain = maker.chains().get(0);
        List<Variable> nodes = new ArrayList<>();
        for (int index = 0; index < chain.size(); index += 2) {
            if (!nodes.contains(chain.get(index))) {
                nodes.add(chain.get(index));
            }
        }
        List<Expression> predicates = new ArrayList<>();
        for (Write.NewNode node : maker.nodes()) {
            for (String label : node.labels()) {
                predicates.add(new Expression.HasLabels(
                        new Expression.Reference(node.variable()), new LabelExpression.Name(label)));
            }
            addComparisons(node.variable(), node.properties(), predicates);
        }
        List<Hop> hops = new ArrayList<>();
        for (int index = 0; index < tree.relationships().size(); index++) {
            Write.NewRelationship relationship = maker.relationships().get(index);
            Direction direction = tree.relationships().get(index).direction();
            hops.add(new Hop(
                    relationship.variable(),
                    chain.get(2 * index),
                    chain.get(2 * index + 2),
                    direction,
                    Optional.of(new LabelExpression.Name(relationship.type())),
                    Optional.empty()));
            addComparisons(relationship.variable(), relationship.properties(), predicates);
        }
        return new Step.Match(false, new GraphPattern(nodes, hops, List.of(), List.of()), predicates);
    }

    private static void addComparisons(Variable entity, Write.Properties properties, List<Expression> predicates) {
        for (Expression.Entry entry : properties.entries()) {
            predicates.add(new Expression.Comparison(
                    Expression.Comparison.Operator.EQUAL,
                    new Expression.Property(new Expression.Reference(entity), entry.key()),
                    entry.value()));
        }
    }

    // ---------------------------------------------------------------- SET, REMOVE

    private List<Assignment> assignments(List<SetItem> items) {
        List<Assignment> assignments = new ArrayList<>(items.size());
        for (SetItem item : items) {
            assignments.add(assignment(item));
        }
        return assignments;
    }

    private Assignment assignment(SetItem item) {
        if (item.target() instanceof ExpressionTree.LabelTest labels) {
            return labels(labels, false);
        }
        Expression value = expressions.bind(item.value().orElseThrow());
        if (!item.merge() && item.target() instanceof ExpressionTree.Property property) {
            Expression target = entity(property.target());
            context.remarks().write(NameKind.PROPERTY_KEY, property.key());
            return new Assignment.OfProperty(target, Expression.Literal.of(property.key()), value);
        }
        if (!item.merge() && item.target() instanceof ExpressionTree.Subscript subscript) {
            Expression target = entity(subscript.target());
            Expression key = expressions.bindKey(subscript.index());
            expressions.require(key, Types.STRING, subscript.index().offset(), "a property key in brackets");
            context.remarks().writeKey(key);
            return new Assignment.OfProperty(target, key, value);
        }
        Expression target = entity(item.target());
        Kind kind = Types.of(value).kind();
        if (kind != Kind.ANY && kind != Kind.MAP && kind != Kind.NODE && kind != Kind.RELATIONSHIP) {
            throw context.error(
                    ErrorCode.TYPE_MISMATCH,
                    item.value().orElseThrow().offset(),
                    "all properties are set from a map, node or relationship, not from a value of type "
                            + Types.of(value));
        }
        if (kind == Kind.NODE || kind == Kind.RELATIONSHIP) {
            context.remarks()
                    .add(new Remark.Deprecated(
                            item.value().orElseThrow().offset(),
                            "setting properties from a node or relationship",
                            "properties(…) around it"));
        }
        context.remarks().writeKeysOf(value);
        return new Assignment.OfProperties(target, value, item.merge());
    }

    private Expression entity(ExpressionTree tree) {
        Expression target = expressions.bind(tree);
        if (!ExpressionBinder.canBeEntity(Types.of(target))) {
            throw context.error(
                    ErrorCode.TYPE_MISMATCH,
                    tree.offset(),
                    "only nodes and relationships can be changed, this is of type " + Types.of(target));
        }
        return target;
    }

    private Assignment labels(ExpressionTree.LabelTest tree, boolean remove) {
        Expression target = expressions.bind(tree.target());
        Kind kind = Types.of(target).kind();
        if (kind != Kind.NODE && kind != Kind.ANY && kind != Kind.NULL) {
            throw context.error(
                    ErrorCode.TYPE_MISMATCH,
                    tree.offset(),
                    "only nodes have labels to change, this is of type " + Types.of(target));
        }
        List<String> names = LabelNames.of(tree.labels().expression(), context, tree.offset());
        if (remove) {
            context.remarks().read(NameKind.LABEL, tree.labels());
        } else {
            context.remarks().writeLabels(names);
        }
        return new Assignment.OfLabels(target, names, remove);
    }

    private Step remove(Clause.Remove remove) {
        List<Assignment> assignments = new ArrayList<>(remove.items().size());
        for (ExpressionTree item : remove.items()) {
            if (item instanceof ExpressionTree.LabelTest labels) {
                assignments.add(labels(labels, true));
            } else if (item instanceof ExpressionTree.Property property) {
                context.remarks().read(NameKind.PROPERTY_KEY, property.offset(), property.key());
                assignments.add(new Assignment.OfProperty(
                        entity(property.target()), Expression.Literal.of(property.key()), Expression.Literal.NULL));
            } else if (item instanceof ExpressionTree.Subscript subscript) {
                Expression key = expressions.bindKey(subscript.index());
                expressions.require(key, Types.STRING, subscript.index().offset(), "a property key in brackets");
                assignments.add(new Assignment.OfProperty(entity(subscript.target()), key, Expression.Literal.NULL));
            } else {
                throw context.error(
                        ErrorCode.SYNTAX, item.offset(), "REMOVE takes properties and labels; write n.key or n:Label");
            }
        }
        return new Step.Assign(assignments);
    }

    // ---------------------------------------------------------------- DELETE, FOREACH, LOAD CSV

    private Step delete(Clause.Delete delete) {
        List<Expression> targets = new ArrayList<>(delete.targets().size());
        for (ExpressionTree tree : delete.targets()) {
            if (tree instanceof ExpressionTree.LabelTest) {
                throw context.error(
                        ErrorCode.SYNTAX,
                        tree.offset(),
                        "DELETE deletes whole nodes, relationships and paths; to take a label away, use REMOVE");
            }
            Expression target = expressions.bind(tree);
            if (!Types.canBeAny(Types.of(target), List.of(DELETABLE))) {
                throw context.error(
                        ErrorCode.TYPE_MISMATCH,
                        tree.offset(),
                        "only nodes, relationships and paths can be deleted, this is of type " + Types.of(target));
            }
            targets.add(target);
        }
        return new Step.Delete(delete.detach(), targets);
    }

    private Step foreach(Clause.Foreach foreach) {
        Expression list = expressions.bind(foreach.list());
        expressions.require(list, Types.LIST, foreach.list().offset(), "the list of FOREACH");
        Variable variable = newVariable(foreach.variable(), Types.element(Types.of(list)));
        Scope inner = scope.child();
        inner.adopt(variable.name(), variable);
        List<Step> steps = new ArrayList<>(foreach.updates().size());
        UpdateBinder binder = new UpdateBinder(context, inner, new ExpressionBinder(context, inner));
        for (Clause update : foreach.updates()) {
            binder.bind(update, steps);
        }
        return new Step.Foreach(
                variable, list, new org.thetisdb.cypher.bound.Query.Single(steps, List.of()), inner.imports());
    }

    private Variable newVariable(Identifier name, CypherType type) {
        if (scope.contains(name.name())) {
            throw context.error(
                    ErrorCode.VARIABLE_ALREADY_DEFINED,
                    name.offset(),
                    "variable `" + name.name() + "` is defined already; choose another name");
        }
        return context.newVariable(name.name(), type);
    }

    Step loadCsv(Clause.LoadCsv load) {
        Expression from = expressions.bind(load.from());
        expressions.require(from, Types.STRING, load.from().offset(), "the place of a file");
        Optional<Expression> terminator = Optional.empty();
        if (load.fieldTerminator().isPresent()) {
            terminator = Optional.of(expressions.bind(load.fieldTerminator().get()));
            expressions.require(
                    terminator.get(), Types.STRING, load.fieldTerminator().get().offset(), "the field terminator");
        }
        CypherType type = load.withHeaders() ? Types.MAP : CypherType.listOf(Types.STRING);
        Variable variable = newVariable(load.variable(), type);
        scope.declare(variable);
        context.placeVariable(variable, load.from().offset());
        return new Step.LoadCsv(from, load.withHeaders(), terminator, variable);
    }
}
