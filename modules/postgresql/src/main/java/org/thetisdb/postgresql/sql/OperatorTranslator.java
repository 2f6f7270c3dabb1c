package org.thetisdb.postgresql.sql;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.operators.arithmetic.BitwiseXor;
import net.sf.jsqlparser.expression.operators.arithmetic.Concat;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.IsDistinctExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.RegExpMatchOperator;
import org.thetisdb.postgresql.failure.SqlState;
import org.thetisdb.postgresql.text.LikePattern;
import org.thetisdb.postgresql.text.RegularExpression;
import org.thetisdb.postgresql.text.Token;
import org.thetisdb.postgresql.type.PgType;

/** Operators of SQL. */
final class OperatorTranslator {
    private static final Map<String, String> COMPARISONS =
            Map.of("=", "=", "<>", "<>", "!=", "<>", "<", "<", "<=", "<=", ">", ">", ">=", ">=");

    private final Translation translation;
    private final ExpressionTranslator expressions;
    private final Times times;

    OperatorTranslator(Translation translation, ExpressionTranslator expressions) {
        this.translation = translation;
        this.expressions = expressions;
        this.times = new Times(translation);
    }

    /** The one of two types to which the other can be converted; the first if neither can. */
    static PgType wider(PgType one, PgType other) {
        if (one.isInteger() && other.isInteger()) {
            return one == PgType.INT8 || other == PgType.INT8
                    ? PgType.INT8
                    : one.bytes() >= other.bytes() ? one : other;
        }
        if (one.isNumber() && other.isNumber()) {
            return PgType.FLOAT8;
        }
        if (one.isText() && other.isText()) {
            return one == other ? one : PgType.TEXT;
        }
        boolean times = one.category() == 'D' && other.category() == 'D';
        return times && (other == PgType.TIMESTAMPTZ || one == PgType.DATE) ? other : one;
    }

    /** Both sides, of one type if one of them had none. */
    private record Sides(Expr left, Expr right) {}

    private Sides sides(Expression left, Expression right) {
        return sides(expressions.translate(left), expressions.translate(right));
    }

    private Sides sides(Expr left, Expr right) {
        if (left.isUnknown() && right.isUnknown()) {
            return new Sides(translation.as(left, PgType.TEXT), translation.as(right, PgType.TEXT));
        }
        return new Sides(translation.as(left, right.type()), translation.as(right, left.type()));
    }

    Expr binary(BinaryExpression binary) {
        return switch (binary) {
            case AndExpression and -> logical(and, " AND ");
            case OrExpression or -> logical(or, " OR ");
            case LikeExpression like -> like(like);
            case RegExpMatchOperator match -> match(match);
            case IsDistinctExpression distinct -> distinct(distinct);
            case Concat concat -> concat(concat);
            case BitwiseXor power -> {
                Sides sides = sides(power.getLeftExpression(), power.getRightExpression());
                yield Expr.of(Numbers.power(sides.left().cypher(), sides.right().cypher()), PgType.FLOAT8);
            }
            default -> byName(binary);
        };
    }

    private Expr logical(BinaryExpression binary, String operator) {
        return Expr.of(
                "(" + expressions.condition(binary.getLeftExpression()) + operator
                        + expressions.condition(binary.getRightExpression()) + ")",
                PgType.BOOL);
    }

    private Expr byName(BinaryExpression binary) {
        String operator = binary.getStringExpression();
        String comparison = COMPARISONS.get(operator);
        if (comparison != null) {
            return compare(binary, comparison);
        }
        return switch (operator) {
            case "+", "-", "*", "/", "%" -> arithmetic(binary, operator);
            case "~~" -> throw translation.unsupported(binary, "operator ~~ here");
            default -> throw translation.unsupported(binary, "operator " + operator);
        };
    }

    private Expr compare(BinaryExpression binary, String operator) {
        Expr left = expressions.translate(binary.getLeftExpression());
        Optional<ExpressionTranslator.Quantified> list = expressions.quantified(binary.getRightExpression(), left);
        if (list.isPresent()) {
            return quantified(binary, operator, left, list.get());
        }
        Sides sides = sides(left, expressions.translate(binary.getRightExpression()));
        requireComparable(binary, sides.left().type(), sides.right().type());
        return Expr.of(compared(sides, operator), PgType.BOOL);
    }

    private String compared(Sides sides, String operator) {
        if (sides.left().type() == PgType.INTERVAL && sides.right().type() == PgType.INTERVAL) {
            return "(" + Times.length(sides.left().cypher()) + " " + operator + " "
                    + Times.length(sides.right().cypher()) + ")";
        }
        // A date and a time are compared as times.
        PgType common = wider(sides.left().type(), sides.right().type());
        boolean instants = common == PgType.TIMESTAMPTZ
                && sides.left().type() != sides.right().type();
        // Equal instants are equal in Cypher only if their zones are.
        return "(" + (instants ? times.instant(sides.left()) : times.widened(sides.left(), common)) + " " + operator
                + " " + (instants ? times.instant(sides.right()) : times.widened(sides.right(), common)) + ")";
    }

    String equal(Object node, Expr left, Expr right) {
        Sides sides = sides(left, right);
        requireComparable(node, sides.left().type(), sides.right().type());
        return compared(sides, "=");
    }

    private Expr quantified(BinaryExpression binary, String operator, Expr left, ExpressionTranslator.Quantified list) {
        PgType elementType = list.element();
        Expr array = list.list();
        if (array.isUnknown()) {
            PgType type = left.isUnknown() ? PgType.TEXT : left.type();
            array = translation.as(array, type.array().orElse(PgType.TEXT_ARRAY));
            elementType = type;
        }
        Expr typed = translation.as(left, elementType);
        requireComparable(binary, typed.type(), elementType);
        if (operator.equals("=") && !list.all()) {
            return Expr.of("(" + typed.cypher() + " IN " + array.cypher() + ")", PgType.BOOL);
        }
        if (operator.equals("<>") && list.all()) {
            return Expr.of("(NOT " + typed.cypher() + " IN " + array.cypher() + ")", PgType.BOOL);
        }
        String element = translation.name("e");
        return Expr.of(
                (list.all() ? "all(" : "any(") + element + " IN " + array.cypher() + " WHERE " + typed.cypher() + " "
                        + operator + " " + element + ")",
                PgType.BOOL);
    }

    /** An error of 42883 if no operator takes both. */
    void requireComparable(Object node, PgType left, PgType right) {
        boolean numbers = left.isNumber() && right.isNumber();
        boolean same = left == right || left == PgType.UNKNOWN || right == PgType.UNKNOWN;
        boolean dates = left.category() == 'D' && right.category() == 'D' && isTimeOfDay(left) == isTimeOfDay(right);
        if (!same && !numbers && !dates && !(left.isText() && right.isText())) {
            throw translation
                    .failure(
                            node,
                            SqlState.UNDEFINED_FUNCTION,
                            "operator does not exist: " + left.sqlName() + " = " + right.sqlName())
                    .hint("a cast may be what is missing");
        }
    }

    private static boolean isTimeOfDay(PgType type) {
        return type == PgType.TIME || type == PgType.TIMETZ;
    }

    private Expr arithmetic(BinaryExpression binary, String operator) {
        Sides sides = sides(binary.getLeftExpression(), binary.getRightExpression());
        PgType left = sides.left().type();
        PgType right = sides.right().type();
        String text = "(" + sides.left().cypher() + " " + operator + " "
                + sides.right().cypher() + ")";
        boolean numbers = left.isNumber() && right.isNumber();
        if (numbers) {
            boolean divides = operator.equals("/") || operator.equals("%");
            return divides && (left.isFractional() || right.isFractional())
                    ? Expr.of(
                            Numbers.divided(
                                    sides.left().cypher(),
                                    operator,
                                    sides.right().cypher()),
                            wider(left, right))
                    : Expr.of(text, wider(left, right));
        }
        if (left == PgType.DATE && right.isInteger() && "+-".contains(operator)) {
            return Expr.of(
                    "(" + sides.left().cypher() + " " + operator + " duration({days: "
                            + sides.right().cypher() + "}))",
                    PgType.DATE);
        }
        if (left == PgType.DATE && right == PgType.DATE && operator.equals("-")) {
            return Expr.of(
                    "duration.inDays(" + sides.right().cypher() + ", "
                            + sides.left().cypher() + ").days",
                    PgType.INT4);
        }
        if (left.category() == 'D' && right == PgType.INTERVAL && "+-".contains(operator)) {
            PgType result = left == PgType.DATE ? PgType.TIMESTAMP : left;
            String time = left == PgType.TIMESTAMPTZ ? times.fields(sides.left()) : times.widened(sides.left(), result);
            String sum = "(" + time + " " + operator + " " + sides.right().cypher() + ")";
            return Expr.of(left == PgType.TIMESTAMPTZ ? Times.utc(sum) : sum, result);
        }
        if (left.category() == 'D' && left == right && operator.equals("-")) {
            return Expr.of(Times.between(sides.right().cypher(), sides.left().cypher()), PgType.INTERVAL);
        }
        boolean intervals = left == PgType.INTERVAL && (right == PgType.INTERVAL || right.isNumber());
        if (intervals) {
            return Expr.of(text, PgType.INTERVAL);
        }
        throw translation.failure(
                binary,
                SqlState.UNDEFINED_FUNCTION,
                "operator does not exist: " + left.sqlName() + " " + operator + " " + right.sqlName());
    }

    Expr signed(SignedExpression signed) {
        boolean least = signed.getSign() == '-'
                && signed.getExpression() instanceof LongValue number
                && number.getStringValue().equals("9223372036854775808");
        if (least) {
            return Expr.of(Long.toString(Long.MIN_VALUE), PgType.INT8);
        }
        Expr value = translation.as(expressions.translate(signed.getExpression()), PgType.FLOAT8);
        if (!value.type().isNumber() && value.type() != PgType.INTERVAL) {
            throw translation.failure(
                    signed,
                    SqlState.UNDEFINED_FUNCTION,
                    "operator does not exist: " + signed.getSign() + " "
                            + value.type().sqlName());
        }
        return switch (signed.getSign()) {
            case '-' -> Expr.of("(-" + value.cypher() + ")", value.type());
            case '+' -> value;
            default -> throw translation.unsupported(signed, "operator " + signed.getSign());
        };
    }

    Expr between(Between between) {
        Expr value = expressions.translate(between.getLeftExpression());
        Sides low = sides(value, expressions.translate(between.getBetweenExpressionStart()));
        Sides high = sides(value, expressions.translate(between.getBetweenExpressionEnd()));
        requireComparable(between, low.left().type(), low.right().type());
        requireComparable(between, high.left().type(), high.right().type());
        String test = "(" + compared(low, ">=") + " AND " + compared(high, "<=") + ")";
        return Expr.of(between.isNot() ? "(NOT " + test + ")" : test, PgType.BOOL);
    }

    private Expr distinct(IsDistinctExpression distinct) {
        Sides sides = sides(distinct.getLeftExpression(), distinct.getRightExpression());
        requireComparable(distinct, sides.left().type(), sides.right().type());
        String left = sides.left().cypher();
        String right = sides.right().cypher();
        String same = "coalesce(" + compared(sides, "=") + ", " + left + " IS NULL AND " + right + " IS NULL)";
        boolean asksForSame = distinct.getStringExpression().contains("NOT");
        return Expr.of(asksForSame ? same : "(NOT " + same + ")", PgType.BOOL);
    }

    private Expr concat(Concat concat) {
        Expr left = expressions.translate(concat.getLeftExpression());
        Expr right = expressions.translate(concat.getRightExpression());
        if (left.type().element().isPresent() || right.type().element().isPresent()) {
            PgType type = left.type().element().isPresent() ? left.type() : right.type();
            String one = translation.as(left, type).cypher();
            String other = translation.as(right, type).cypher();
            return Expr.of("coalesce(" + one + " + " + other + ", " + one + ", " + other + ")", type);
        }
        return Expr.of("(" + translation.text(left) + " + " + translation.text(right) + ")", PgType.TEXT);
    }

    private Expr like(LikeExpression like) {
        boolean insensitive = like.getLikeKeyWord() == LikeExpression.KeyWord.ILIKE;
        if (!insensitive && like.getLikeKeyWord() != LikeExpression.KeyWord.LIKE) {
            throw translation.unsupported(like, String.valueOf(like.getLikeKeyWord()));
        }
        Expr value = translation.as(expressions.translate(like.getLeftExpression()), PgType.TEXT);
        requireText(like, value);
        Expr pattern = expressions.translate(like.getRightExpression());
        if (pattern.literal().isEmpty()) {
            throw translation.unsupported(like, "LIKE with a pattern that is no literal");
        }
        char escape = '\\';
        if (like.getEscape() != null) {
            Expr given = expressions.translate(like.getEscape());
            String text = given.literal().map(Token::text).orElse("\\");
            escape = text.isEmpty() ? '\0' : text.charAt(0);
        }
        String test = LikePattern.test(value.cypher(), pattern.literal().get().text(), escape, insensitive);
        return Expr.of(like.isNot() ? "(NOT " + test + ")" : test, PgType.BOOL);
    }

    private void requireText(Expression node, Expr value) {
        if (!value.type().isText()) {
            throw translation.failure(
                    node,
                    SqlState.UNDEFINED_FUNCTION,
                    "operator does not exist: " + value.type().sqlName() + " ~~ text");
        }
    }

    private Expr match(RegExpMatchOperator match) {
        String operator = match.getStringExpression();
        Expr value = translation.as(expressions.translate(match.getLeftExpression()), PgType.TEXT);
        requireText(match, value);
        Expr written = expressions.translate(match.getRightExpression());
        Expr pattern = translation.as(written, PgType.TEXT);
        String flags = RegularExpression.flags(operator.endsWith("*"));
        Optional<String> literal = written.literal().map(Token::text);
        String test = literal.map(text -> plainAlternative(text, value.cypher(), operator))
                .filter(plain -> !plain.isEmpty())
                .or(() -> literal.map(text -> "(" + value.cypher() + " =~ "
                        + Translation.cypher(flags + ".*(?:" + RegularExpression.ofJava(text) + ").*") + ")"))
                .orElseGet(
                        () -> "(" + value.cypher() + " =~ ('" + flags + ".*(?:' + " + pattern.cypher() + " + ').*'))");
        return Expr.of(operator.startsWith("!") ? "(NOT " + test + ")" : test, PgType.BOOL);
    }

    /** {@code ^(name)$} and {@code ^prefix}, as psql sends them: no regular expression is needed. */
    private static String plainAlternative(String text, String value, String operator) {
        Pattern plain = Pattern.compile("\\^\\(?([\\w ]+)\\)?(\\$?)");
        Matcher matcher = plain.matcher(text);
        if (operator.endsWith("*") || !matcher.matches() || text.contains("(") != text.contains(")")) {
            return "";
        }
        String word = Translation.cypher(matcher.group(1));
        return matcher.group(2).isEmpty()
                ? "(" + value + " STARTS WITH " + word + ")"
                : "(" + value + " = " + word + ")";
    }
}
