package org.thetisdb.reference.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Expression.StringTest;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.reference.value.Comparability;
import org.thetisdb.reference.value.Equality;
import org.thetisdb.reference.value.Logic;
import org.thetisdb.reference.value.Operators;
import org.thetisdb.reference.value.ValueTypes;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Computes expressions for a row. */
public final class Evaluator {
    private static final int CHARACTERS_PER_STEP = 16;

    private final Environment environment;
    private final Subqueries subqueries;
    private final Operators operators;
    private final Collections collections;

    public Evaluator(Environment environment, Subqueries subqueries) {
        this.environment = environment;
        this.subqueries = subqueries;
        this.operators = new Operators(environment.functions());
        this.collections = new Collections(this, environment);
    }

    /**
     * The value of an expression, null for Cypher's null.
     *
     * @throws ThetisException if it has none
     */
    public @Nullable Object value(Expression expression, Row row) {
        return switch (expression) {
            case Expression.Literal literal -> literal.value().orElse(null);
            case Expression.Parameter parameter -> parameter(parameter.name());
            case Expression.Reference reference -> row.get(reference.variable());
            case Expression.Property property ->
                Entities.property(value(property.target(), row), property.key(), environment.functions());
            case Expression.Arithmetic arithmetic ->
                paid(operators.apply(
                        arithmetic.operator(), value(arithmetic.left(), row), value(arithmetic.right(), row)));
            case Expression.Negate negate -> operators.negated(value(negate.operand(), row));
            case Expression.StringTest test -> stringTest(test, row);
            case Expression.TypeTest test -> typeTest(test, row);
            case Expression.HasLabels test -> Entities.hasLabels(value(test.target(), row), test.labels());
            case Expression.Call call -> call(call, row);
            case Expression.Case choice -> choice(choice, row);
            case Expression.Subquery subquery -> subquery(subquery, row);
            case Expression.Comparison comparison ->
                Comparability.holds(
                        comparison.operator(), value(comparison.left(), row), value(comparison.right(), row));
            case Expression.And and -> and(and.operands(), row);
            case Expression.Or or -> or(or.operands(), row);
            case Expression.Xor xor -> Logic.xor(truth(xor.left(), row), truth(xor.right(), row));
            case Expression.Not not -> Logic.not(truth(not.operand(), row));
            case Expression.IsNull test -> value(test.operand(), row) == null;
            case Expression.IsNotNull test -> value(test.operand(), row) != null;
            default -> collections.value(expression, row);
        };
    }

    /** The row with one more column, which holds what the supplier gives; or its error, if the run keeps errors. */
    public Row with(Row row, Variable variable, Supplier<Object> value) {
        if (!environment.errorsWhenRead()) {
            return row.with(variable, value.get());
        }
        try {
            return row.with(variable, value.get());
        } catch (ThetisException error) {
            return row.withError(variable, error);
        }
    }

    /** Whether an expression is an error before it asks for a column that the row has not. */
    public boolean isError(Expression expression, Row row) {
        try {
            value(expression, row);
            return false;
        } catch (Row.NoSuchColumnException notOfRow) {
            return false;
        } catch (ThetisException error) {
            return true;
        }
    }

    /** Whether a condition lets a row pass; not if it is an error, if the run keeps errors. */
    public boolean passes(Expression condition, Row row) {
        try {
            return isTrue(condition, row);
        } catch (ThetisException error) {
            if (environment.errorsWhenRead()) {
                return false;
            }
            throw error;
        }
    }

    /** Whether a predicate is true, neither false nor null. */
    public boolean isTrue(Expression predicate, Row row) {
        return Boolean.TRUE.equals(truth(predicate, row));
    }

    /** A value that has to be true, false or null. */
    @Nullable
    Boolean truth(Expression expression, Row row) {
        Object value = value(expression, row);
        if (value == null || value instanceof Boolean) {
            return (Boolean) value;
        }
        throw new ThetisException(ErrorCode.TYPE_MISMATCH, "neither true nor false: value=" + value);
    }

    private Object parameter(String name) {
        if (!environment.parameters().containsKey(name)) {
            throw new ThetisException(ErrorCode.MISSING_PARAMETER, "a parameter has no value: name=" + name);
        }
        return environment.parameters().get(name);
    }

    private @Nullable Boolean and(List<Expression> operands, Row row) {
        Boolean result = true;
        for (Expression operand : operands) {
            result = Logic.and(result, truth(operand, row));
            if (Boolean.FALSE.equals(result)) {
                return false;
            }
        }
        return result;
    }

    private @Nullable Boolean or(List<Expression> operands, Row row) {
        Boolean result = false;
        for (Expression operand : operands) {
            result = Logic.or(result, truth(operand, row));
            if (Boolean.TRUE.equals(result)) {
                return true;
            }
        }
        return result;
    }

    /** Null if one side is no string, as the TCK wants it. */
    private @Nullable Boolean stringTest(StringTest test, Row row) {
        Object left = value(test.text(), row);
        Object right = value(test.part(), row);
        if (!(left instanceof String text) || !(right instanceof String part)) {
            return null;
        }
        return switch (test.operator()) {
            case STARTS_WITH -> text.startsWith(part);
            case ENDS_WITH -> text.endsWith(part);
            case CONTAINS -> text.contains(part);
            case MATCHES -> matches(text, part);
        };
    }

    private static boolean matches(String text, String regularExpression) {
        try {
            return Pattern.compile(regularExpression).matcher(text).matches();
        } catch (PatternSyntaxException e) {
            throw new ThetisException(
                    ErrorCode.INVALID_ARGUMENT, "not a regular expression: text=" + regularExpression, e);
        }
    }

    private Boolean typeTest(Expression.TypeTest test, Row row) {
        Object value = value(test.value(), row);
        return ValueTypes.is(value, test.type()) && !(test.notNull() && value == null);
    }

    private @Nullable Object choice(Expression.Case choice, Row row) {
        Object operand = choice.operand().isPresent() ? value(choice.operand().get(), row) : null;
        for (Expression.When branch : choice.branches()) {
            boolean taken = choice.operand().isPresent()
                    ? Boolean.TRUE.equals(Equality.equal(operand, value(branch.when(), row)))
                    : isTrue(branch.when(), row);
            if (taken) {
                return value(branch.then(), row);
            }
        }
        return choice.otherwise().isPresent() ? value(choice.otherwise().get(), row) : null;
    }

    /** Texts grow where each row doubles what the one before has stored. */
    private @Nullable Object paid(@Nullable Object value) {
        if (value instanceof String text) {
            environment.budget().take(text.length() / CHARACTERS_PER_STEP);
        }
        return value;
    }

    private @Nullable Object call(Expression.Call call, Row row) {
        if (call.name().equals("coalesce")) {
            for (Expression argument : call.arguments()) {
                Object value = value(argument, row);
                if (value != null) {
                    return value;
                }
            }
            return null;
        }
        List<Object> arguments = new ArrayList<>(call.arguments().size());
        call.arguments().forEach(argument -> arguments.add(value(argument, row)));
        if (EntityFunctions.NAMES.contains(call.name())) {
            return EntityFunctions.call(call.name(), arguments);
        }
        if (ListFunctions.covers(call.name())) {
            return ListFunctions.call(call.name(), arguments, environment.budget());
        }
        return paid(environment.functions().call(call.name(), arguments));
    }

    private Object subquery(Expression.Subquery subquery, Row row) {
        List<Row> rows = subqueries.run(subquery.query(), row.only(subquery.imports()));
        return switch (subquery.kind()) {
            case EXISTS -> !rows.isEmpty();
            case COUNT -> (long) rows.size();
            case COLLECT -> {
                List<Object> values = new ArrayList<>(rows.size());
                int column = subquery.column().orElse(0);
                rows.forEach(
                        each -> values.add(each.get(subquery.query().outputs().get(column))));
                yield values;
            }
        };
    }
}
