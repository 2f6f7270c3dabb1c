package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.storage.file.KindCode;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;
import org.thetisdb.value.vector.ZoneCode;

/**
 * Turns a vector of values into a column segment. The encoding is chosen by what the values are: whatever is written is
 * read back bit for bit. Reusable, so that its buffers are; not thread safe.
 */
public final class ColumnEncoder {
    private static final int DECIMAL_DIGITS_MAX = 4;
    private static final double DECIMAL_CODE_MAX = 1L << 51;

    private final SegmentSink sink = new SegmentSink();
    private final DistinctSketch sketch = new DistinctSketch();
    private final StringDictionary dictionary = new StringDictionary();
    private long[] codes = new long[0];
    private int[] rows = new int[0];
    private final boolean nested;

    public ColumnEncoder() {
        this(false);
    }

    /** @param nested whether it is for the elements of lists: lists among those are written as variants */
    private ColumnEncoder(boolean nested) {
        this.nested = nested;
    }

    /** Encodes all entries of a vector as one segment. */
    public EncodedColumn encode(Vector values) {
        return encode(values, 0, values.count());
    }

    /** Encodes {@code count} entries from {@code first} on as one segment. */
    public EncodedColumn encode(Vector values, int first, int count) {
        sink.clear();
        ZoneMap zoneMap = segment(values, first, count);
        return new EncodedColumn(sink.copy(0), zoneMap);
    }

    /** Encodes a vector of any length as a {@link BlockedColumn} of segments of 32,768 values. */
    public EncodedColumn encodeBlocked(Vector values) {
        int blockRows = NodeIdLayout.CHUNK_ROWS;
        int count = values.count();
        startBlocked(count);
        ZoneMap total = ZoneMap.allNull(0);
        for (int block = 0; block * blockRows < count; block++) {
            int first = block * blockRows;
            total = ZoneMaps.union(total, addBlock(block, values, first, Math.min(blockRows, count - first)));
        }
        return finishBlocked(total);
    }

    /** Starts a blocked column of {@code count} values, to which its blocks are then added in order. */
    void startBlocked(int count) {
        sink.clear();
        int blockRows = NodeIdLayout.CHUNK_ROWS;
        BlockedColumnLayout.reserve(sink, count, (int) (((long) count + blockRows - 1) / blockRows));
    }

    /** Adds entries of a vector as the next block. */
    ZoneMap addBlock(int block, Vector values, int first, int count) {
        int at = sink.align();
        ZoneMap zone = segment(values, first, count);
        BlockedColumnLayout.block(sink, 0, block, at, sink.position() - at, zone);
        return zone;
    }

    /** Adds a block of another column as it is. */
    ZoneMap copyBlock(int block, MemorySegment memory, long from, int bytes, ZoneMap zone) {
        int at = sink.align();
        sink.put(memory, from, bytes);
        BlockedColumnLayout.block(sink, 0, block, at, bytes, zone);
        return zone;
    }

    EncodedColumn finishBlocked(ZoneMap total) {
        return new EncodedColumn(sink.copy(0), total);
    }

    /** Appends a segment to the sink. */
    private ZoneMap segment(Vector input, int first, int count) {
        Vector values = input;
        int from = first;
        if (input.kind() == VectorKind.OBJECT) {
            VectorKind single = singleKind(input, first, count);
            if (single != VectorKind.OBJECT) {
                values = typed(input, first, count);
                from = 0;
            }
        }
        int start = sink.align();
        sink.reserve(SegmentLayout.HEADER_BYTES);
        sketch.clear();
        int valueCount = presentRows(values, from, count);
        sink.setInt(start, SegmentLayout.MAGIC);
        sink.setInt(start + SegmentLayout.COUNT, count);
        sink.setInt(start + SegmentLayout.VALUE_COUNT, valueCount);
        VectorKind kind = valueCount == 0 ? VectorKind.NULL : values.kind();
        sink.setByte(start + SegmentLayout.KIND, KindCode.of(kind));
        if (valueCount > 0 && valueCount < count) {
            part(start, SegmentLayout.PRESENCE, presence(from, count, valueCount));
        }
        ZoneMap zoneMap = switch (kind) {
            case NULL -> {
                encoding(start, Encoding.EMPTY);
                yield ZoneMap.allNull(count);
            }
            case BOOLEAN, INTEGER, DATE, LOCAL_TIME, TIME, LOCAL_DATETIME, ZONED_DATETIME ->
                longs(start, values, kind, valueCount, count);
            case FLOAT -> doubles(start, values, valueCount, count);
            case STRING -> strings(start, values, valueCount, count);
            case OBJECT -> objects(start, values, valueCount, count);
            case NODE, RELATIONSHIP ->
                throw new ThetisException(
                        ErrorCode.INVALID_ARGUMENT, "A property cannot hold nodes or relationships: kind=" + kind);
        };
        sink.align();
        sink.setLong(start + SegmentLayout.BYTES, sink.position() - start);
        return zoneMap;
    }

    private static VectorKind singleKind(Vector values, int first, int count) {
        VectorKind single = VectorKind.NULL;
        for (int row = first; row < first + count; row++) {
            VectorKind kind = values.isNull(row) ? VectorKind.NULL : Vector.kindOf(values.objects()[row]);
            if (kind == VectorKind.NULL || kind == single) {
                continue;
            }
            if (single != VectorKind.NULL) {
                return VectorKind.OBJECT;
            }
            single = kind;
        }
        return single;
    }

    private static Vector typed(Vector values, int first, int count) {
        Vector typed = new Vector();
        typed.reset(VectorKind.NULL, count);
        for (int row = 0; row < count; row++) {
            typed.setValue(row, values.valueAt(first + row));
        }
        return typed;
    }

    /** Fills {@link #rows} with the rows that have a value. */
    private int presentRows(Vector values, int from, int count) {
        if (rows.length < count) {
            rows = new int[count];
        }
        if (values.kind() == VectorKind.NULL) {
            return 0;
        }
        boolean objects = values.kind() == VectorKind.OBJECT;
        int valueCount = 0;
        for (int row = from; row < from + count; row++) {
            if (!values.isNull(row) && !(objects && values.objects()[row] == null)) {
                rows[valueCount++] = row;
            }
        }
        return valueCount;
    }

    private int presence(int from, int count, int valueCount) {
        int at = sink.align();
        sink.reserve(SegmentLayout.presenceBytes(count));
        int words = (int) SegmentLayout.presenceWords(count);
        int next = 0;
        for (int word = 0; word < words; word++) {
            long bits = 0;
            sink.setInt(at + words * Long.BYTES + word * Integer.BYTES, next);
            int end = from + (word + 1) * Long.SIZE;
            while (next < valueCount && rows[next] < end) {
                bits |= 1L << (rows[next] - from);
                next++;
            }
            sink.setLong(at + word * Long.BYTES, bits);
        }
        return at;
    }

    private void encoding(int start, Encoding encoding) {
        sink.setByte(start + SegmentLayout.ENCODING, encoding.number());
    }

    private void part(int start, int field, int at) {
        sink.setLong(start + field, at - start);
    }

    private void part(int start, Part part, int at) {
        part(start, SegmentLayout.PART_0 + part.ordinal() * Long.BYTES, at);
    }

    private enum Part {
        FIRST,
        SECOND,
        THIRD,
        FOURTH
    }

    private long[] codes(int count) {
        if (codes.length < count) {
            codes = new long[Math.max(count, codes.length * 2)];
        }
        return codes;
    }

    private long[] gather(long[] source, int valueCount) {
        long[] gathered = codes(valueCount);
        for (int i = 0; i < valueCount; i++) {
            gathered[i] = source[rows[i]];
        }
        return gathered;
    }

    private ZoneMap longs(int start, Vector values, VectorKind kind, int valueCount, int count) {
        long[] first = gather(values.longs(), valueCount);
        long minimum = Long.MAX_VALUE;
        long maximum = Long.MIN_VALUE;
        for (int i = 0; i < valueCount; i++) {
            minimum = Math.min(minimum, first[i]);
            maximum = Math.max(maximum, first[i]);
        }
        boolean pair = kind.usesLongs2();
        if (minimum == maximum && !pair) {
            sketch.add(DistinctSketch.mix(minimum));
        } else {
            for (int i = 0; i < valueCount; i++) {
                long second = pair ? values.longs2()[rows[i]] * 0x2545F4914F6CDD1DL : 0;
                sketch.add(DistinctSketch.mix(first[i] ^ second));
            }
        }
        part(start, Part.FIRST, sink.putPacked(first, valueCount));
        if (kind == VectorKind.ZONED_DATETIME) {
            encoding(start, Encoding.ZONED);
            zones(start, values.longs2(), valueCount);
        } else if (pair) {
            encoding(start, Encoding.PACKED_PAIR);
            part(start, Part.SECOND, sink.putPacked(gather(values.longs2(), valueCount), valueCount));
        } else {
            encoding(start, Encoding.PACKED);
        }
        long range = maximum - minimum;
        long distinct = pair || range < 0 ? sketch.estimate() : Math.min(sketch.estimate(), range + 1);
        return zoneMap(kind, valueCount, count, minimum, maximum, 0, 0, distinct);
    }

    private static ZoneMap zoneMap(
            VectorKind kind,
            int valueCount,
            int count,
            long minimum,
            long maximum,
            double minimumDouble,
            double maximumDouble,
            long distinct) {
        return new ZoneMap(
                kind,
                valueCount,
                count - valueCount,
                minimum,
                maximum,
                minimumDouble,
                maximumDouble,
                Math.max(1, Math.min(distinct, valueCount)));
    }

    private void zones(int start, long[] packed, int valueCount) {
        long[] parts = codes(valueCount);
        for (int i = 0; i < valueCount; i++) {
            parts[i] = ZoneCode.nanosecond(packed[rows[i]]);
        }
        part(start, Part.SECOND, sink.putPacked(parts, valueCount));
        int[] zones = new int[4];
        int zoneCount = 0;
        int last = 0;
        for (int i = 0; i < valueCount; i++) {
            int zone = ZoneCode.zoneCode(packed[rows[i]]);
            if (zoneCount == 0 || zones[last] != zone) {
                last = 0;
                while (last < zoneCount && zones[last] != zone) {
                    last++;
                }
                if (last == zoneCount) {
                    if (zoneCount == zones.length) {
                        zones = java.util.Arrays.copyOf(zones, zoneCount * 2);
                    }
                    zones[zoneCount++] = zone;
                }
            }
            parts[i] = last;
        }
        part(start, Part.THIRD, sink.putPacked(parts, valueCount));
        part(start, Part.FOURTH, sink.align());
        sink.putInt(zoneCount);
        for (int i = 0; i < zoneCount; i++) {
            byte[] name = ZoneCode.zone(zones[i]).getId().getBytes(StandardCharsets.UTF_8);
            sink.putInt(name.length);
            sink.put(name, 0, name.length);
        }
    }

    private ZoneMap doubles(int start, Vector values, int valueCount, int count) {
        double[] source = values.doubles();
        double minimum = Double.POSITIVE_INFINITY;
        double maximum = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < valueCount; i++) {
            double value = source[rows[i]];
            sketch.add(DistinctSketch.mix(Double.doubleToRawLongBits(value)));
            if (value < minimum) {
                minimum = value;
            }
            if (value > maximum) {
                maximum = value;
            }
        }
        int digits = decimalDigits(source, valueCount);
        if (digits >= 0) {
            encoding(start, Encoding.DECIMAL);
            sink.setByte(start + SegmentLayout.AUX, digits);
            part(start, Part.FIRST, sink.putPacked(codes, valueCount));
        } else {
            encoding(start, Encoding.DOUBLES);
            int at = sink.align();
            sink.reserve((long) valueCount * Double.BYTES);
            for (int i = 0; i < valueCount; i++) {
                sink.setDouble(at + i * Double.BYTES, source[rows[i]]);
            }
            part(start, Part.FIRST, at);
        }
        return zoneMap(VectorKind.FLOAT, valueCount, count, 0, 0, minimum, maximum, sketch.estimate());
    }

    /** The fewest decimal digits that give back every value bit for bit, with the integers in {@link #codes}; or -1. */
    private int decimalDigits(double[] source, int valueCount) {
        long[] integers = codes(valueCount);
        double power = 1;
        for (int digits = 0; digits <= DECIMAL_DIGITS_MAX; digits++) {
            int i = 0;
            while (i < valueCount) {
                double value = source[rows[i]];
                double scaled = Math.rint(value * power);
                if (!(Math.abs(scaled) < DECIMAL_CODE_MAX)
                        || Double.doubleToRawLongBits((long) scaled / power) != Double.doubleToRawLongBits(value)) {
                    break;
                }
                integers[i++] = (long) scaled;
            }
            if (i == valueCount) {
                return digits;
            }
            power *= 10;
        }
        return -1;
    }

    private ZoneMap strings(int start, Vector values, int valueCount, int count) {
        int[] starts = values.starts();
        int[] lengths = values.lengths();
        byte[] bytes = values.bytes();
        long totalBytes = 0;
        for (int i = 0; i < valueCount; i++) {
            totalBytes += lengths[rows[i]];
        }
        if (totalBytes > Integer.MAX_VALUE - 64) {
            sink.reserve(totalBytes);
        }
        long[] parts = codes(valueCount + 1);
        boolean small = dictionary.build(values, rows, valueCount, parts, sketch);
        long distinct = small ? dictionary.size() : sketch.estimate();
        if (small && dictionary.pays(valueCount, totalBytes)) {
            encoding(start, Encoding.STRING_DICTIONARY);
            part(start, Part.FIRST, sink.putPacked(parts, valueCount));
            dictionary.offsets(codes(dictionary.size() + 1));
            part(start, Part.SECOND, sink.putPacked(codes, dictionary.size() + 1));
            part(start, Part.THIRD, sink.align());
            for (int code = 0; code < dictionary.size(); code++) {
                int row = dictionary.row(code);
                sink.put(bytes, starts[row], lengths[row]);
            }
        } else {
            encoding(start, Encoding.STRINGS);
            parts[0] = 0;
            for (int i = 0; i < valueCount; i++) {
                parts[i + 1] = parts[i] + lengths[rows[i]];
            }
            part(start, Part.FIRST, sink.putPacked(parts, valueCount + 1));
            part(start, Part.SECOND, sink.align());
            for (int i = 0; i < valueCount; i++) {
                sink.put(bytes, starts[rows[i]], lengths[rows[i]]);
            }
        }
        return zoneMap(VectorKind.STRING, valueCount, count, 0, 0, 0, 0, distinct);
    }

    private ZoneMap objects(int start, Vector values, int valueCount, int count) {
        Object[] objects = values.objects();
        boolean lists = !nested;
        boolean points = true;
        boolean durations = true;
        for (int i = 0; i < valueCount; i++) {
            Object value = objects[rows[i]];
            sketch.add(DistinctSketch.mix(value.hashCode()));
            lists &= value instanceof List<?>;
            points &= value instanceof Point;
            durations &= value instanceof IsoDuration;
        }
        long distinct = sketch.estimate();
        if (lists) {
            lists(start, objects, valueCount);
        } else if (points) {
            points(start, objects, valueCount);
        } else if (durations) {
            durations(start, objects, valueCount);
        } else {
            variants(start, objects, valueCount);
        }
        return zoneMap(VectorKind.OBJECT, valueCount, count, 0, 0, 0, 0, distinct);
    }

    private void lists(int start, Object[] objects, int valueCount) {
        long[] offsets = codes(valueCount + 1);
        offsets[0] = 0;
        for (int i = 0; i < valueCount; i++) {
            offsets[i + 1] = offsets[i] + ((List<?>) objects[rows[i]]).size();
        }
        int elementCount = Math.toIntExact(offsets[valueCount]);
        Vector elements = new Vector();
        elements.reset(VectorKind.NULL, elementCount);
        int index = 0;
        for (int i = 0; i < valueCount; i++) {
            for (Object element : (List<?>) objects[rows[i]]) {
                elements.setValue(index++, element);
            }
        }
        encoding(start, Encoding.LISTS);
        part(start, Part.FIRST, sink.putPacked(offsets, valueCount + 1));
        part(start, Part.SECOND, sink.align());
        // The elements' segment uses the buffers of this one: an encoder of its own keeps them apart.
        MemorySegment child = new ColumnEncoder(true).encode(elements).bytes();
        sink.put((byte[]) child.heapBase().orElseThrow(), 0, Math.toIntExact(child.byteSize()));
    }

    private void points(int start, Object[] objects, int valueCount) {
        encoding(start, Encoding.POINTS);
        int at = sink.align();
        part(start, Part.FIRST, at);
        sink.reserve((long) valueCount * SegmentLayout.POINT_BYTES);
        for (int i = 0; i < valueCount; i++) {
            Point point = (Point) objects[rows[i]];
            int record = at + i * SegmentLayout.POINT_BYTES;
            sink.setLong(record, point.srid());
            sink.setDouble(record + 8, point.x());
            sink.setDouble(record + 16, point.y());
            sink.setDouble(record + 24, point.z());
        }
    }

    private void durations(int start, Object[] objects, int valueCount) {
        encoding(start, Encoding.DURATIONS);
        for (Part part : Part.values()) {
            long[] fields = codes(valueCount);
            for (int i = 0; i < valueCount; i++) {
                IsoDuration duration = (IsoDuration) objects[rows[i]];
                fields[i] = switch (part) {
                    case FIRST -> duration.months();
                    case SECOND -> duration.days();
                    case THIRD -> duration.seconds();
                    case FOURTH -> duration.nanoseconds();
                };
            }
            part(start, part, sink.putPacked(fields, valueCount));
        }
    }

    private void variants(int start, Object[] objects, int valueCount) {
        byte[][] encoded = new byte[valueCount][];
        long[] offsets = codes(valueCount + 1);
        offsets[0] = 0;
        for (int i = 0; i < valueCount; i++) {
            encoded[i] = VariantCodec.encode(objects[rows[i]]);
            offsets[i + 1] = offsets[i] + encoded[i].length;
        }
        encoding(start, Encoding.VARIANT);
        part(start, Part.FIRST, sink.putPacked(offsets, valueCount + 1));
        part(start, Part.SECOND, sink.align());
        for (byte[] value : encoded) {
            sink.put(value, 0, value.length);
        }
    }
}
