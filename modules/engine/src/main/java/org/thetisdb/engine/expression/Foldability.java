package org.thetisdb.engine.expression;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Variable;

/** What can be said of an expression before it runs: whether it is constant, and whether it can fail. */
public final class Foldability {
    private static final Set<String> VOLATILE = Set.of("rand", "randomuuid");

    private Foldability() {}

    /** Whether the value is the same for all rows of a run. */
    public static boolean isConstant(Expression expression) {
        return isConstant(expression, Set.of());
    }

    private static boolean isConstant(Expression expression, Set<Variable> bound) {
        return switch (expression) {
            case Expression.Reference reference -> bound.contains(reference.variable());
            case Expression.Subquery ignored -> false;
            case Expression.Call call ->
                !isVolatile(call) && children(call).allMatch(child -> isConstant(child, bound));
            case Expression.ExtensionCall call ->
                !isVolatile(call) && children(call).allMatch(child -> isConstant(child, bound));
            case Expression.ListComprehension lambda ->
                isConstant(lambda.list(), bound)
                        && constantIn(
                                Stream.concat(lambda.predicate().stream(), lambda.projection().stream()),
                                bound,
                                lambda.variable());
            case Expression.Quantifier lambda ->
                isConstant(lambda.list(), bound) && constantIn(Stream.of(lambda.predicate()), bound, lambda.variable());
            case Expression.Reduce lambda ->
                isConstant(lambda.list(), bound)
                        && isConstant(lambda.initial(), bound)
                        && constantIn(Stream.of(lambda.body()), bound, lambda.variable(), lambda.accumulator());
            default -> children(expression).allMatch(child -> isConstant(child, bound));
        };
    }

    /** Whether it is a function that gives another value each time. */
    public static boolean isVolatile(Expression expression) {
        return switch (expression) {
            case Expression.Call call -> VOLATILE.contains(call.name());
            case Expression.ExtensionCall call -> !call.function().isDeterministic();
            default -> false;
        };
    }

    /** Whether it may be evaluated more often than its value is needed: nobody sees a difference but by an error. */
    public static boolean isRepeatable(Expression expression) {
        return switch (expression) {
            case Expression.Subquery ignored -> false;
            case Expression.ExtensionCall ignored -> false;
            case Expression.Call call -> !isVolatile(call) && children(call).allMatch(Foldability::isRepeatable);
            default -> children(expression).allMatch(Foldability::isRepeatable);
        };
    }

    private static boolean constantIn(Stream<Expression> parts, Set<Variable> bound, Variable... more) {
        Set<Variable> inner = new HashSet<>(bound);
        inner.addAll(List.of(more));
        return parts.allMatch(part -> isConstant(part, inner));
    }

    /** Whether no value of the columns can make it fail; what it gives may still be no BOOLEAN. */
    public static boolean cannotFail(Expression expression) {
        return cannotFail(expression, false);
    }

    /** Whether nothing but functions of extensions can make it fail, if anything can, or give what is no BOOLEAN. */
    public static boolean failsByExtensionsAlone(Expression expression) {
        return isConditionThatCannotFail(expression, true);
    }

    private static boolean cannotFail(Expression expression, boolean butExtensions) {
        return switch (expression) {
            case Expression.Property property ->
                property.target() instanceof Expression.Reference reference && hasProperties(reference);
            case Expression.HasLabels test ->
                test.target() instanceof Expression.Reference reference && hasProperties(reference);
            case Expression.Comparison test ->
                cannotFail(test.left(), butExtensions) && cannotFail(test.right(), butExtensions);
            case Expression.IsNull test -> cannotFail(test.operand(), butExtensions);
            case Expression.IsNotNull test -> cannotFail(test.operand(), butExtensions);
            case Expression.In test ->
                cannotFail(test.value(), butExtensions)
                        && (test.list() instanceof Expression.ListOf list && cannotFail(list, butExtensions)
                                || test.list() instanceof Expression.Reference reference
                                        && reference.variable().type().kind() == CypherType.Kind.LIST);
            case Expression.StringTest test ->
                test.operator() != Expression.StringTest.Operator.MATCHES
                        && cannotFail(test.text(), butExtensions)
                        && cannotFail(test.part(), butExtensions);
            case Expression.Or or ->
                or.operands().stream().allMatch(each -> isConditionThatCannotFail(each, butExtensions));
            case Expression.And and ->
                and.operands().stream().allMatch(each -> isConditionThatCannotFail(each, butExtensions));
            case Expression.Not not -> isConditionThatCannotFail(not.operand(), butExtensions);
            case Expression.ExtensionCall call ->
                butExtensions && call.arguments().stream().allMatch(each -> cannotFail(each, true));
            case Expression.ListOf list -> list.elements().stream().allMatch(each -> cannotFail(each, butExtensions));
            case Expression.MapOf map ->
                map.entries().stream().allMatch(each -> cannotFail(each.value(), butExtensions));
            case Expression.Literal ignored -> true;
            case Expression.Parameter ignored -> true;
            case Expression.Reference ignored -> true;
            default -> false;
        };
    }

    private static boolean hasProperties(Expression.Reference reference) {
        CypherType.Kind kind = reference.variable().type().kind();
        return kind == CypherType.Kind.NODE || kind == CypherType.Kind.RELATIONSHIP;
    }

    /** Whether it can neither fail nor give what is no BOOLEAN, so that a filter may evaluate it before others. */
    public static boolean isConditionThatCannotFail(Expression expression) {
        return isConditionThatCannotFail(expression, false);
    }

    private static boolean isConditionThatCannotFail(Expression expression, boolean butExtensions) {
        return switch (expression) {
            case Expression.Property ignored -> false;
            case Expression.Reference ignored -> false;
            case Expression.Parameter ignored -> false;
            case Expression.Literal literal -> literal.value().orElse(true) instanceof Boolean;
            default -> cannotFail(expression, butExtensions);
        };
    }

    static Stream<Expression> children(Expression expression) {
        return switch (expression) {
            case Expression.Literal ignored -> Stream.empty();
            case Expression.Parameter ignored -> Stream.empty();
            case Expression.Reference ignored -> Stream.empty();
            case Expression.Subquery ignored -> Stream.empty();
            case Expression.Property of -> Stream.of(of.target());
            case Expression.Arithmetic of -> Stream.of(of.left(), of.right());
            case Expression.Negate of -> Stream.of(of.operand());
            case Expression.Comparison of -> Stream.of(of.left(), of.right());
            case Expression.And of -> of.operands().stream();
            case Expression.Or of -> of.operands().stream();
            case Expression.Xor of -> Stream.of(of.left(), of.right());
            case Expression.Not of -> Stream.of(of.operand());
            case Expression.IsNull of -> Stream.of(of.operand());
            case Expression.IsNotNull of -> Stream.of(of.operand());
            case Expression.In of -> Stream.of(of.value(), of.list());
            case Expression.StringTest of -> Stream.of(of.text(), of.part());
            case Expression.TypeTest of -> Stream.of(of.value());
            case Expression.HasLabels of -> Stream.of(of.target());
            case Expression.Call of -> of.arguments().stream();
            case Expression.ExtensionCall of -> of.arguments().stream();
            case Expression.ListOf of -> of.elements().stream();
            case Expression.MapOf of -> of.entries().stream().map(Expression.Entry::value);
            case Expression.MapProjection of ->
                Stream.concat(Stream.of(of.target()), of.entries().stream().map(Expression.Entry::value));
            case Expression.Subscript of -> Stream.of(of.target(), of.index());
            case Expression.ListSlice of ->
                Stream.of(Stream.of(of.list()), of.from().stream(), of.to().stream())
                        .flatMap(each -> each);
            case Expression.Case of ->
                Stream.of(
                                of.operand().stream(),
                                of.branches().stream().flatMap(each -> Stream.of(each.when(), each.then())),
                                of.otherwise().stream())
                        .flatMap(each -> each);
            case Expression.ListComprehension of ->
                Stream.of(Stream.of(of.list()), of.predicate().stream(), of.projection().stream())
                        .flatMap(each -> each);
            case Expression.Quantifier of -> Stream.of(of.list(), of.predicate());
            case Expression.Reduce of -> Stream.of(of.initial(), of.list(), of.body());
        };
    }
}
