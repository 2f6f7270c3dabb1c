package org.thetisdb.engine.pipeline;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.value.Invariant;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorCheck;
import org.thetisdb.value.vector.VectorKind;

/**
 * Sits between two operators in tests, and checks each batch that passes.
 *
 * <p>Before a batch is passed on: it has rows, and not too many; each row stems from one that its parent has; no parent
 * was refilled since; every vector that it holds fits its kind, with at least so many entries; whatever is read above
 * is there, and of the type that the binder promised; multiplicities are at least zero. When the next stage returns,
 * the batch is unchanged: stages change nothing that is not theirs.
 *
 * <p>If batches are to expire, the next stage gets a copy whose columns are gathered on demand, and are
 * overwritten when it returns. Whoever kept a batch or a vector for too long then reads garbage, or ends with an error,
 * instead of being right by chance.
 *
 * <p>Belongs to one worker.
 */
public final class VerifyingStage implements Stage {
    /** Rows whose values are compared before and after: enough to notice a change, few enough for large batches. */
    private static final int COMPARED_ROWS_MAX = 8;

    private static final long[] NO_BITS = {};

    private final Worker worker;
    private final String operator;
    private final List<Variable> columns;
    private final Optional<Variable> multiplicity;
    private final int rowsMax;
    private final boolean expiring;
    private final Stage next;
    private int[] identity = {};

    /**
     * @param operator the name of the operator whose rows pass
     * @param columns its columns that somebody above reads
     * @param multiplicity its column that says how often a row counts
     * @param rowsMax rows in a batch at most
     * @param expiring whether what is passed on is overwritten afterwards
     */
    public VerifyingStage(
            Worker worker,
            String operator,
            List<Variable> columns,
            Optional<Variable> multiplicity,
            int rowsMax,
            boolean expiring,
            Stage next) {
        this.worker = worker;
        this.operator = operator;
        this.columns = columns;
        this.multiplicity = multiplicity;
        this.rowsMax = rowsMax;
        this.expiring = expiring;
        this.next = next;
    }

    @Override
    public void push(Batch rows) {
        verify(rows);
        long fills = rows.fills();
        int count = rows.count();
        long before = fingerprint(rows);
        if (expiring) {
            pushCopy(rows);
        } else {
            next.push(rows);
        }
        require(rows.fills() == fills && rows.count() == count, "the next stage refilled the batch", count);
        require(fingerprint(rows) == before, "the next stage changed a column of the batch", count);
    }

    @Override
    public boolean wantsNodes() {
        return next.wantsNodes();
    }

    @Override
    public boolean takeNodes(Batch rows, long @Nullable [] chosen) {
        require(rows.count() > 0 && rows.count() <= NodeIdLayout.CHUNK_ROWS, "nodes are of one chunk", rows.count());
        boolean isTidy = chosen == null
                || (rows.count() & Long.SIZE - 1) == 0
                || chosen[rows.count() >>> 6] >>> rows.count() == 0;
        require(isTidy, "only rows are chosen that are there", rows.count());
        long fills = rows.fills();
        long[] before = chosen == null ? NO_BITS : chosen.clone();
        boolean isTaken = next.takeNodes(rows, chosen);
        require(rows.fills() == fills, "the next stage refilled the batch", rows.count());
        require(chosen == null || Arrays.equals(chosen, before), "the next stage changed what is chosen", rows.count());
        return isTaken;
    }

    private void pushCopy(Batch rows) {
        while (identity.length < rows.count()) {
            int from = identity.length;
            identity = Arrays.copyOf(identity, rows.count());
            for (int index = from; index < identity.length; index++) {
                identity[index] = index;
            }
        }
        Batch copy = worker.newBatch();
        copy.fillFrom(rows, identity, rows.count());
        next.push(copy);
        copy.expire();
    }

    @Override
    public void finish() {
        next.finish();
    }

    @Override
    public boolean isSatisfied() {
        return next.isSatisfied();
    }

    // ---------------------------------------------------------------- what must be

    private void verify(Batch rows) {
        require(rows.count() > 0, "a batch has rows", rows.count());
        require(rows.count() <= rowsMax, "a batch is not larger than batches may be", rows.count());
        for (Batch batch = rows; batch != null; batch = batch.parent()) {
            require(!batch.isParentRefilled(), "a parent was refilled while its descendant lives", batch.count());
            require(batch.areParentRowsInBounds(), "rows stem from rows of the parent", batch.count());
        }
        verifyHeld(rows);
        columns.forEach(column -> verifyColumn(rows, column));
        multiplicity.ifPresent(column -> verifyMultiplicity(held(rows, column)));
    }

    private void verifyHeld(Batch rows) {
        for (int slot = 0; slot < rows.slotCount(); slot++) {
            Vector held = rows.heldIn(slot);
            if (held != null) {
                Optional<String> defect = VectorCheck.defect(held, rows.count());
                if (defect.isPresent()) {
                    throw broken("a column is sound: slot=" + slot + ", " + defect.get(), rows.count());
                }
            }
        }
    }

    private void verifyColumn(Batch rows, Variable column) {
        Held found = held(rows, column);
        Batch holder = found.holder();
        Vector held = found.vector();
        if (held.count() < holder.count()) {
            throw broken(
                    "a column is as long as its batch: column=" + column.name() + ", length=" + held.count(),
                    holder.count());
        }
        if (!isOfType(held, column.type(), holder.count())) {
            throw broken(
                    "a column is of its type: column=" + column.name() + ", type=" + column.type() + ", kind="
                            + held.kind(),
                    holder.count());
        }
    }

    /** A column, and the batch that it belongs to. */
    private record Held(Batch holder, Vector vector) {}

    private Held held(Batch rows, Variable column) {
        for (Batch batch = rows; batch != null; batch = batch.parent()) {
            Vector vector = batch.heldIn(column.id());
            if (vector != null) {
                return new Held(batch, vector);
            }
        }
        throw broken("a column that is read is there: column=" + column.name(), rows.count());
    }

    private static boolean isOfType(Vector vector, CypherType type, int count) {
        return switch (type.kind()) {
            case NODE -> isOf(vector, VectorKind.NODE, NodeReference.class, count);
            case RELATIONSHIP -> isOf(vector, VectorKind.RELATIONSHIP, RelationshipReference.class, count);
            case BOOLEAN -> isOf(vector, VectorKind.BOOLEAN, Boolean.class, count);
            case INTEGER -> isOf(vector, VectorKind.INTEGER, Long.class, count);
            case FLOAT -> isOf(vector, VectorKind.FLOAT, Double.class, count);
            case STRING -> isOf(vector, VectorKind.STRING, String.class, count);
            default -> true;
        };
    }

    private static boolean isOf(Vector vector, VectorKind kind, Class<?> boxed, int count) {
        if (vector.kind() == kind || vector.kind() == VectorKind.NULL) {
            return true;
        }
        for (int row = 0; row < count; row++) {
            if (!vector.isNull(row) && !boxed.isInstance(vector.valueAt(row))) {
                return false;
            }
        }
        return true;
    }

    private void verifyMultiplicity(Held held) {
        Vector times = held.vector();
        int count = held.holder().count();
        boolean counts = times.kind() == VectorKind.INTEGER;
        for (int row = 0; counts && row < count; row++) {
            counts = !times.isNull(row) && times.longs()[row] >= 0;
        }
        require(counts, "multiplicities are at least zero", count);
    }

    // ---------------------------------------------------------------- what must stay

    /** A number that tells whether one of the columns that the batch holds has changed, as far as a few rows can. */
    private static long fingerprint(Batch rows) {
        long sum = rows.count();
        int step = 1 + rows.count() / COMPARED_ROWS_MAX;
        for (int slot = 0; slot < rows.slotCount(); slot++) {
            Vector held = rows.heldIn(slot);
            if (held != null) {
                for (int row = 0; row < rows.count(); row += step) {
                    Object value = held.valueAt(row);
                    sum = sum * 31 + fingerprint(value);
                }
            }
        }
        return sum;
    }

    /** Of a list only its size: one that computes its elements may have two thousand million of them. */
    private static int fingerprint(@Nullable Object value) {
        return value instanceof List<?> list ? list.size() : Objects.hashCode(value);
    }

    private void require(boolean holds, String what, int count) {
        if (!holds) {
            throw broken(what, count);
        }
    }

    private RuntimeException broken(String what, int count) {
        return Invariant.broken(what + ", after operator=" + operator + ", count=" + count);
    }
}
