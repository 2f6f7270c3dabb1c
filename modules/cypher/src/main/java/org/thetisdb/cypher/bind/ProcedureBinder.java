package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.ProcedureSignature;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.syntax.Clause;
import org.thetisdb.cypher.syntax.Clause.Item;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;

/** One CALL of a procedure. */
final class ProcedureBinder {
    private final BindContext context;
    private final Scope scope;
    private final ExpressionBinder expressions;
    private final List<Step.Yield> yields = new ArrayList<>();
    private boolean writes;

    ProcedureBinder(BindContext context, Scope scope, ExpressionBinder expressions) {
        this.context = context;
        this.scope = scope;
        this.expressions = expressions;
    }

    /** What the call has added to the columns, in order. */
    List<Variable> outputs() {
        return yields.stream().map(Step.Yield::variable).toList();
    }

    /** Whether the procedure may change the graph. */
    boolean writes() {
        return writes;
    }

    /**
     * Binds the call and its WHERE.
     *
     * @param standalone whether it is the whole statement: then all columns may be meant without YIELD, and arguments
     *     may be given as parameters of the same names
     */
    List<Step> bind(Clause.CallProcedure call, boolean standalone) {
        ProcedureSignature procedure = find(call);
        writes = procedure.writes();
        List<Expression> arguments = arguments(call, procedure, standalone);
        if (call.yieldStar() && !standalone && !call.command()) {
            throw context.error(
                    ErrorCode.SYNTAX,
                    call.offset(),
                    "YIELD * is only for a call that is the whole statement; name columns of "
                            + names(procedure.columns()));
        }
        if (call.yieldStar() || standalone && call.yields().isEmpty()) {
            procedure.columns().forEach(column -> take(call.offset(), procedure, column.name(), column.name()));
        } else {
            call.yields().forEach(item -> take(item, procedure));
        }
        if (yields.isEmpty() && !procedure.columns().isEmpty()) {
            throw context.error(
                    ErrorCode.SYNTAX,
                    call.offset(),
                    "a call within a query says what it takes of the result; add YIELD and some of "
                            + names(procedure.columns()));
        }
        outputs().forEach(variable -> context.placeVariable(variable, call.offset()));
        List<Step> steps = new ArrayList<>();
        steps.add(new Step.CallProcedure(procedure, arguments, yields, call.optional()));
        if (call.where().isPresent()) {
            expressions.bindConjuncts(call.where().get()).forEach(each -> steps.add(new Step.Filter(each)));
        }
        return steps;
    }

    private ProcedureSignature find(Clause.CallProcedure call) {
        Optional<ProcedureSignature> found = context.callables().procedure(call.name());
        if (found.isPresent()) {
            return found.get();
        }
        List<String> known = context.callables().procedures().stream()
                .map(ProcedureSignature::name)
                .toList();
        throw context.error(
                ErrorCode.UNKNOWN_PROCEDURE,
                call.offset(),
                "there is no procedure `" + call.name() + "`; SHOW PROCEDURES lists what there is"
                        + Suggestions.didYouMean(call.name(), known));
    }

    private List<Expression> arguments(Clause.CallProcedure call, ProcedureSignature procedure, boolean standalone) {
        List<ProcedureSignature.Parameter> parameters = procedure.parameters();
        List<Expression> arguments = new ArrayList<>(parameters.size());
        List<ExpressionTree> given = call.arguments().orElse(List.of());
        boolean implicit = call.arguments().isEmpty() && standalone;
        if (!implicit && (given.size() < procedure.requiredCount() || given.size() > parameters.size())) {
            throw context.error(
                    ErrorCode.WRONG_ARGUMENT_COUNT,
                    call.offset(),
                    "wrong number of arguments of " + procedure.name() + ": given=" + given.size() + "; expected "
                            + procedure);
        }
        for (int index = 0; index < parameters.size(); index++) {
            ProcedureSignature.Parameter parameter = parameters.get(index);
            if (index < given.size()) {
                ExpressionTree tree = given.get(index);
                Expression argument = expressions.bind(tree);
                expressions.require(
                        argument,
                        accepted(parameter.type()),
                        tree.offset(),
                        "argument `" + parameter.name() + "` of " + procedure.name());
                arguments.add(argument);
            } else if (parameter.standard().isPresent()) {
                arguments.add(new Expression.Literal(parameter.standard().get().value()));
            } else {
                context.mention(parameter.name(), call.offset());
                arguments.add(Expression.Parameter.of(parameter.name()));
            }
        }
        return arguments;
    }

    /** A number of any kind is accepted for a FLOAT. */
    private static CypherType accepted(CypherType type) {
        return type.kind() == CypherType.Kind.FLOAT ? Types.NUMBER : type;
    }

    private void take(Item item, ProcedureSignature procedure) {
        if (!(item.expression() instanceof ExpressionTree.Name column)) {
            throw context.error(
                    ErrorCode.SYNTAX,
                    item.offset(),
                    "YIELD takes columns of " + procedure.name() + ": " + names(procedure.columns())
                            + "; compute in a WITH after it");
        }
        String alias = item.alias().isPresent() ? item.alias().get().name() : column.name();
        take(item.offset(), procedure, column.name(), alias);
    }

    private void take(int offset, ProcedureSignature procedure, String name, String alias) {
        Set<String> known = names(procedure.columns());
        int place = new ArrayList<>(known).indexOf(name);
        if (place < 0) {
            throw context.error(
                    ErrorCode.SEMANTIC,
                    offset,
                    procedure.name() + " has no column `" + name + "`; it gives " + known
                            + Suggestions.didYouMean(name, known));
        }
        if (scope.contains(alias)) {
            throw context.error(
                    ErrorCode.VARIABLE_ALREADY_DEFINED,
                    offset,
                    "variable `" + alias + "` is defined already; rename the column with AS");
        }
        Variable variable =
                context.newVariable(alias, procedure.columns().get(place).type());
        scope.declare(variable);
        yields.add(new Step.Yield(place, variable));
    }

    private static Set<String> names(List<ProcedureSignature.Column> columns) {
        Set<String> names = new LinkedHashSet<>();
        columns.forEach(column -> names.add(column.name()));
        return names;
    }
}
