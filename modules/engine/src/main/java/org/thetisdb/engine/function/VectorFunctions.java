package org.thetisdb.engine.function;

import java.util.List;
import org.thetisdb.engine.semantics.Arguments;
import org.thetisdb.engine.semantics.Errors;

/**
 * How alike two vectors are, on the scale from 0 to 1 that Neo4j's functions of the same names use. A vector is a list
 * of finite numbers. All is computed with 64 bits, where Neo4j rounds each component to 32.
 */
final class VectorFunctions {
    private static final String COSINE = "vector.similarity.cosine";
    private static final String EUCLIDEAN = "vector.similarity.euclidean";

    private VectorFunctions() {}

    static void register(FunctionDefinitions table) {
        table.add(COSINE, (context, values) -> {
            double[] a = vector(COSINE, values[0]);
            double[] b = vectorLike(a, COSINE, values[1]);
            return (1 + cosine(unit(a), unit(b))) / 2;
        });
        table.add(EUCLIDEAN, (context, values) -> {
            double[] a = vector(EUCLIDEAN, values[0]);
            return euclidean(a, vectorLike(a, EUCLIDEAN, values[1]));
        });
    }

    private static double[] vector(String name, Object value) {
        List<?> list = Arguments.list(name + "()", value);
        double[] vector = new double[list.size()];
        for (int i = 0; i < vector.length; i++) {
            if (!(list.get(i) instanceof Number component)) {
                throw Errors.type(name + "()", "a number at index " + i, list.get(i));
            }
            vector[i] = component.doubleValue();
            if (!Double.isFinite(vector[i])) {
                throw Errors.argument(
                        name + "() needs finite numbers: index=" + i + ", value=" + Errors.show(vector[i]));
            }
        }
        if (vector.length == 0) {
            throw Errors.argument(name + "() needs at least one component: size=0");
        }
        return vector;
    }

    private static double[] vectorLike(double[] other, String name, Object value) {
        double[] vector = vector(name, value);
        if (vector.length != other.length) {
            throw Errors.argument(
                    name + "() needs two vectors of the same size: left=" + other.length + ", right=" + vector.length);
        }
        return vector;
    }

    /** Of the same direction and of length 1. Scaled first, so that no square of a component leaves the range. */
    private static double[] unit(double[] vector) {
        double greatest = 0;
        for (double component : vector) {
            greatest = Math.max(greatest, Math.abs(component));
        }
        if (greatest == 0) {
            throw Errors.argument(COSINE + "() needs vectors that have a direction, but all components of one are 0:"
                    + " size=" + vector.length + "; leave such rows out");
        }
        double[] unit = new double[vector.length];
        double squares = 0;
        for (int i = 0; i < vector.length; i++) {
            unit[i] = vector[i] / greatest;
            squares += unit[i] * unit[i];
        }
        double length = Math.sqrt(squares);
        for (int i = 0; i < unit.length; i++) {
            unit[i] /= length;
        }
        return unit;
    }

    private static double cosine(double[] a, double[] b) {
        double product = 0;
        for (int i = 0; i < a.length; i++) {
            product += a[i] * b[i];
        }
        return Math.clamp(product, -1.0, 1.0);
    }

    private static double euclidean(double[] a, double[] b) {
        double squares = squaredDistance(a, b, 1);
        double greatest = greatestDistance(a, b);
        if (Double.isFinite(squares) || Double.isInfinite(greatest)) {
            return 1 / (1 + squares);
        }
        // The squares leave the range, and 1 beside them is nothing: 1 / (m²s) is 1/m/m/s.
        return 1 / greatest / greatest / squaredDistance(a, b, greatest);
    }

    private static double greatestDistance(double[] a, double[] b) {
        double greatest = 0;
        for (int i = 0; i < a.length; i++) {
            greatest = Math.max(greatest, Math.abs(a[i] - b[i]));
        }
        return greatest;
    }

    private static double squaredDistance(double[] a, double[] b, double unit) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            double difference = (a[i] - b[i]) / unit;
            sum += difference * difference;
        }
        return sum;
    }
}
