package org.thetisdb.engine.extension;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationTrace;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** What a method returns for the rows of a batch, as a vector. Belongs to one worker. */
final class ResultColumn {
    private final JavaType type;
    private final HostTypes host;
    private final Vector vector = new Vector();
    private boolean[] booleans = {};
    private Object[] objects = {};

    ResultColumn(JavaType type, HostTypes host) {
        this.type = type;
        this.host = host;
    }

    /** The array that takes the results of a batch. */
    Object array(int count) {
        return switch (type.form()) {
            case LONG -> {
                vector.reset(VectorKind.INTEGER, count);
                yield vector.longs();
            }
            case DOUBLE -> {
                vector.reset(VectorKind.FLOAT, count);
                yield vector.doubles();
            }
            case BOOLEAN -> {
                booleans = booleans.length < count ? new boolean[count] : booleans;
                yield booleans;
            }
            case OBJECT -> {
                // A method that takes whole columns wants an array of the class that it declares.
                objects = objects.length < count ? (Object[]) Array.newInstance(type.javaClass(), count) : objects;
                yield objects;
            }
        };
    }

    /**
     * The vector of what was put into {@link #array}.
     *
     * @param skipped by row, whether there is nothing; null if there is something for each
     * @throws org.thetisdb.value.ThetisException if a value has no type of Cypher
     */
    Vector vector(boolean @Nullable [] skipped, int count, EvaluationTrace trace) {
        switch (type.form()) {
            case LONG, DOUBLE -> {}
            case BOOLEAN -> {
                vector.reset(VectorKind.BOOLEAN, count);
                long[] truths = vector.longs();
                for (int row = 0; row < count; row++) {
                    truths[row] = booleans[row] ? 1 : 0;
                }
            }
            case OBJECT -> {
                takeObjects(skipped, count, trace);
                return vector;
            }
        }
        for (int row = 0; skipped != null && row < count; row++) {
            if (skipped[row]) {
                vector.setNull(row);
            }
        }
        return vector;
    }

    private void takeObjects(boolean @Nullable [] skipped, int count, EvaluationTrace trace) {
        vector.reset(VectorKind.NULL, count);
        // The vector sees to it that it is valid.
        boolean isText = type.javaClass() == String.class;
        for (int row = 0; row < count; row++) {
            if (skipped == null || !skipped[row]) {
                Object value = isText ? objects[row] : host.results().apply(objects[row]);
                trace.made(value);
                vector.setValue(row, value);
                objects[row] = null;
            }
        }
    }
}
