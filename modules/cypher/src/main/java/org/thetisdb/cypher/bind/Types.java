package org.thetisdb.cypher.bind;

import java.util.List;
import java.util.Optional;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.CypherType.Kind;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.FunctionCatalog;
import org.thetisdb.cypher.bound.Step.AggregateFunction;

/** What is known of an expression's type, and whether two types overlap. */
final class Types {
    static final CypherType BOOLEAN = CypherType.of(Kind.BOOLEAN);
    static final CypherType INTEGER = CypherType.of(Kind.INTEGER);
    static final CypherType FLOAT = CypherType.of(Kind.FLOAT);
    static final CypherType NUMBER = CypherType.of(Kind.NUMBER);
    static final CypherType STRING = CypherType.of(Kind.STRING);
    static final CypherType MAP = CypherType.of(Kind.MAP);
    static final CypherType LIST = CypherType.of(Kind.LIST);
    static final CypherType NULL = CypherType.of(Kind.NULL);

    private Types() {}

    static CypherType of(Expression expression) {
        if (expression instanceof Expression.Reference reference) {
            return reference.variable().type();
        }
        if (expression instanceof Expression.Property || expression instanceof Expression.Reduce) {
            return CypherType.ANY;
        }
        if (expression instanceof Expression.Parameter parameter) {
            return parameter.type();
        }
        if (expression instanceof Expression.Literal literal) {
            return ofValue(literal.value());
        }
        if (expression instanceof Expression.Call call) {
            return ofCall(call);
        }
        if (expression instanceof Expression.ExtensionCall call) {
            return call.function().signature().result();
        }
        if (expression instanceof Expression.Arithmetic arithmetic) {
            return ofArithmetic(arithmetic);
        }
        if (expression instanceof Expression.Negate negate) {
            return of(negate.operand());
        }
        if (expression instanceof Expression.Case choice) {
            return ofCase(choice);
        }
        if (expression instanceof Expression.Subquery subquery) {
            return ofSubquery(subquery);
        }
        return ofCollection(expression).orElse(BOOLEAN);
    }

    /** The type of what makes or reads lists and maps; empty for all else, which are predicates. */
    private static Optional<CypherType> ofCollection(Expression expression) {
        if (expression instanceof Expression.ListOf list) {
            return Optional.of(CypherType.listOf(ofAll(list.elements())));
        }
        if (expression instanceof Expression.MapOf || expression instanceof Expression.MapProjection) {
            return Optional.of(MAP);
        }
        if (expression instanceof Expression.Subscript subscript) {
            return Optional.of(element(of(subscript.target())));
        }
        if (expression instanceof Expression.ListSlice slice) {
            return Optional.of(of(slice.list()));
        }
        if (expression instanceof Expression.ListComprehension comprehension) {
            Optional<Expression> projection = comprehension.projection();
            return Optional.of(
                    projection.isPresent()
                            ? CypherType.listOf(of(projection.get()))
                            : asList(of(comprehension.list())));
        }
        return Optional.empty();
    }

    static CypherType ofValue(Optional<Object> value) {
        if (value.isEmpty()) {
            return NULL;
        }
        Object boxed = value.get();
        if (boxed instanceof Long) {
            return INTEGER;
        }
        if (boxed instanceof Double) {
            return FLOAT;
        }
        return boxed instanceof Boolean ? BOOLEAN : boxed instanceof String ? STRING : CypherType.ANY;
    }

    private static CypherType ofArithmetic(Expression.Arithmetic arithmetic) {
        CypherType left = of(arithmetic.left());
        CypherType right = of(arithmetic.right());
        if (arithmetic.operator() == Expression.Arithmetic.Operator.POWER) {
            return FLOAT;
        }
        if (left.kind() == Kind.INTEGER && right.kind() == Kind.INTEGER) {
            return INTEGER;
        }
        if (isNumber(left) && isNumber(right)) {
            return left.kind() == Kind.FLOAT || right.kind() == Kind.FLOAT ? FLOAT : NUMBER;
        }
        return arithmetic.operator() == Expression.Arithmetic.Operator.ADD
                ? ofAddition(left, right)
                : ofTemporalArithmetic(left, right);
    }

    private static CypherType ofAddition(CypherType left, CypherType right) {
        if (left.kind() == Kind.LIST || right.kind() == Kind.LIST) {
            CypherType leftElement = left.kind() == Kind.LIST ? element(left) : left;
            CypherType rightElement = right.kind() == Kind.LIST ? element(right) : right;
            return CypherType.listOf(join(leftElement, rightElement));
        }
        boolean known = left.kind() != Kind.ANY && right.kind() != Kind.ANY;
        if (known && (left.kind() == Kind.STRING || right.kind() == Kind.STRING)) {
            return STRING;
        }
        return ofTemporalArithmetic(left, right);
    }

    private static CypherType ofTemporalArithmetic(CypherType left, CypherType right) {
        if (isInstant(left)) {
            return left;
        }
        return left.kind() == Kind.DURATION && (right.kind() == Kind.DURATION || isNumber(right))
                ? left
                : CypherType.ANY;
    }

    static boolean isNumber(CypherType type) {
        return type.kind() == Kind.INTEGER || type.kind() == Kind.FLOAT || type.kind() == Kind.NUMBER;
    }

    /** A date, time or both. */
    static boolean isInstant(CypherType type) {
        return switch (type.kind()) {
            case DATE, LOCAL_TIME, TIME, LOCAL_DATETIME, ZONED_DATETIME -> true;
            default -> false;
        };
    }

    private static CypherType ofCase(Expression.Case choice) {
        CypherType type = NULL;
        for (Expression.When branch : choice.branches()) {
            type = join(type, of(branch.then()));
        }
        return choice.otherwise().isPresent() ? join(type, of(choice.otherwise().get())) : type;
    }

    private static CypherType ofSubquery(Expression.Subquery subquery) {
        return switch (subquery.kind()) {
            case EXISTS -> BOOLEAN;
            case COUNT -> INTEGER;
            case COLLECT ->
                CypherType.listOf(subquery.query()
                        .outputs()
                        .get(subquery.column().orElse(0))
                        .type());
        };
    }

    private static CypherType ofCall(Expression.Call call) {
        List<Expression> arguments = call.arguments();
        return switch (call.name()) {
            case "coalesce" -> ofAll(arguments);
            case "head", "last" -> element(of(arguments.get(0)));
            case "tail", "reverse", "abs", "nullif" -> of(arguments.get(0));
            default ->
                FunctionCatalog.find(call.name())
                        .map(FunctionCatalog.Function::result)
                        .orElse(CypherType.ANY);
        };
    }

    /** The sum of nothing is the integer 0, whatever is summed. */
    private static CypherType ofSum(CypherType summed) {
        return switch (summed.kind()) {
            case INTEGER -> summed;
            case FLOAT, NUMBER -> CypherType.of(CypherType.Kind.NUMBER);
            default -> CypherType.ANY;
        };
    }

    static CypherType ofAggregate(AggregateFunction function, List<Expression> arguments) {
        return switch (function) {
            case COUNT_ROWS, COUNT -> INTEGER;
            case MIN, MAX -> of(arguments.get(0));
            case COLLECT -> CypherType.listOf(of(arguments.get(0)));
            case STDEV, STDEVP, PERCENTILE_CONT -> FLOAT;
            case SUM -> ofSum(of(arguments.get(0)));
            case PERCENTILE_DISC -> of(arguments.get(0));
            case AVG -> isNumber(of(arguments.get(0))) ? FLOAT : of(arguments.get(0));
            case EXTENSION -> throw new IllegalArgumentException("an extension knows the type itself");
        };
    }

    private static CypherType ofAll(List<Expression> expressions) {
        CypherType type = NULL;
        for (Expression expression : expressions) {
            type = join(type, of(expression));
        }
        return type.kind() == Kind.NULL ? CypherType.ANY : type;
    }

    /** The type of what a list of this type holds; ANY if it is no list. */
    static CypherType element(CypherType type) {
        return type.kind() == Kind.LIST ? type.element().orElse(CypherType.ANY) : CypherType.ANY;
    }

    private static CypherType asList(CypherType type) {
        return type.kind() == Kind.LIST ? type : LIST;
    }

    /** The narrowest type that both belong to. */
    static CypherType join(CypherType left, CypherType right) {
        if (left.equals(right) || right.kind() == Kind.NULL) {
            return left;
        }
        if (left.kind() == Kind.NULL) {
            return right;
        }
        if (left.kind() == Kind.LIST && right.kind() == Kind.LIST) {
            return CypherType.listOf(join(element(left), element(right)));
        }
        return isNumber(left) && isNumber(right) ? NUMBER : CypherType.ANY;
    }

    /** Whether a value of one static type can be of the other type. */
    static boolean canBe(CypherType type, CypherType wanted) {
        Kind kind = type.kind();
        Kind wantedKind = wanted.kind();
        if (kind == Kind.ANY || kind == Kind.NULL || wantedKind == Kind.ANY || kind == wantedKind) {
            return kind != Kind.LIST || wantedKind != Kind.LIST || canBe(element(type), element(wanted));
        }
        if (wantedKind == Kind.FLOAT || wantedKind == Kind.NUMBER) {
            return isNumber(type);
        }
        return kind == Kind.NUMBER && wantedKind == Kind.INTEGER;
    }

    static boolean canBeAny(CypherType type, List<CypherType> wanted) {
        for (CypherType each : wanted) {
            if (canBe(type, each)) {
                return true;
            }
        }
        return false;
    }
}
