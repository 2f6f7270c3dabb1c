package org.thetisdb.engine.kernel;

import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.Expression.StringTest.Operator;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.Rows;
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
    private @Nullable RegularExpression lastExpression;
    private boolean isOfBatch;

    public StringTestEvaluator(Operator operator, Evaluator text, Evaluator part) {
        this.operator = operator;
        this.text = text;
        this.part = part;
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        int count = rows.count();
        isOfBatch = false;
        Vector texts = text.operand(context, rows);
        Vector parts = part.operand(context, rows);
        if (texts.kind() != VectorKind.STRING || parts.kind() != VectorKind.STRING) {
            testBoxed(context, texts, parts, count);
        } else if (!part.isConstant()
                || !CodedTruths.isWorthIt(texts, count)
                || !testDictionary(context, texts, parts, count)) {
            testBytes(context, texts, parts, count, result);
        }
        return result;
    }

    /** Tests each string once; false if the rows have to be tested, as they may be without one that fails. */
    private boolean testDictionary(EvaluationContext context, Vector texts, Vector parts, int count) {
        if (operator == Operator.MATCHES && texts.hasNulls()) {
            return false;
        }
        Vector strings = texts.dictionary().strings();
        try {
            testBytes(context, strings, parts, strings.count(), ofStrings);
        } catch (ThetisException ofSome) {
            return false;
        }
        CodedTruths.lookUp(ofStrings, texts, count, result);
        return true;
    }

    private void testBytes(EvaluationContext context, Vector texts, Vector parts, int count, Vector into) {
        into.reset(VectorKind.BOOLEAN, count);
        if (operator == Operator.CONTAINS
                && part.isConstant()
                && !text.isConstant()
                && !texts.hasNulls()
                && !parts.isNull(0)) {
            testContains(texts, parts, count, into.longs());
            return;
        }
        long[] truths = into.longs();
        for (int row = 0; row < count; row++) {
            int i = text.isConstant() ? 0 : row;
            int j = part.isConstant() ? 0 : row;
            if (texts.isNull(i) || parts.isNull(j)) {
                into.setNull(row);
            } else {
                truths[row] = test(context, texts, i, parts, j) ? 1 : 0;
            }
        }
    }

    private static void testContains(Vector texts, Vector parts, int count, long[] truths) {
        byte[] bytes = texts.bytes();
        int[] starts = texts.starts();
        int[] lengths = texts.lengths();
        byte[] piece = parts.bytes();
        int pieceStart = parts.starts()[0];
        int pieceLength = parts.lengths()[0];
        for (int row = 0; row < count; row++) {
            boolean isThere = pieceLength <= lengths[row]
                    && ByteSearch.contains(bytes, starts[row], lengths[row], piece, pieceStart, pieceLength);
            truths[row] = isThere ? 1 : 0;
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

    private boolean test(EvaluationContext context, Vector texts, int i, Vector parts, int j) {
        if (operator == Operator.MATCHES) {
            return expression(parts, j).matches(context, texts, i);
        }
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
            case MATCHES -> expression(piece).matches(context, whole);
        };
    }

    /** A constant is compared with that of the batch before only once. */
    private RegularExpression expression(Vector parts, int index) {
        RegularExpression known = lastExpression;
        if (known == null || !isOfBatch) {
            known = expression(RegularExpression.text(parts, index));
            isOfBatch = part.isConstant();
        }
        return known;
    }

    private RegularExpression expression(String source) {
        RegularExpression known = lastExpression;
        if (known == null || !known.source().equals(source)) {
            known = RegularExpression.of(source);
            lastExpression = known;
        }
        return known;
    }
}
