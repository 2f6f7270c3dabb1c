package org.thetisdb.storage.statistics;

import org.thetisdb.storage.ZoneMap;
import org.thetisdb.storage.column.DistinctSketch;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** What is known of one property of the nodes of one label set. Not thread safe. */
public final class PropertySummary {
    VectorKind kind = VectorKind.NULL;
    long valueCount;
    long minimum = Long.MAX_VALUE;
    long maximum = Long.MIN_VALUE;
    double minimumDouble = Double.POSITIVE_INFINITY;
    double maximumDouble = Double.NEGATIVE_INFINITY;
    final DistinctSketch sketch = new DistinctSketch();

    public long valueCount() {
        return valueCount;
    }

    /** Adds the values of a column. */
    public void add(Vector column, int count) {
        long before = valueCount;
        for (int row = 0; row < count; row++) {
            addRow(column, row);
        }
        adoptKind(column, before);
    }

    /**
     * Adds the values of some rows of a column.
     *
     * @param owners by row of the column, whose value it is
     * @param owner whose values are added
     */
    public void add(Vector column, int[] owners, int owner) {
        long before = valueCount;
        for (int row = 0; row < owners.length; row++) {
            if (owners[row] == owner) {
                addRow(column, row);
            }
        }
        adoptKind(column, before);
    }

    private void addRow(Vector column, int row) {
        if (column.isNull(row)) {
            return;
        }
        valueCount++;
        sketch.add(hash(column, row));
        if (column.kind().usesLongs()) {
            minimum = Math.min(minimum, column.longs()[row]);
            maximum = Math.max(maximum, column.longs()[row]);
        } else if (column.kind() == VectorKind.FLOAT && !Double.isNaN(column.doubles()[row])) {
            minimumDouble = Math.min(minimumDouble, column.doubles()[row]);
            maximumDouble = Math.max(maximumDouble, column.doubles()[row]);
        }
    }

    /** If any of a column's values were added. */
    private void adoptKind(Vector column, long countBefore) {
        if (valueCount > countBefore) {
            adoptKind(column.kind());
        }
    }

    private void adoptKind(VectorKind added) {
        kind = kind == VectorKind.NULL || kind == added ? added : VectorKind.OBJECT;
    }

    private static long hash(Vector column, int index) {
        return switch (column.kind()) {
            case FLOAT -> DistinctSketch.mix(Double.doubleToLongBits(column.doubles()[index] + 0.0));
            case STRING -> DistinctSketch.hash(column.bytes(), column.starts()[index], column.lengths()[index]);
            case TIME, LOCAL_DATETIME, ZONED_DATETIME ->
                DistinctSketch.mix(column.longs()[index] + DistinctSketch.mix(column.longs2()[index]));
            case OBJECT -> DistinctSketch.mix(column.objects()[index].hashCode());
            default -> DistinctSketch.mix(column.longs()[index]);
        };
    }

    void merge(PropertySummary other) {
        if (other.valueCount == 0) {
            return;
        }
        valueCount += other.valueCount;
        adoptKind(other.kind);
        minimum = Math.min(minimum, other.minimum);
        maximum = Math.max(maximum, other.maximum);
        minimumDouble = Math.min(minimumDouble, other.minimumDouble);
        maximumDouble = Math.max(maximumDouble, other.maximumDouble);
        sketch.merge(other.sketch);
    }

    long distinctEstimate() {
        return valueCount == 0 ? 0 : Math.clamp(sketch.estimate(), 1, valueCount);
    }

    ZoneMap range(long nodeCount) {
        if (valueCount == 0) {
            return ZoneMap.allNull(nodeCount);
        }
        boolean longs = kind.usesLongs();
        boolean doubles = kind == VectorKind.FLOAT && minimumDouble <= maximumDouble;
        return new ZoneMap(
                kind,
                valueCount,
                nodeCount - valueCount,
                longs ? minimum : 0,
                longs ? maximum : 0,
                doubles ? minimumDouble : 0,
                doubles ? maximumDouble : 0,
                distinctEstimate());
    }
}
