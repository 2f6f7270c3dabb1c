package org.thetisdb.engine.kernel;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression.StringTest.Operator;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.evaluation.WatchedText;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** STARTS WITH, ENDS WITH, CONTAINS on UTF-8 bytes, and {@code =~}; null for what is no string. */
public final class StringTestEvaluator implements Evaluator {
    private final Operator operator;
    private final Evaluator text;
    private final Evaluator part;
    private final Vector result = new Vector();
    private final Vector ofStrings = new Vector();
    private @Nullable Pattern lastPattern;

    public StringTestEvaluator(Operator operator, Evaluator text, Evaluator part) {
        this.operator = operator;
        this.text = text;
        this.part = part;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        Vector texts = text.operand(context, rows);
        Vector parts = part.operand(context, rows);
        boolean bytes =
                operator != Operator.MATCHES && texts.kind() == VectorKind.STRING && parts.kind() == VectorKind.STRING;
        if (!bytes) {
            testBoxed(context, texts, parts, count);
        } else if (part.isConstant() && CodedTruths.isWorthIt(texts, count)) {
            Vector strings = texts.dictionary().strings();
            testBytes(strings, parts, strings.count(), ofStrings);
            CodedTruths.lookUp(ofStrings, texts, count, result);
        } else {
            testBytes(texts, parts, count, result);
        }
        return result;
    }

    private void testBytes(Vector texts, Vector parts, int count, Vector into) {
        into.reset(VectorKind.BOOLEAN, count);
        long[] truths = into.longs();
        for (int row = 0; row < count; row++) {
            int i = text.isConstant() ? 0 : row;
            int j = part.isConstant() ? 0 : row;
            if (texts.isNull(i) || parts.isNull(j)) {
                into.setNull(row);
            } else {
                truths[row] = test(texts, i, parts, j) ? 1 : 0;
            }
        }
    }

    private void testBoxed(EvaluationContext context, Vector texts, Vector parts, int count) {
        result.reset(VectorKind.BOOLEAN, count);
        for (int row = 0; row < count; row++) {
            int i = text.isConstant() ? 0 : row;
            int j = part.isConstant() ? 0 : row;
            if (texts.isNull(i) || parts.isNull(j)) {
                result.setNull(row);
            } else if (texts.valueAt(i) instanceof String whole && parts.valueAt(j) instanceof String piece) {
                result.longs()[row] = test(context, whole, piece) ? 1 : 0;
            } else {
                result.setNull(row);
            }
        }
    }

    private boolean test(Vector texts, int i, Vector parts, int j) {
        byte[] whole = texts.bytes();
        byte[] piece = parts.bytes();
        int start = texts.starts()[i];
        int length = texts.lengths()[i];
        int pieceStart = parts.starts()[j];
        int pieceLength = parts.lengths()[j];
        if (pieceLength > length) {
            return false;
        }
        return switch (operator) {
            case STARTS_WITH -> ByteSearch.isAt(whole, start, piece, pieceStart, pieceLength);
            case ENDS_WITH -> ByteSearch.isAt(whole, start + length - pieceLength, piece, pieceStart, pieceLength);
            case CONTAINS -> ByteSearch.contains(whole, start, length, piece, pieceStart, pieceLength);
            case MATCHES -> throw new IllegalStateException("not on bytes");
        };
    }

    private boolean test(EvaluationContext context, String whole, String piece) {
        return switch (operator) {
            case STARTS_WITH -> whole.startsWith(piece);
            case ENDS_WITH -> whole.endsWith(piece);
            case CONTAINS -> whole.contains(piece);
            case MATCHES -> matches(context, whole, piece);
        };
    }

    private boolean matches(EvaluationContext context, String whole, String source) {
        try {
            return pattern(source)
                    .matcher(new WatchedText(whole, context.stop()))
                    .matches();
        } catch (StackOverflowError tooDeep) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "the regular expression needs too deep a recursion for this text: pattern=" + Errors.show(source)
                            + ", textCharacters=" + whole.length()
                            + "; repeat single characters or classes rather than groups, as in [ab]* for (a|b)*",
                    tooDeep);
        }
    }

    private Pattern pattern(String source) {
        Pattern known = lastPattern;
        if (known == null || !known.pattern().equals(source)) {
            known = compile(source);
            lastPattern = known;
        }
        return known;
    }

    private static Pattern compile(String source) {
        try {
            return Pattern.compile(source);
        } catch (PatternSyntaxException wrong) {
            throw Errors.argument("not a regular expression: pattern=" + Errors.show(source) + ", reason="
                    + wrong.getDescription() + "; correct the right side of =~");
        }
    }
}
