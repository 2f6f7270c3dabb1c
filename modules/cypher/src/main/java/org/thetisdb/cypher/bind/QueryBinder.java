package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.cypher.bound.CallableCatalog;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.PastGraph;
import org.thetisdb.cypher.bound.Query;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.bound.Write;
import org.thetisdb.cypher.parse.Lexer;
import org.thetisdb.cypher.parse.QueryLiterals;
import org.thetisdb.cypher.syntax.Clause;
import org.thetisdb.cypher.syntax.Clause.Identifier;
import org.thetisdb.cypher.syntax.CopyTree;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.QueryTree;
import org.thetisdb.cypher.syntax.Statement;
import org.thetisdb.value.ErrorCode;

/** Queries and subqueries: clause after clause, UNION, CALL { }. */
public final class QueryBinder {
    /** Rows in a transaction of CALL { } IN TRANSACTIONS, as in Neo4j. */
    private static final long TRANSACTION_ROWS = 1000;

    private final BindContext context;
    private final End end;

    /** How a query has to end, and whether it may write. */
    enum End {
        RETURN_REQUIRED,
        RETURN_OPTIONAL,
        /** A RETURN, or a clause that writes. */
        RETURN_OR_UPDATE
    }

    /** A query and the names of its columns, one for each output. */
    record Bound(Query query, List<String> columns) {}

    QueryBinder(BindContext context, End end) {
        this.context = context;
        this.end = end;
    }

    private static String instead(String command) {
        return switch (command) {
            case "SHOW LABELS" -> "; CALL db.labels() lists them";
            case "SHOW DATABASE", "SHOW DATABASES" -> "; a database is a directory, and one is open";
            case "SHOW USER", "SHOW USERS", "SHOW ROLES" -> "; there are no users";
            case "SHOW TABLES" -> "; there are no tables: CALL db.labels() lists labels";
            default ->
                command.startsWith("CREATE") && command.endsWith(" INDEX")
                        ? "; CREATE INDEX FOR (n:Label) ON (n.key) serves equality, ranges and STARTS WITH"
                        : command.startsWith("SHOW")
                                ? "; SHOW takes INDEXES, CONSTRAINTS, PROCEDURES, FUNCTIONS, EXTENSIONS, TRIGGERS and"
                                        + " TRANSACTIONS"
                                : "";
        };
    }

    /**
     * Binds a whole statement.
     *
     * @param literals those of its text, if they may become parameters; of a statement that is to be explained they do
     *     not
     * @throws org.thetisdb.value.ThetisException with the place in the text, if it is not valid
     */
    public static BoundQuery bind(Statement statement, CallableCatalog callables, Optional<QueryLiterals> literals) {
        Optional<VaryingLiterals> varying =
                Optional.of(VaryingLiterals.of(statement.mode() == BoundQuery.Mode.RUN ? literals : Optional.empty()));
        while (true) {
            VaryingLiterals tried = varying.get();
            BoundQuery bound = bind(statement, callables, tried);
            varying = tried.again();
            if (varying.isEmpty()) {
                return bound;
            }
        }
    }

    private static BoundQuery bind(Statement statement, CallableCatalog callables, VaryingLiterals literals) {
        BindContext context = new BindContext(statement.source(), callables, literals);
        if (statement.body() instanceof Statement.SchemaCommand command) {
            throw context.notYetSupported(command.offset(), command.name(), instead(command.name()));
        }
        if (statement.body() instanceof CopyTree copy) {
            throw context.error(
                    ErrorCode.USAGE,
                    copy.offset(),
                    "COPY is a transaction of its own; run it by itself, outside transactions");
        }
        OutdatedSyntax.in(Lexer.scan(statement.source().text())).forEach(context.remarks()::add);
        Optional<PastGraph> past = statement.use().map(use -> past(context, use));
        Bound bound = new QueryBinder(context, End.RETURN_OR_UPDATE).bind((QueryTree) statement.body(), Scope.root());
        if (past.isPresent() && bound.query().writes()) {
            throw context.error(
                    ErrorCode.SEMANTIC,
                    statement.use().orElseThrow().offset(),
                    "the past cannot be changed: USE goes with statements that only read");
        }
        return new BoundQuery(
                statement.mode(),
                bound.query(),
                bound.columns(),
                context.parameters(),
                literals.parameters(),
                context.variableCount(),
                bound.query().writes(),
                past,
                context.places(),
                context.remarks().all());
    }

    /** The argument is independent of the query: it is bound here for its errors and parameters, and computed first. */
    private static PastGraph past(BindContext context, Statement.Use use) {
        ExpressionBinder expressions = new ExpressionBinder(context, Scope.root());
        int offset = use.argument().offset();
        context.beginFixed();
        Expression argument = expressions.bind(use.argument());
        context.endFixed();
        if (use.by() == PastGraph.By.REVISION) {
            expressions.require(argument, Types.INTEGER, offset, "revision()");
        }
        return new PastGraph(use.by(), "RETURN " + use.argumentText() + " AS value", context.position(offset));
    }

    /** Binds a query that starts from the scope's columns, as does each branch of a UNION. */
    Bound bind(QueryTree tree, Scope scope) {
        return tree instanceof QueryTree.Union union ? union(union, scope) : single((QueryTree.Single) tree, scope);
    }

    private Bound union(QueryTree.Union tree, Scope scope) {
        Map<String, Variable> start = new HashMap<>(scope.names());
        Bound left = bind(tree.left(), scope);
        scope.replaceNames(new HashMap<>(start));
        return union(tree, left, bind(tree.right(), scope));
    }

    /** Both branches together. */
    Bound union(QueryTree.Union tree, Bound left, Bound right) {
        if (left.columns().size() != right.columns().size()
                || !new HashSet<>(left.columns()).equals(new HashSet<>(right.columns()))) {
            throw context.error(
                    ErrorCode.SEMANTIC,
                    tree.offset(),
                    "the queries of a UNION must return the same columns: left=" + left.columns() + ", right="
                            + right.columns());
        }
        Query rightQuery = reordered(left.columns(), right);
        List<Variable> outputs = new ArrayList<>(left.columns().size());
        for (int index = 0; index < left.columns().size(); index++) {
            Variable leftColumn = left.query().outputs().get(index);
            Variable rightColumn = rightQuery.outputs().get(index);
            outputs.add(
                    context.newVariable(left.columns().get(index), Types.join(leftColumn.type(), rightColumn.type())));
        }
        return new Bound(new Query.Union(left.query(), rightQuery, tree.distinct(), outputs), left.columns());
    }

    /** The right branch with its outputs in the order of the left one's names. */
    private static Query reordered(List<String> names, Bound right) {
        if (names.equals(right.columns()) || !(right.query() instanceof Query.Single single)) {
            return right.query();
        }
        List<Variable> outputs = new ArrayList<>(names.size());
        for (String name : names) {
            outputs.add(single.outputs().get(right.columns().indexOf(name)));
        }
        return new Query.Single(single.steps(), outputs);
    }

    private Bound single(QueryTree.Single tree, Scope scope) {
        List<Step> steps = new ArrayList<>(tree.clauses().size() * 2);
        ExpressionBinder expressions = new ExpressionBinder(context, scope);
        for (Clause clause : tree.clauses()) {
            if (clause instanceof Clause.Match match) {
                steps.add(new PatternBinder(context, scope, expressions)
                        .match(match.optional(), match.patterns(), match.where(), true));
            } else if (clause instanceof Clause.Projection projection) {
                ProjectionBinder binder = new ProjectionBinder(context, scope, expressions);
                steps.addAll(binder.bind(projection));
                if (projection.isReturn()) {
                    return new Bound(new Query.Single(steps, binder.outputs()), binder.columns());
                }
            } else if (clause instanceof Clause.Unwind unwind) {
                steps.add(unwind(unwind, scope, expressions));
            } else if (clause instanceof Clause.CallSubquery call) {
                if (call.transactions().isPresent() && new Query.Single(steps, List.of()).writes()) {
                    throw context.error(
                            ErrorCode.SYNTAX,
                            call.transactions().get().offset(),
                            "IN TRANSACTIONS cannot follow a clause that writes, which would be committed with it;"
                                    + " run that clause as a query of its own");
                }
                steps.add(callSubquery(call, scope, expressions));
            } else if (clause instanceof Clause.LoadCsv load) {
                steps.add(new UpdateBinder(context, scope, expressions).loadCsv(load));
            } else if (UpdateBinder.isUpdate(clause)) {
                requireMayWrite(clause);
                new UpdateBinder(context, scope, expressions).bind(clause, steps);
            } else {
                boolean standalone = scope.isRoot() && tree.clauses().size() == 1;
                ProcedureBinder binder = new ProcedureBinder(context, scope, expressions);
                steps.addAll(binder.bind((Clause.CallProcedure) clause, standalone));
                if (binder.writes()) {
                    requireMayWrite(clause);
                }
                if (standalone) {
                    List<Variable> outputs = binder.outputs();
                    List<String> names = outputs.stream().map(Variable::name).toList();
                    return new Bound(new Query.Single(steps, outputs), names);
                }
            }
        }
        requireEnd(tree, steps);
        return new Bound(new Query.Single(steps, List.of()), List.of());
    }

    private void requireMayWrite(Clause clause) {
        if (end != End.RETURN_OR_UPDATE) {
            throw context.error(
                    ErrorCode.SYNTAX,
                    clause.offset(),
                    "a subquery in an expression only reads; write in CALL { } or in a clause of its own");
        }
    }

    private void requireEnd(QueryTree.Single tree, List<Step> steps) {
        Clause last = tree.clauses().get(tree.clauses().size() - 1);
        boolean update = UpdateBinder.isUpdate(last)
                || last instanceof Clause.CallSubquery
                        && steps.get(steps.size() - 1) instanceof Step.Call call
                        && call.unit()
                || steps.get(steps.size() - 1) instanceof Step.CallProcedure procedure
                        && procedure.procedure().writes()
                        && procedure.yields().isEmpty();
        if (end == End.RETURN_REQUIRED || end == End.RETURN_OR_UPDATE && !update) {
            throw context.error(
                    ErrorCode.SYNTAX,
                    tree.end(),
                    "the query ends without a result; add RETURN and what you want to see");
        }
    }

    private Step unwind(Clause.Unwind unwind, Scope scope, ExpressionBinder expressions) {
        var list = expressions.bind(unwind.list());
        Variable variable = context.newVariable(
                unwind.variable().name(),
                Types.of(list).kind() == CypherType.Kind.LIST ? Types.element(Types.of(list)) : Types.of(list));
        declare(variable, unwind.variable().offset(), scope);
        return new Step.Unwind(list, variable);
    }

    private void declare(Variable variable, int offset, Scope scope) {
        if (scope.contains(variable.name())) {
            throw context.error(
                    ErrorCode.VARIABLE_ALREADY_DEFINED,
                    offset,
                    "variable `" + variable.name() + "` is defined already; choose another name");
        }
        scope.declare(variable);
    }

    private Step callSubquery(Clause.CallSubquery call, Scope scope, ExpressionBinder expressions) {
        End inside = end == End.RETURN_OR_UPDATE ? End.RETURN_OR_UPDATE : End.RETURN_REQUIRED;
        Scope inner;
        Bound bound;
        if (call.imports().isPresent()) {
            inner = call.importAll() ? scope.child() : scope.child(importNames(call, scope));
            bound = new QueryBinder(context, inside).bind(call.query(), inner);
        } else {
            inner = scope.child(Set.of());
            bound = new ImportingWith(context, scope, inner, inside).bind(call.query());
        }
        for (int index = 0; index < bound.columns().size(); index++) {
            String name = bound.columns().get(index);
            Variable output = bound.query().outputs().get(index);
            if (scope.contains(name)) {
                throw context.error(
                        ErrorCode.VARIABLE_ALREADY_DEFINED,
                        call.offset(),
                        "the subquery returns `" + name + "`, which is defined outside already; rename it with AS");
            }
            scope.declare(name, output);
        }
        boolean unit = bound.columns().isEmpty();
        Optional<Write.Transactions> transactions = call.transactions().isPresent()
                ? Optional.of(transactions(call.transactions().get(), scope, expressions))
                : Optional.empty();
        return new Step.Call(bound.query(), inner.imports(), call.optional(), unit, transactions);
    }

    private Write.Transactions transactions(Clause.TransactionsTree tree, Scope scope, ExpressionBinder expressions) {
        if (!scope.isRoot()) {
            throw context.error(
                    ErrorCode.SYNTAX, tree.offset(), "IN TRANSACTIONS goes in the outermost query, not in a subquery");
        }
        Expression rows = Expression.Literal.of(TRANSACTION_ROWS);
        if (tree.rows().isPresent()) {
            context.beginFixed();
            rows = expressions.bind(tree.rows().get());
            context.endFixed();
            expressions.require(rows, Types.INTEGER, tree.rows().get().offset(), "the number of rows");
        }
        Optional<Variable> status = Optional.empty();
        if (tree.status().isPresent()) {
            if (tree.onError() == Write.Transactions.OnError.FAIL) {
                throw context.error(
                        ErrorCode.SYNTAX, tree.offset(), "REPORT STATUS goes with ON ERROR CONTINUE or ON ERROR BREAK");
            }
            Identifier name = tree.status().get();
            status = Optional.of(context.newVariable(name.name(), Types.MAP));
            declare(status.get(), name.offset(), scope);
        }
        return new Write.Transactions(rows, tree.onError(), status);
    }

    private Set<String> importNames(Clause.CallSubquery call, Scope scope) {
        Set<String> names = new LinkedHashSet<>();
        for (Identifier identifier : call.imports().orElseThrow()) {
            new ExpressionBinder(context, scope).variable(identifier.offset(), identifier.name());
            if (!names.add(identifier.name())) {
                throw context.error(
                        ErrorCode.VARIABLE_ALREADY_DEFINED,
                        identifier.offset(),
                        "variable `" + identifier.name() + "` is imported twice");
            }
        }
        return names;
    }

    /** The first clause of a query, if it has the form of an importing WITH. */
    static Optional<Clause.Projection> importingWith(QueryTree.Single tree) {
        if (tree.clauses().isEmpty()
                || !(tree.clauses().get(0) instanceof Clause.Projection first)
                || first.isReturn()) {
            return Optional.empty();
        }
        for (Clause.Item item : first.items()) {
            if (!(item.expression() instanceof ExpressionTree.Name)
                    || item.alias().isPresent()) {
                return Optional.empty();
            }
        }
        return Optional.of(first);
    }
}
