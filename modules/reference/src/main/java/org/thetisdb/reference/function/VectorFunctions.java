package org.thetisdb.reference.function;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** The likeness of vectors, computed with decimal numbers: nothing overflows, and rounding happens once, at the end. */
final class VectorFunctions {
    /** Twice the digits of a FLOAT, so that the last digit of the answer is right. */
    private static final MathContext DIGITS = MathContext.DECIMAL128;

    private VectorFunctions() {}

    static Object call(Arguments given) {
        List<BigDecimal> left = vector(given, 0);
        List<BigDecimal> right = vector(given, 1);
        if (left.size() != right.size()) {
            throw Faults.argument("vectors of different sizes: left=" + left.size() + ", right=" + right.size());
        }
        if (given.function().endsWith("euclidean")) {
            List<BigDecimal> difference = new ArrayList<>();
            for (int i = 0; i < left.size(); i++) {
                difference.add(left.get(i).subtract(right.get(i), DIGITS));
            }
            return BigDecimal.ONE
                    .divide(BigDecimal.ONE.add(product(difference, difference)), DIGITS)
                    .doubleValue();
        }
        BigDecimal lengths = length(left).multiply(length(right), DIGITS);
        BigDecimal cosine = product(left, right).divide(lengths, DIGITS).max(BigDecimal.ONE.negate());
        return cosine.add(BigDecimal.ONE).divide(BigDecimal.TWO, DIGITS).doubleValue();
    }

    private static List<BigDecimal> vector(Arguments given, int index) {
        List<BigDecimal> vector = new ArrayList<>();
        for (Object component : given.list(index)) {
            if (!(component instanceof Number number)) {
                throw Faults.type("a vector", "numbers", component);
            }
            if (!Double.isFinite(number.doubleValue())) {
                throw Faults.argument("a vector has finite components: value=" + component);
            }
            vector.add(new BigDecimal(number.doubleValue()));
        }
        if (vector.isEmpty()) {
            throw Faults.argument("a vector has one component or more");
        }
        return vector;
    }

    private static BigDecimal length(List<BigDecimal> vector) {
        BigDecimal square = product(vector, vector);
        if (square.signum() == 0) {
            throw Faults.argument("a vector of zeros has no direction");
        }
        return square.sqrt(DIGITS);
    }

    private static BigDecimal product(List<BigDecimal> left, List<BigDecimal> right) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < left.size(); i++) {
            sum = sum.add(left.get(i).multiply(right.get(i), DIGITS), DIGITS);
        }
        return sum;
    }
}
