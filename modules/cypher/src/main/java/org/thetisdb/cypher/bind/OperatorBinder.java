package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.CypherType.Kind;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Expression.Arithmetic;
import org.thetisdb.cypher.bound.Expression.Comparison;
import org.thetisdb.cypher.bound.Expression.StringTest;
import org.thetisdb.cypher.bound.NameKind;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.value.ErrorCode;

/** Operators, with the type errors that are certain. */
final class OperatorBinder {
    private final BindContext context;
    private final ExpressionBinder expressions;

    OperatorBinder(BindContext context, ExpressionBinder expressions) {
        this.context = context;
        this.expressions = expressions;
    }

    Expression unary(ExpressionTree.Unary tree) {
        return switch (tree.operator()) {
            case NOT -> {
                Expression operand = expressions.bind(tree.operand(), true);
                expressions.require(operand, Types.BOOLEAN, tree.operand().offset(), "the operand of NOT");
                yield new Expression.Not(operand);
            }
            case IS_NULL -> new Expression.IsNull(expressions.bind(tree.operand()));
            case IS_NOT_NULL -> new Expression.IsNotNull(expressions.bind(tree.operand()));
            case NEGATE -> {
                Expression operand = number(tree);
                yield operand instanceof Expression.Literal literal
                                && literal.value().isPresent()
                                && literal.value().get() instanceof Double value
                        ? Expression.Literal.of(-value)
                        : new Expression.Negate(operand);
            }
            case PLUS -> number(tree);
        };
    }

    private Expression number(ExpressionTree.Unary tree) {
        Expression operand = expressions.bind(tree.operand());
        CypherType type = Types.of(operand);
        if (type.kind() != Kind.DURATION) {
            expressions.require(operand, Types.NUMBER, tree.operand().offset(), "the operand of a sign");
        }
        return operand;
    }

    /** Nested conjunctions become one; so do disjunctions. */
    Expression logical(ExpressionTree.Logical tree) {
        List<Expression> operands = new ArrayList<>(tree.operands().size());
        for (ExpressionTree operandTree : tree.operands()) {
            Expression operand = expressions.bind(operandTree, true);
            String what = tree.conjunction() ? "an operand of AND" : "an operand of OR";
            expressions.require(operand, Types.BOOLEAN, operandTree.offset(), what);
            if (tree.conjunction() && operand instanceof Expression.And and) {
                operands.addAll(and.operands());
            } else if (!tree.conjunction() && operand instanceof Expression.Or or) {
                operands.addAll(or.operands());
            } else {
                operands.add(operand);
            }
        }
        return tree.conjunction() ? new Expression.And(operands) : new Expression.Or(operands);
    }

    Expression binary(ExpressionTree.Binary tree) {
        boolean xor = tree.operator() == ExpressionTree.BinaryOperator.XOR;
        Expression left = expressions.bind(tree.left(), xor);
        Expression right = expressions.bind(tree.right(), xor);
        return switch (tree.operator()) {
            case XOR -> {
                expressions.require(left, Types.BOOLEAN, tree.left().offset(), "an operand of XOR");
                expressions.require(right, Types.BOOLEAN, tree.right().offset(), "an operand of XOR");
                yield new Expression.Xor(left, right);
            }
            case EQUAL -> new Comparison(Comparison.Operator.EQUAL, left, right);
            case NOT_EQUAL -> new Comparison(Comparison.Operator.NOT_EQUAL, left, right);
            case LESS -> new Comparison(Comparison.Operator.LESS, left, right);
            case LESS_OR_EQUAL -> new Comparison(Comparison.Operator.LESS_OR_EQUAL, left, right);
            case GREATER -> new Comparison(Comparison.Operator.GREATER, left, right);
            case GREATER_OR_EQUAL -> new Comparison(Comparison.Operator.GREATER_OR_EQUAL, left, right);
            case IN -> {
                requireList(right, tree.right().offset());
                yield new Expression.In(left, right);
            }
            case STARTS_WITH -> new StringTest(StringTest.Operator.STARTS_WITH, left, right);
            case ENDS_WITH -> new StringTest(StringTest.Operator.ENDS_WITH, left, right);
            case CONTAINS -> new StringTest(StringTest.Operator.CONTAINS, left, right);
            case MATCHES -> {
                expressions.require(right, Types.STRING, tree.right().offset(), "the pattern of =~");
                yield new StringTest(StringTest.Operator.MATCHES, left, right);
            }
            case CONCATENATE -> {
                requireJoinable(left, tree.left().offset());
                requireJoinable(right, tree.right().offset());
                yield arithmetic(tree, Arithmetic.Operator.ADD, left, right);
            }
            case ADD -> arithmetic(tree, Arithmetic.Operator.ADD, left, right);
            case SUBTRACT -> arithmetic(tree, Arithmetic.Operator.SUBTRACT, left, right);
            case MULTIPLY -> arithmetic(tree, Arithmetic.Operator.MULTIPLY, left, right);
            case DIVIDE -> arithmetic(tree, Arithmetic.Operator.DIVIDE, left, right);
            case MODULO -> arithmetic(tree, Arithmetic.Operator.MODULO, left, right);
            case POWER -> arithmetic(tree, Arithmetic.Operator.POWER, left, right);
        };
    }

    private Expression arithmetic(
            ExpressionTree.Binary tree, Arithmetic.Operator operator, Expression left, Expression right) {
        CypherType leftType = Types.of(left);
        CypherType rightType = Types.of(right);
        if (!fits(operator, leftType, rightType)) {
            throw context.error(
                    ErrorCode.TYPE_MISMATCH,
                    tree.offset(),
                    sign(tree.operator()) + " is not defined for " + leftType + " and " + rightType
                            + remedy(operator, leftType, rightType));
        }
        return new Arithmetic(operator, left, right);
    }

    /** Other languages have {@code ||} for OR. */
    private void requireJoinable(Expression bound, int offset) {
        CypherType type = Types.of(bound);
        if (type.kind() == Kind.BOOLEAN || Types.isNumber(type)) {
            throw context.error(
                    ErrorCode.TYPE_MISMATCH,
                    offset,
                    "|| concatenates strings or lists, but this is " + type
                            + "; use OR between conditions, + between numbers");
        }
    }

    private void requireList(Expression bound, int offset) {
        CypherType type = Types.of(bound);
        if (!Types.canBe(type, Types.LIST)) {
            throw context.error(
                    ErrorCode.TYPE_MISMATCH,
                    offset,
                    "the right side of IN must be of type LIST but is " + type
                            + "; a list is written in brackets, as in IN [1, 2]");
        }
    }

    private static String sign(ExpressionTree.BinaryOperator operator) {
        return switch (operator) {
            case ADD -> "+";
            case CONCATENATE -> "||";
            case SUBTRACT -> "-";
            case MULTIPLY -> "*";
            case DIVIDE -> "/";
            case MODULO -> "%";
            case POWER -> "^";
            default -> throw new IllegalStateException("no arithmetic: " + operator);
        };
    }

    private static String remedy(Arithmetic.Operator operator, CypherType left, CypherType right) {
        boolean step = operator == Arithmetic.Operator.ADD || operator == Arithmetic.Operator.SUBTRACT;
        if (step && Types.isInstant(left) && Types.isNumber(right)) {
            return "; add a duration, as in date() + duration({days: 1})";
        }
        if (operator == Arithmetic.Operator.SUBTRACT && Types.isInstant(left) && Types.isInstant(right)) {
            return "; duration.between(from, to) and duration.inDays(from, to) give the difference";
        }
        if (isEntity(left) || isEntity(right)) {
            return "; use a property of it, as in n.key";
        }
        if (left.kind() == Kind.MAP || right.kind() == Kind.MAP) {
            return "; a map gets further entries as in map {.*, key: value}";
        }
        return "; convert one of them";
    }

    private static boolean fits(Arithmetic.Operator operator, CypherType left, CypherType right) {
        if (isUnknown(left) && isUnknown(right)) {
            return true;
        }
        boolean numbers = (isUnknown(left) || Types.isNumber(left)) && (isUnknown(right) || Types.isNumber(right));
        boolean leftTemporal = isUnknown(left) || Types.isInstant(left) || left.kind() == Kind.DURATION;
        boolean rightDuration = isUnknown(right) || right.kind() == Kind.DURATION;
        boolean leftDuration = isUnknown(left) || left.kind() == Kind.DURATION;
        boolean rightTemporal = isUnknown(right) || Types.isInstant(right) || right.kind() == Kind.DURATION;
        return switch (operator) {
            case ADD ->
                numbers
                        || left.kind() == Kind.LIST
                        || right.kind() == Kind.LIST
                        || isText(left) && isText(right)
                        || leftTemporal && rightDuration
                        || leftDuration && rightTemporal;
            case SUBTRACT -> numbers || leftTemporal && rightDuration;
            case MULTIPLY ->
                numbers
                        || leftDuration && (isUnknown(right) || Types.isNumber(right))
                        || rightDuration && (isUnknown(left) || Types.isNumber(left));
            case DIVIDE -> numbers || leftDuration && (isUnknown(right) || Types.isNumber(right));
            case MODULO, POWER -> numbers;
        };
    }

    private static boolean isEntity(CypherType type) {
        return type.kind() == Kind.NODE || type.kind() == Kind.RELATIONSHIP;
    }

    private static boolean isUnknown(CypherType type) {
        return type.kind() == Kind.ANY || type.kind() == Kind.NULL;
    }

    /** What {@code +} joins with a string. */
    private static boolean isText(CypherType type) {
        return switch (type.kind()) {
            case NODE, RELATIONSHIP, PATH, MAP -> false;
            default -> true;
        };
    }

    Expression typeTest(ExpressionTree.TypeTest tree) {
        Expression value = expressions.bind(tree.value());
        List<Expression> tests = new ArrayList<>(tree.types().size());
        for (ExpressionTree.TypeTree type : tree.types()) {
            tests.add(new Expression.TypeTest(value, type.type(), type.notNull()));
        }
        Expression test = tests.size() == 1 ? tests.get(0) : new Expression.Or(tests);
        return tree.negated() ? new Expression.Not(test) : test;
    }

    Expression labelTest(ExpressionTree.LabelTest tree) {
        Expression target = expressions.bind(tree.target());
        CypherType type = Types.of(target);
        if (!ExpressionBinder.canBeEntity(type)) {
            throw context.error(
                    ErrorCode.TYPE_MISMATCH,
                    tree.offset(),
                    "only nodes and relationships have labels or types, this is " + type);
        }
        if (type.kind() == Kind.NODE) {
            context.remarks().read(NameKind.LABEL, tree.labels());
        } else if (type.kind() == Kind.RELATIONSHIP) {
            context.remarks().read(NameKind.TYPE, tree.labels());
        }
        return new Expression.HasLabels(target, tree.labels().expression());
    }
}
