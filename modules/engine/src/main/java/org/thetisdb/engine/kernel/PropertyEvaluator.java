package org.thetisdb.engine.kernel;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.engine.evaluation.EvaluationContext;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.evaluation.GraphValues;
import org.thetisdb.engine.evaluation.Rows;
import org.thetisdb.engine.semantics.Errors;
import org.thetisdb.engine.semantics.Vectors;
import org.thetisdb.engine.temporal.Components;
import org.thetisdb.engine.temporal.TemporalKernels;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.vector.IdRange;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** {@code target.key} of nodes, relationships, maps, temporal values, durations and points. */
public final class PropertyEvaluator implements Evaluator {
    /** Of so many consecutive nodes, all are read for one that is wanted: reading on costs a tenth of finding a row. */
    private static final int READ_FOR_ONE_MAX = 4;

    private final Evaluator target;
    private final PropertyKey key;
    private final Vector result = new Vector();
    private final Vector entities = new Vector();
    private final Vector properties = new Vector();

    /** The property of all nodes of a range, of which some are wanted; null in most plans, which never need it. */
    private @Nullable Vector ofRange;

    /** Whether what was read last was values of a fixed size, or codes. */
    private boolean isOfSmallValues;

    private int[] rowsOfEntities = {};

    /** @param keysTogether the keys that are read of the same rows' targets, with this one; none if it is alone */
    public PropertyEvaluator(Evaluator target, String key, List<String> keysTogether) {
        this.target = target;
        this.key = new PropertyKey(key, keysTogether);
    }

    @Override
    public Vector evaluate(EvaluationContext context, Rows rows) {
        return values(context, target.evaluate(context, rows), rows.count());
    }

    private Vector values(EvaluationContext context, Vector targets, int count) {
        switch (targets.kind()) {
            case NULL -> result.reset(VectorKind.NULL, count);
            case NODE, RELATIONSHIP -> read(context, targets, count, result);
            case DATE, LOCAL_DATETIME, ZONED_DATETIME -> {
                if (!TemporalKernels.component(targets, count, key.name(), result)) {
                    boxed(context, targets, count);
                }
            }
            default -> boxed(context, targets, count);
        }
        return result;
    }

    @Override
    public Vector presence(EvaluationContext context, Rows rows) {
        Vector targets = target.evaluate(context, rows);
        int count = rows.count();
        boolean isOfEntities = targets.kind() == VectorKind.NODE || targets.kind() == VectorKind.RELATIONSHIP;
        if (!isOfEntities || !key.isKnown(context)) {
            return values(context, targets, count);
        }
        boolean[] nulls = targets.hasNulls() ? targets.nulls() : null;
        if (targets.kind() == VectorKind.NODE) {
            context.reader().nodePropertyPresence(key.id(), targets.longs(), nulls, count, result);
        } else {
            context.reader().relationshipPropertyPresence(key.id(), targets.longs(), nulls, count, result);
        }
        return result;
    }

    private void read(EvaluationContext context, Vector targets, int count, Vector into) {
        if (!key.isKnown(context)) {
            GraphValues.requireLive(context, targets, count);
            into.reset(VectorKind.NULL, count);
            return;
        }
        context.trace().limit(into);
        key.announce(context);
        boolean[] nulls = targets.hasNulls() ? targets.nulls() : null;
        if (targets.kind() == VectorKind.NODE && targets.isOfRange()) {
            readOfRange(context, targets, count, into);
        } else if (targets.kind() == VectorKind.NODE) {
            context.reader().nodeProperty(key.id(), targets.longs(), nulls, count, into);
        } else {
            context.reader().relationshipProperty(key.id(), targets.longs(), nulls, count, into);
        }
        context.trace().note(into);
        if (into.kind() == VectorKind.OBJECT) {
            context.trace().made(into.objectBytes().madeBytes());
        }
    }

    /**
     * Reads for nodes of a range. Where many of it are wanted, and values are small, all are read, and those that are
     * wanted are chosen of them: then nobody needs the ids.
     */
    private void readOfRange(EvaluationContext context, Vector targets, int count, Vector into) {
        IdRange range = targets.range();
        long first = range.first();
        if (range.isWhole()) {
            context.reader().nodeProperty(key.id(), NodeIdLayout.chunk(first), NodeIdLayout.row(first), count, into);
        } else if (isOfSmallValues && !context.mayMeetDeleted() && (long) count * READ_FOR_ONE_MAX >= range.length()) {
            Vector all = ofRange == null ? new Vector() : ofRange;
            ofRange = all;
            context.trace().limit(all);
            context.reader()
                    .nodeProperty(key.id(), NodeIdLayout.chunk(first), NodeIdLayout.row(first), range.length(), all);
            into.choose(all, range.rows(), count);
        } else {
            context.reader().nodeProperty(key.id(), targets.longs(), null, count, into);
        }
        isOfSmallValues = into.kind() != VectorKind.OBJECT && (into.kind() != VectorKind.STRING || into.isCoded());
    }

    private void boxed(EvaluationContext context, Vector targets, int count) {
        result.reset(VectorKind.NULL, count);
        boolean nodes = false;
        boolean relationships = false;
        for (int row = 0; row < count; row++) {
            Object value = targets.valueAt(row);
            nodes |= value instanceof NodeReference;
            relationships |= value instanceof RelationshipReference;
            if (value != null && !(value instanceof NodeReference) && !(value instanceof RelationshipReference)) {
                result.setValue(row, of(value, key.name()));
            } else {
                result.setNull(row);
            }
        }
        if (nodes) {
            readBoxed(context, targets, count, VectorKind.NODE);
        }
        if (relationships) {
            readBoxed(context, targets, count, VectorKind.RELATIONSHIP);
        }
    }

    /** Reads for all boxed nodes, or relationships, at once. */
    private void readBoxed(EvaluationContext context, Vector targets, int count, VectorKind kind) {
        rowsOfEntities = Vectors.room(rowsOfEntities, count);
        entities.reset(kind, count);
        int found = 0;
        for (int row = 0; row < count; row++) {
            Object value = targets.valueAt(row);
            if (VectorKind.of(value) == kind) {
                entities.setValue(found, value);
                rowsOfEntities[found++] = row;
            }
        }
        entities.resize(found);
        read(context, entities, found, properties);
        Vectors.scatter(properties, rowsOfEntities, found, result);
    }

    /** A component of a value that is neither node nor relationship. */
    static @Nullable Object of(@Nullable Object value, String key) {
        return switch (value) {
            case null -> null;
            case Map<?, ?> map -> map.get(key);
            case List<?> list -> throw Errors.type("." + key, "a node, relationship or map", list);
            default -> Components.of(value, key);
        };
    }
}
