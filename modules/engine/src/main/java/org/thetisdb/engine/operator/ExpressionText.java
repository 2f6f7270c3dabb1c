package org.thetisdb.engine.operator;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.LabelExpression;
import org.thetisdb.cypher.bound.Variable;

/**
 * Writes bound expressions much as a user would have: for EXPLAIN, not for parsing. What the user left unnamed
 * is {@code _} and the variable's number, so that the lines of a plan can be matched up.
 */
public final class ExpressionText {
    // How tightly operators bind, loosest first; an operand that binds less tightly than its operator needs
    // parentheses.
    private static final int OR = 1;
    private static final int XOR = 2;
    private static final int AND = 3;
    private static final int NOT = 4;
    private static final int COMPARISON = 5;
    private static final int SUM = 6;
    private static final int PRODUCT = 7;
    private static final int POWER = 8;
    private static final int NEGATION = 9;
    private static final int ATOM = 10;

    private ExpressionText() {}

    public static String of(Expression expression) {
        return text(expression);
    }

    public static String of(Variable variable) {
        return variable.isAnonymous() ? "_" + variable.id() : variable.name();
    }

    /** Conjuncts, joined by AND. */
    public static String all(List<Expression> conjuncts) {
        return conjuncts.size() == 1
                ? text(conjuncts.getFirst())
                : conjuncts.stream().map(each -> operand(each, AND)).collect(Collectors.joining(" AND "));
    }

    public static String list(List<Expression> expressions) {
        return expressions.stream().map(ExpressionText::text).collect(Collectors.joining(", "));
    }

    public static String variables(List<Variable> variables) {
        return variables.stream().map(ExpressionText::of).collect(Collectors.joining(", "));
    }

    private static int binding(Expression expression) {
        return switch (expression) {
            case Expression.Or ignored -> OR;
            case Expression.Xor ignored -> XOR;
            case Expression.And ignored -> AND;
            case Expression.Not ignored -> NOT;
            case Expression.Comparison ignored -> COMPARISON;
            case Expression.In ignored -> COMPARISON;
            case Expression.StringTest ignored -> COMPARISON;
            case Expression.IsNull ignored -> COMPARISON;
            case Expression.IsNotNull ignored -> COMPARISON;
            case Expression.TypeTest ignored -> COMPARISON;
            case Expression.Negate ignored -> NEGATION;
            case Expression.Arithmetic arithmetic ->
                switch (arithmetic.operator()) {
                    case ADD, SUBTRACT -> SUM;
                    case MULTIPLY, DIVIDE, MODULO -> PRODUCT;
                    case POWER -> POWER;
                };
            default -> ATOM;
        };
    }

    private static String operand(Expression expression, int binding) {
        String text = text(expression);
        return binding(expression) < binding ? "(" + text + ")" : text;
    }

    private static String pair(Expression left, String operator, Expression right, int binding) {
        return operand(left, binding) + " " + operator + " " + operand(right, binding + 1);
    }

    private static String joined(List<Expression> operands, String operator, int binding) {
        return operands.stream()
                .map(each -> operand(each, binding + 1))
                .collect(Collectors.joining(" " + operator + " "));
    }

    private static String text(Expression expression) {
        return switch (expression) {
            case Expression.Literal literal -> value(literal.value().orElse(null));
            case Expression.Parameter parameter -> "$" + parameter.name();
            case Expression.Reference reference -> of(reference.variable());
            case Expression.Property property -> operand(property.target(), ATOM) + "." + property.key();
            case Expression.Arithmetic arithmetic ->
                pair(arithmetic.left(), arithmetic.operator().symbol(), arithmetic.right(), binding(arithmetic));
            case Expression.Negate negate -> "-" + operand(negate.operand(), NEGATION);
            case Expression.Comparison comparison ->
                pair(comparison.left(), sign(comparison.operator()), comparison.right(), COMPARISON);
            case Expression.And and -> joined(and.operands(), "AND", AND);
            case Expression.Or or -> joined(or.operands(), "OR", OR);
            case Expression.Xor xor -> pair(xor.left(), "XOR", xor.right(), XOR);
            case Expression.Not not -> "NOT " + operand(not.operand(), NOT);
            case Expression.IsNull isNull -> operand(isNull.operand(), SUM) + " IS NULL";
            case Expression.IsNotNull isNotNull -> operand(isNotNull.operand(), SUM) + " IS NOT NULL";
            case Expression.In in -> pair(in.value(), "IN", in.list(), COMPARISON);
            case Expression.StringTest test -> pair(test.text(), sign(test.operator()), test.part(), COMPARISON);
            case Expression.TypeTest test ->
                operand(test.value(), SUM) + " IS :: " + type(test.type()) + (test.notNull() ? " NOT NULL" : "");
            case Expression.HasLabels labels -> operand(labels.target(), ATOM) + ":" + of(labels.labels());
            case Expression.Call call -> call.name() + "(" + list(call.arguments()) + ")";
            case Expression.ExtensionCall call ->
                call.function().signature().displayName() + "(" + list(call.arguments()) + ")";
            default -> composite(expression);
        };
    }

    private static String composite(Expression expression) {
        return switch (expression) {
            case Expression.ListOf list -> "[" + list(list.elements()) + "]";
            case Expression.MapOf map -> "{" + entries(map.entries()) + "}";
            case Expression.MapProjection projection -> projection(projection);
            case Expression.Subscript subscript ->
                operand(subscript.target(), ATOM) + "[" + text(subscript.index()) + "]";
            case Expression.ListSlice slice ->
                operand(slice.list(), ATOM) + "[" + orNothing(slice.from()) + ".." + orNothing(slice.to()) + "]";
            case Expression.Case conditional -> conditional(conditional);
            case Expression.ListComprehension comprehension ->
                "[" + of(comprehension.variable()) + " IN " + text(comprehension.list())
                        + prefixed(" WHERE ", comprehension.predicate())
                        + prefixed(" | ", comprehension.projection()) + "]";
            case Expression.Quantifier quantifier ->
                quantifier.kind().name().toLowerCase(java.util.Locale.ROOT) + "(" + of(quantifier.variable()) + " IN "
                        + text(quantifier.list()) + " WHERE " + text(quantifier.predicate()) + ")";
            case Expression.Reduce reduce ->
                "reduce(" + of(reduce.accumulator()) + " = " + text(reduce.initial()) + ", " + of(reduce.variable())
                        + " IN " + text(reduce.list()) + " | " + text(reduce.body()) + ")";
            case Expression.Subquery subquery ->
                subquery.kind().name() + " { "
                        + (subquery.imports().isEmpty() ? "" : variables(subquery.imports()) + " ") + "… }";
            default -> throw new IllegalStateException("not composite: " + expression.getClass());
        };
    }

    private static String sign(Expression.Comparison.Operator operator) {
        return switch (operator) {
            case EQUAL -> "=";
            case NOT_EQUAL -> "<>";
            case LESS -> "<";
            case LESS_OR_EQUAL -> "<=";
            case GREATER -> ">";
            case GREATER_OR_EQUAL -> ">=";
        };
    }

    private static String sign(Expression.StringTest.Operator operator) {
        return switch (operator) {
            case STARTS_WITH -> "STARTS WITH";
            case ENDS_WITH -> "ENDS WITH";
            case CONTAINS -> "CONTAINS";
            case MATCHES -> "=~";
        };
    }

    private static String type(CypherType type) {
        String name = type.kind().name().replace('_', ' ');
        return type.element().map(element -> name + "<" + type(element) + ">").orElse(name);
    }

    private static String orNothing(Optional<Expression> expression) {
        return expression.map(ExpressionText::text).orElse("");
    }

    private static String prefixed(String prefix, Optional<Expression> expression) {
        return expression.map(each -> prefix + text(each)).orElse("");
    }

    private static String entries(List<Expression.Entry> entries) {
        return entries.stream()
                .map(entry -> entry.key() + ": " + text(entry.value()))
                .collect(Collectors.joining(", "));
    }

    private static String projection(Expression.MapProjection projection) {
        String all = projection.allProperties() ? ".*" : "";
        String comma = projection.allProperties() && !projection.entries().isEmpty() ? ", " : "";
        return operand(projection.target(), ATOM) + " {" + all + comma + entries(projection.entries()) + "}";
    }

    private static String conditional(Expression.Case conditional) {
        StringBuilder text = new StringBuilder("CASE").append(prefixed(" ", conditional.operand()));
        for (Expression.When branch : conditional.branches()) {
            text.append(" WHEN ").append(text(branch.when()));
            text.append(" THEN ").append(text(branch.then()));
        }
        return text.append(prefixed(" ELSE ", conditional.otherwise()))
                .append(" END")
                .toString();
    }

    /** A label expression, without the colon before it. */
    public static String of(LabelExpression labels) {
        return switch (labels) {
            case LabelExpression.Name name -> name.name();
            case LabelExpression.Wildcard ignored -> "%";
            case LabelExpression.Not not -> "!" + nested(not.operand());
            case LabelExpression.And and ->
                and.operands().stream().map(ExpressionText::nested).collect(Collectors.joining("&"));
            case LabelExpression.Or or ->
                or.operands().stream().map(ExpressionText::nested).collect(Collectors.joining("|"));
        };
    }

    private static String nested(LabelExpression labels) {
        boolean simple = switch (labels) {
            case LabelExpression.Name ignored -> true;
            case LabelExpression.Wildcard ignored -> true;
            case LabelExpression.Not ignored -> true;
            case LabelExpression.And ignored -> false;
            case LabelExpression.Or ignored -> false;
        };
        return simple ? of(labels) : "(" + of(labels) + ")";
    }

    private static String value(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String text -> quoted(text);
            case LocalDate date -> "date(" + quoted(date.toString()) + ")";
            case LocalTime time -> "localtime(" + quoted(time.toString()) + ")";
            case OffsetTime time -> "time(" + quoted(time.toString()) + ")";
            case LocalDateTime time -> "localdatetime(" + quoted(time.toString()) + ")";
            case ZonedDateTime time -> "datetime(" + quoted(time.toString()) + ")";
            case List<?> list -> list.stream().map(ExpressionText::value).collect(Collectors.joining(", ", "[", "]"));
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + value(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            default -> value.toString();
        };
    }

    private static String quoted(String text) {
        return "'"
                + text.replace("\\", "\\\\")
                        .replace("'", "\\'")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t")
                + "'";
    }
}
