package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.ExtensionAggregate;
import org.thetisdb.cypher.bound.ExtensionFunction;
import org.thetisdb.cypher.bound.FunctionCatalog;
import org.thetisdb.cypher.bound.FunctionCatalog.Function;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Step.AggregateFunction;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.parse.ForeignWords;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Suggestions;
import org.thetisdb.value.ThetisException;

/** Calls of functions and aggregates. */
final class CallBinder {
    private final BindContext context;
    private final ExpressionBinder expressions;
    private boolean insideAggregate;

    CallBinder(BindContext context, ExpressionBinder expressions) {
        this.context = context;
        this.expressions = expressions;
    }

    Expression call(ExpressionTree.Call call) {
        String name = call.name().toLowerCase(Locale.ROOT);
        Optional<AggregateFunction> aggregate = aggregateFunction(name);
        if (aggregate.isPresent()) {
            return aggregate(call, aggregate.get());
        }
        if (call.star()) {
            throw context.error(ErrorCode.SYNTAX, call.offset(), "`*` is an argument of count() only");
        }
        Optional<ExtensionAggregate> ofExtension = context.callables().aggregate(name);
        if (ofExtension.isPresent()) {
            return aggregate(call, ofExtension.get());
        }
        Optional<Function> builtIn = FunctionCatalog.find(name);
        Optional<ExtensionFunction> extension =
                builtIn.isPresent() ? Optional.empty() : context.callables().function(name);
        if (builtIn.isEmpty() && extension.isEmpty()) {
            throw unknown(call);
        }
        if (call.distinct()) {
            throw context.error(
                    ErrorCode.SYNTAX,
                    call.offset(),
                    "DISTINCT goes with aggregates, and " + call.name() + " is not one");
        }
        return extension.isPresent() ? scalar(call, extension.get()) : scalar(call, builtIn.get());
    }

    private ThetisException unknown(ExpressionTree.Call call) {
        Optional<String> instead = ForeignWords.insteadOfFunction(call.name());
        List<String> known = new ArrayList<>(FunctionCatalog.displayNames());
        context.callables()
                .functions()
                .forEach(each -> known.add(each.signature().displayName()));
        context.callables()
                .aggregates()
                .forEach(each -> known.add(each.signature().displayName()));
        return context.error(
                ErrorCode.UNKNOWN_FUNCTION,
                call.offset(),
                "there is no function `" + call.name() + "`"
                        + (instead.isPresent()
                                ? "; use " + instead.get()
                                : Suggestions.didYouMean(call.name(), known)));
    }

    private Expression scalar(ExpressionTree.Call call, ExtensionFunction function) {
        Function signature = function.signature();
        checkCount(call, signature.minArguments(), signature.maxArguments(), signature.signature());
        return new Expression.ExtensionCall(function, arguments(call, signature));
    }

    private Expression scalar(ExpressionTree.Call call, Function function) {
        checkCount(call, function.minArguments(), function.maxArguments(), function.signature());
        if (insideAggregate && function.name().equals("rand")) {
            throw context.error(
                    ErrorCode.INVALID_AGGREGATION,
                    call.offset(),
                    "rand() inside an aggregate; compute it for each row in an earlier WITH");
        }
        return function.name().equals("exists")
                ? exists(call)
                : new Expression.Call(function.name(), arguments(call, function));
    }

    private List<Expression> arguments(ExpressionTree.Call call, Function function) {
        List<Expression> arguments = new ArrayList<>(call.arguments().size());
        for (int index = 0; index < call.arguments().size(); index++) {
            ExpressionTree tree = call.arguments().get(index);
            Expression argument = expressions.bind(tree);
            CypherType type = Types.of(argument);
            if (!Types.canBeAny(type, function.parameter(index))) {
                throw context.error(
                        ErrorCode.TYPE_MISMATCH,
                        tree.offset(),
                        "argument " + (index + 1) + " of " + function.displayName() + "() is " + type + "; expected "
                                + shown(function.signature()) + remedy(function, type));
            }
            arguments.add(argument);
        }
        return arguments;
    }

    private Expression exists(ExpressionTree.Call call) {
        Expression argument = expressions.bind(call.arguments().get(0));
        if (!(argument instanceof Expression.Property) && !(argument instanceof Expression.Subscript)) {
            throw context.error(
                    ErrorCode.SYNTAX, call.offset(), "exists() takes a property or a pattern; use IS NOT NULL");
        }
        return new Expression.IsNotNull(argument);
    }

    private void checkCount(ExpressionTree.Call call, int minimum, int maximum, String signature) {
        int count = call.arguments().size();
        if (count < minimum || count > maximum) {
            throw context.error(
                    ErrorCode.WRONG_ARGUMENT_COUNT,
                    call.offset(),
                    "wrong number of arguments of " + call.name() + "(): given=" + count + "; expected "
                            + shown(signature));
        }
    }

    /** Names of types as users write them, alternatives separated. */
    private static String shown(String signature) {
        return signature.replace("LOCAL_", "LOCAL ").replace("ZONED_", "ZONED ").replace("|", " | ");
    }

    private static String remedy(Function function, CypherType type) {
        boolean counts = type.kind() == CypherType.Kind.STRING || type.kind() == CypherType.Kind.LIST;
        return function.name().equals("length") && counts ? "; size() counts characters and elements" : "";
    }

    static Optional<AggregateFunction> aggregateFunction(String lowerCaseName) {
        return switch (lowerCaseName) {
            case "count" -> Optional.of(AggregateFunction.COUNT);
            case "sum" -> Optional.of(AggregateFunction.SUM);
            case "avg" -> Optional.of(AggregateFunction.AVG);
            case "min" -> Optional.of(AggregateFunction.MIN);
            case "max" -> Optional.of(AggregateFunction.MAX);
            case "collect" -> Optional.of(AggregateFunction.COLLECT);
            case "stdev" -> Optional.of(AggregateFunction.STDEV);
            case "stdevp" -> Optional.of(AggregateFunction.STDEVP);
            case "percentilecont" -> Optional.of(AggregateFunction.PERCENTILE_CONT);
            case "percentiledisc" -> Optional.of(AggregateFunction.PERCENTILE_DISC);
            default -> Optional.empty();
        };
    }

    /** Checks that the call stands where rows can be aggregated, and gives who collects such calls there. */
    private AggregateCollector collector(ExpressionTree.Call call) {
        if (insideAggregate) {
            throw context.error(
                    ErrorCode.INVALID_AGGREGATION,
                    call.offset(),
                    call.name() + "() inside another aggregate; compute the inner one in an earlier WITH");
        }
        if (expressions.collector().isEmpty()) {
            throw context.error(
                    ErrorCode.INVALID_AGGREGATION,
                    call.offset(),
                    call.name() + "() aggregates rows, which only the items of WITH and RETURN can do;"
                            + " compute it in an earlier WITH");
        }
        return expressions.collector().get();
    }

    private Expression aggregate(ExpressionTree.Call call, ExtensionAggregate function) {
        AggregateCollector collector = collector(call);
        Function signature = function.signature();
        checkCount(call, signature.minArguments(), signature.maxArguments(), signature.signature());
        if (call.distinct() && call.arguments().size() != 1) {
            throw context.error(
                    ErrorCode.SYNTAX,
                    call.offset(),
                    "DISTINCT goes with aggregates of one argument, and " + call.name() + " has "
                            + call.arguments().size() + "; make rows distinct in an earlier WITH");
        }
        insideAggregate = true;
        List<Expression> arguments = arguments(call, signature);
        insideAggregate = false;
        Variable variable = context.anonymous("aggregate", signature.result());
        Variable computed = collector.add(new Step.Aggregation(
                variable,
                AggregateFunction.EXTENSION,
                call.distinct(),
                arguments,
                Optional.of(function),
                Optional.empty()));
        context.placeVariable(computed, call.offset());
        return new Expression.Reference(computed);
    }

    private Expression aggregate(ExpressionTree.Call call, AggregateFunction function) {
        AggregateCollector collector = collector(call);
        boolean star = call.star();
        if (star && function != AggregateFunction.COUNT) {
            throw context.error(ErrorCode.SYNTAX, call.offset(), "`*` is an argument of count() only");
        }
        boolean percentile =
                function == AggregateFunction.PERCENTILE_CONT || function == AggregateFunction.PERCENTILE_DISC;
        if (!star) {
            int count = percentile ? 2 : 1;
            String signature = call.name() + (percentile ? "(value, percentile)" : "([DISTINCT] value)");
            checkCount(call, count, count, signature);
        }
        insideAggregate = true;
        List<Expression> arguments = expressions.bindAll(call.arguments());
        insideAggregate = false;
        checkArgument(call, function, arguments);
        AggregateFunction actual = star ? AggregateFunction.COUNT_ROWS : function;
        Variable variable = context.anonymous("aggregate", Types.ofAggregate(actual, arguments));
        Variable computed = collector.add(new Step.Aggregation(variable, actual, call.distinct(), arguments));
        context.placeVariable(computed, call.offset());
        return new Expression.Reference(computed);
    }

    private void checkArgument(ExpressionTree.Call call, AggregateFunction function, List<Expression> arguments) {
        switch (function) {
            case SUM, AVG -> {
                CypherType type = Types.of(arguments.get(0));
                if (!Types.canBe(type, Types.NUMBER) && type.kind() != CypherType.Kind.DURATION) {
                    expressions.require(
                            arguments.get(0),
                            Types.NUMBER,
                            call.arguments().get(0).offset(),
                            "the argument of " + call.name() + "()");
                }
            }
            case STDEV, STDEVP, PERCENTILE_CONT, PERCENTILE_DISC -> {
                for (int index = 0; index < arguments.size(); index++) {
                    expressions.require(
                            arguments.get(index),
                            Types.NUMBER,
                            call.arguments().get(index).offset(),
                            "the argument of " + call.name() + "()");
                }
            }
            case COUNT_ROWS, COUNT, MIN, MAX, COLLECT, EXTENSION -> {}
        }
    }
}
