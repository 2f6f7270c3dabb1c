package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.CypherType.Kind;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.NameKind;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.parse.ForeignWords;
import org.thetisdb.cypher.syntax.Clause.Identifier;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.ExpressionTree.EntryTree;
import org.thetisdb.cypher.syntax.PatternTree;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;

/** Expressions: names to variables, patterns to subqueries, and what is certain to be of the wrong type refused. */
final class ExpressionBinder {
    private final BindContext context;
    private final Scope scope;
    private final OperatorBinder operators;
    private final CallBinder calls;
    private Optional<String> counting = Optional.empty();

    /** Takes the aggregates; empty where they are not allowed. */
    private Optional<AggregateCollector> collector = Optional.empty();

    ExpressionBinder(BindContext context, Scope scope) {
        this.context = context;
        this.scope = scope;
        this.operators = new OperatorBinder(context, this);
        this.calls = new CallBinder(context, this);
    }

    Optional<AggregateCollector> collector() {
        return collector;
    }

    /** A value whose aggregates go into a collector, or are errors if there is none. */
    Expression bindItem(ExpressionTree tree, Optional<AggregateCollector> into) {
        Optional<AggregateCollector> former = collector;
        collector = into;
        Expression bound = bind(tree);
        collector = former;
        return bound;
    }

    /** A value; a bare pattern is none. */
    Expression bind(ExpressionTree tree) {
        return bind(tree, false);
    }

    /** A predicate: patterns are allowed, and what can never be a boolean is not. */
    Expression bindPredicate(ExpressionTree tree) {
        Expression bound = bind(tree, true);
        require(bound, Types.BOOLEAN, tree.offset(), "a condition");
        return bound;
    }

    /** The conjuncts of a predicate. */
    List<Expression> bindConjuncts(ExpressionTree tree) {
        return bindPredicate(tree).conjuncts();
    }

    void require(Expression bound, CypherType wanted, int offset, String what) {
        CypherType type = Types.of(bound);
        if (!Types.canBe(type, wanted)) {
            throw context.error(
                    ErrorCode.TYPE_MISMATCH, offset, what + " must be of type " + wanted + " but is " + type);
        }
    }

    Expression bind(ExpressionTree tree, boolean predicate) {
        context.enter(tree.offset());
        Expression bound = bindTree(tree, predicate);
        context.place(bound, tree.offset());
        context.leave();
        return bound;
    }

    private Expression bindTree(ExpressionTree tree, boolean predicate) {
        // No pattern switch here and in Types: each makes a class when it first runs, which delays a cold query.
        if (tree instanceof ExpressionTree.Name name) {
            Optional<Double> number = floatOf(name.name());
            return number.isPresent() && scope.find(name.name()).isEmpty()
                    ? context.fixedLiteral(new ExpressionTree.Literal(name.offset(), Optional.of(number.get())))
                    : new Expression.Reference(variable(name.offset(), name.name()));
        }
        if (tree instanceof ExpressionTree.Property property) {
            return property(property);
        }
        if (tree instanceof ExpressionTree.Literal literal) {
            return counting.isPresent() ? context.fixedLiteral(literal) : context.literal(literal);
        }
        if (tree instanceof ExpressionTree.Parameter parameter) {
            context.mention(parameter.name(), parameter.offset());
            return Expression.Parameter.of(parameter.name());
        }
        if (tree instanceof ExpressionTree.Binary binary) {
            return operators.binary(binary);
        }
        if (tree instanceof ExpressionTree.Logical logical) {
            return operators.logical(logical);
        }
        if (tree instanceof ExpressionTree.Unary unary) {
            return operators.unary(unary);
        }
        if (tree instanceof ExpressionTree.Call call) {
            return calls.call(call);
        }
        if (tree instanceof ExpressionTree.LabelTest test) {
            return operators.labelTest(test);
        }
        if (tree instanceof ExpressionTree.TypeTest test) {
            return operators.typeTest(test);
        }
        if (tree instanceof ExpressionTree.Subquery subquery) {
            return subquery(subquery);
        }
        if (tree instanceof ExpressionTree.Pattern pattern) {
            return pattern(pattern, predicate);
        }
        return tree instanceof ExpressionTree.Case choice ? choice(choice, predicate) : bindCollection(tree);
    }

    /** Lists and maps, and what iterates over them. */
    private Expression bindCollection(ExpressionTree tree) {
        if (tree instanceof ExpressionTree.ListLiteral list) {
            return new Expression.ListOf(bindAll(list.elements()));
        }
        if (tree instanceof ExpressionTree.MapLiteral map) {
            return new Expression.MapOf(entries(map.entries()));
        }
        if (tree instanceof ExpressionTree.MapProjection projection) {
            return mapProjection(projection);
        }
        if (tree instanceof ExpressionTree.Subscript subscript) {
            return subscript(subscript);
        }
        if (tree instanceof ExpressionTree.Slice slice) {
            return slice(slice);
        }
        if (tree instanceof ExpressionTree.ListComprehension comprehension) {
            return comprehension(comprehension);
        }
        if (tree instanceof ExpressionTree.PatternComprehension comprehension) {
            return patternComprehension(comprehension);
        }
        if (tree instanceof ExpressionTree.Quantifier quantifier) {
            return quantifier(quantifier);
        }
        if (tree instanceof ExpressionTree.Reduce reduce) {
            return reduce(reduce);
        }
        throw new IllegalStateException("no such expression: " + tree.getClass());
    }

    List<Expression> bindAll(List<ExpressionTree> trees) {
        List<Expression> bound = new ArrayList<>(trees.size());
        for (ExpressionTree tree : trees) {
            bound.add(bind(tree));
        }
        return bound;
    }

    /** What a word says as a number, if no variable has it for a name. */
    private static Optional<Double> floatOf(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "INF", "INFINITY" -> Optional.of(Double.POSITIVE_INFINITY);
            case "NAN" -> Optional.of(Double.NaN);
            default -> Optional.empty();
        };
    }

    Variable variable(int offset, String name) {
        Optional<Variable> found = isHiddenFromCount(name) ? Optional.empty() : scope.find(name);
        if (found.isEmpty()) {
            throw context.error(
                    ErrorCode.UNDEFINED_VARIABLE,
                    offset,
                    "variable `" + name + "` is not defined" + remedy(offset, name));
        }
        return found.get();
    }

    /** A subquery's SKIP and LIMIT are the same for all of its rows, so they see no outer variable either. */
    private boolean isHiddenFromCount(String name) {
        return counting.isPresent() && !scope.names().containsKey(name);
    }

    /** What SKIP or LIMIT takes, where there are no variables. */
    Expression bindCount(ExpressionTree tree, String clause) {
        counting = Optional.of(clause);
        Expression bound = bind(tree);
        counting = Optional.empty();
        return bound;
    }

    private String remedy(int offset, String name) {
        if (counting.isPresent()) {
            return " after " + counting.get() + "; it takes a number or a parameter, the same for all rows";
        }
        if (context.isBehind(offset, "--")) {
            return "; a comment begins with //, and -- is two minus signs";
        }
        String near = Suggestions.didYouMean(name, scope.allNames());
        Optional<String> function = ForeignWords.insteadOfFunction(name);
        if (!near.isEmpty() || name.length() == 1) {
            return near + (scope.isDropped(name) ? "; WITH passed on only what it names" : "");
        }
        if (scope.isDropped(name)) {
            return "; WITH passed on only what it names";
        }
        return function.isPresent()
                ? "; use " + function.get()
                : "; a string is written in quotes: '" + name + "', a property after its variable: n." + name;
    }

    private Expression property(ExpressionTree.Property property) {
        Expression target = bind(property.target());
        return switch (Types.of(target).kind()) {
            case BOOLEAN, INTEGER, FLOAT, NUMBER, STRING, PATH, LIST ->
                throw context.error(
                        ErrorCode.TYPE_MISMATCH,
                        property.offset(),
                        "a value of type " + Types.of(target) + " has no properties: key=" + property.key());
            default -> {
                readKey(target, property.offset(), property.key());
                yield new Expression.Property(target, property.key());
            }
        };
    }

    /** Of what is certainly a node or relationship: the keys of a map are not names of the graph. */
    private void readKey(Expression target, int offset, String key) {
        Kind kind = Types.of(target).kind();
        if (kind == Kind.NODE || kind == Kind.RELATIONSHIP) {
            context.remarks().read(NameKind.PROPERTY_KEY, offset, key);
        }
    }

    private List<Expression.Entry> entries(List<EntryTree> trees) {
        List<Expression.Entry> entries = new ArrayList<>(trees.size());
        for (EntryTree tree : trees) {
            entries.add(new Expression.Entry(tree.key(), bind(tree.value())));
        }
        return entries;
    }

    private Expression mapProjection(ExpressionTree.MapProjection projection) {
        Expression target = bind(projection.target());
        return switch (Types.of(target).kind()) {
            case ANY, NULL, NODE, RELATIONSHIP, MAP ->
                new Expression.MapProjection(target, projection.allProperties(), entries(projection.entries()));
            default ->
                throw context.error(
                        ErrorCode.TYPE_MISMATCH,
                        projection.offset(),
                        "a map projection needs a node, relationship or map but got " + Types.of(target));
        };
    }

    private Expression subscript(ExpressionTree.Subscript subscript) {
        Expression target = bind(subscript.target());
        Expression index = bindKey(subscript.index());
        switch (Types.of(target).kind()) {
            case ANY, NULL -> {}
            case LIST -> require(index, Types.INTEGER, subscript.index().offset(), "the index of a list");
            case NODE, RELATIONSHIP, MAP ->
                require(index, Types.STRING, subscript.index().offset(), "a property key in brackets");
            default ->
                throw context.error(
                        ErrorCode.TYPE_MISMATCH,
                        subscript.offset(),
                        "a value of type " + Types.of(target) + " has no elements");
        }
        if (index instanceof Expression.Literal literal
                && literal.value().isPresent()
                && literal.value().get() instanceof String key) {
            readKey(target, subscript.index().offset(), key);
        }
        return new Expression.Subscript(target, index);
    }

    /** Binds what chooses an element or property: a name that is written there is known to the planner. */
    Expression bindKey(ExpressionTree key) {
        return key instanceof ExpressionTree.Literal literal ? context.fixedLiteral(literal) : bind(key);
    }

    private Expression slice(ExpressionTree.Slice slice) {
        Expression list = bind(slice.list());
        require(list, Types.LIST, slice.offset(), "what is sliced");
        return new Expression.ListSlice(list, sliceEnd(slice.from()), sliceEnd(slice.to()));
    }

    private Optional<Expression> sliceEnd(Optional<ExpressionTree> end) {
        if (end.isEmpty()) {
            return Optional.empty();
        }
        Expression bound = bind(end.get());
        require(bound, Types.INTEGER, end.get().offset(), "the end of a slice");
        return Optional.of(bound);
    }

    private Expression choice(ExpressionTree.Case choice, boolean predicate) {
        Optional<Expression> operand = choice.operand().map(this::bind);
        List<Expression.When> branches = new ArrayList<>(choice.branches().size());
        for (ExpressionTree.WhenTree branch : choice.branches()) {
            Expression when = operand.isPresent() ? bind(branch.when()) : bindPredicate(branch.when());
            branches.add(new Expression.When(when, bind(branch.then(), predicate)));
        }
        Optional<Expression> otherwise = choice.otherwise().map(tree -> bind(tree, predicate));
        return new Expression.Case(operand, branches, otherwise);
    }

    private Expression bindList(ExpressionTree tree) {
        Expression list = bind(tree);
        require(list, Types.LIST, tree.offset(), "the list after IN");
        return list;
    }

    /** Runs with one more name, that of a list's element; aggregates would have no rows there. */
    private <T> T local(Variable variable, Supplier<T> action) {
        Optional<Variable> hidden = Optional.ofNullable(scope.names().put(variable.name(), variable));
        Optional<AggregateCollector> former = collector;
        collector = Optional.empty();
        T result = action.get();
        collector = former;
        if (hidden.isPresent()) {
            scope.names().put(variable.name(), hidden.get());
        } else {
            scope.names().remove(variable.name());
        }
        return result;
    }

    private Variable element(Identifier identifier, Expression list) {
        return context.newVariable(identifier.name(), Types.element(Types.of(list)));
    }

    private Expression comprehension(ExpressionTree.ListComprehension tree) {
        Expression list = bindList(tree.list());
        Variable variable = element(tree.variable(), list);
        return local(
                variable,
                () -> new Expression.ListComprehension(
                        variable,
                        list,
                        tree.predicate().map(this::bindPredicate),
                        tree.projection().map(this::bind)));
    }

    private Expression quantifier(ExpressionTree.Quantifier tree) {
        Expression list = bindList(tree.list());
        Variable variable = element(tree.variable(), list);
        if (tree.predicate().isEmpty()) {
            throw context.error(
                    ErrorCode.SYNTAX, tree.offset(), "the condition is missing; write all(x IN list WHERE condition)");
        }
        return local(
                variable,
                () -> new Expression.Quantifier(
                        tree.kind(),
                        variable,
                        list,
                        bindPredicate(tree.predicate().get())));
    }

    private Expression reduce(ExpressionTree.Reduce tree) {
        Expression initial = bind(tree.initial());
        Expression list = bindList(tree.list());
        Variable accumulator = context.newVariable(tree.accumulator().name(), CypherType.ANY);
        Variable variable = element(tree.variable(), list);
        Expression body = local(accumulator, () -> local(variable, () -> bind(tree.body())));
        return new Expression.Reduce(accumulator, initial, variable, list, body);
    }

    private Expression patternComprehension(ExpressionTree.PatternComprehension tree) {
        Scope inner = scope.child();
        ExpressionBinder binder = new ExpressionBinder(context, inner);
        Step match =
                new PatternBinder(context, inner, binder).match(false, List.of(tree.pattern()), tree.predicate(), true);
        Expression projection = binder.bind(tree.projection());
        Variable column = context.anonymous("column", Types.of(projection));
        List<Step> steps = List.of(
                match, new Step.Compute(List.of(new Step.Item(column, projection))), new Step.Project(List.of(column)));
        Query query = new Query.Single(steps, List.of(column));
        return new Expression.Subquery(Expression.Subquery.Kind.COLLECT, query, inner.imports(), OptionalInt.of(0));
    }

    private Expression pattern(ExpressionTree.Pattern tree, boolean predicate) {
        PatternTree pattern = tree.pattern();
        boolean shortest = pattern.shortest() != PatternTree.Shortest.NONE;
        if (!shortest && !predicate && !tree.existsCall()) {
            throw context.error(
                    ErrorCode.SYNTAX,
                    tree.offset(),
                    "a pattern is not a value here; use EXISTS { … }, COUNT { … } or [pattern | expression]");
        }
        Scope inner = scope.child();
        PatternBinder binder = new PatternBinder(context, inner, new ExpressionBinder(context, inner));
        Step.Match match = binder.match(false, List.of(pattern), Optional.empty(), shortest);
        if (!shortest || tree.existsCall()) {
            Query query = new Query.Single(List.of(match), List.of());
            return new Expression.Subquery(
                    Expression.Subquery.Kind.EXISTS, query, inner.imports(), OptionalInt.empty());
        }
        Variable path = match.pattern().shortestPaths().get(0).path();
        Query query = new Query.Single(List.of(match, new Step.Project(List.of(path))), List.of(path));
        Expression paths =
                new Expression.Subquery(Expression.Subquery.Kind.COLLECT, query, inner.imports(), OptionalInt.of(0));
        return pattern.shortest() == PatternTree.Shortest.ALL ? paths : new Expression.Call("head", List.of(paths));
    }

    private Expression subquery(ExpressionTree.Subquery tree) {
        Scope inner = scope.child();
        boolean collect = tree.kind() == Expression.Subquery.Kind.COLLECT;
        QueryBinder.End end = collect ? QueryBinder.End.RETURN_REQUIRED : QueryBinder.End.RETURN_OPTIONAL;
        Query query = new QueryBinder(context, end).bind(tree.query(), inner).query();
        if (collect && query.outputs().size() != 1) {
            throw context.error(
                    ErrorCode.SEMANTIC,
                    tree.offset(),
                    "COLLECT { } must return exactly one column: columns="
                            + query.outputs().size());
        }
        return new Expression.Subquery(
                tree.kind(), query, inner.imports(), collect ? OptionalInt.of(0) : OptionalInt.empty());
    }

    /** Whether a static type may be a node or a relationship. */
    static boolean canBeEntity(CypherType type) {
        return type.kind() == Kind.ANY
                || type.kind() == Kind.NULL
                || type.kind() == Kind.NODE
                || type.kind() == Kind.RELATIONSHIP;
    }
}
