package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Turns a vector of values into a column segment. The encoding is chosen by what the values are: whatever is written is
 * read back bit for bit.
 *
 * <p>A new codec is a number in {@link Encoding}, a class with {@code encode} and a {@link ValueReader}, what {@link
 * SegmentHeader} checks of its parts, and a line here that chooses it.
 *
 * <p>Reusable, so that its buffers are; not thread safe.
 */
public final class ColumnEncoder {
    private final SegmentSink sink = new SegmentSink();

    /** Of a blocked column. */
    private final SegmentSink header = new SegmentSink();

    private final Optional<ColumnOverflow> overflow;
    private final SegmentDraft draft = new SegmentDraft(sink);
    private final DistinctSketch sketch = new DistinctSketch();
    private final StringDictionary dictionary = new StringDictionary();
    private final boolean nested;

    public ColumnEncoder() {
        this(false, Optional.empty());
    }

    /** @param overflow where blocked columns go that are too large for memory */
    ColumnEncoder(ColumnOverflow overflow) {
        this(false, Optional.of(overflow));
    }

    /** @param nested whether it is for the elements of lists: lists among those are written as variants */
    private ColumnEncoder(boolean nested, Optional<ColumnOverflow> overflow) {
        this.nested = nested;
        this.overflow = overflow;
    }

    static ColumnEncoder ofElements() {
        return new ColumnEncoder(true, Optional.empty());
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

    /** Starts a blocked column of {@code count} values, to which its blocks are then added in order. */
    void startBlocked(int count) {
        sink.clear();
        header.clear();
        int blockRows = NodeIdLayout.CHUNK_ROWS;
        BlockedColumnLayout.reserve(header, count, (int) (((long) count + blockRows - 1) / blockRows));
        header.align();
        overflow.ifPresent(each -> each.start(header.position()));
    }

    /** Where the next block begins in the column. */
    private long nextBlock() {
        return header.position() + overflow.map(ColumnOverflow::bytes).orElse(0L) + sink.align();
    }

    /** Adds entries of a vector as the next block. */
    ZoneMap addBlock(int block, Vector values, int first, int count) {
        long at = nextBlock();
        int from = sink.position();
        ZoneMap zone = segment(values, first, count);
        noteBlock(block, at, sink.position() - from, zone);
        return zone;
    }

    /** Adds a block of another column as it is. */
    ZoneMap copyBlock(int block, MemorySegment memory, long from, int bytes, ZoneMap zone) {
        long at = nextBlock();
        sink.put(memory, from, bytes);
        noteBlock(block, at, bytes, zone);
        return zone;
    }

    /** Adds a block that is a segment already, and may be too large for memory; there must be an overflow. */
    ZoneMap addEncodedBlock(int block, EncodedColumn segment) {
        long at = nextBlock();
        ColumnOverflow file = overflow.orElseThrow();
        file.take(sink);
        file.take(segment.bytes());
        BlockedColumnLayout.block(header, 0, block, at, segment.bytes().byteSize(), segment.zoneMap());
        return segment.zoneMap();
    }

    private void noteBlock(int block, long at, int bytes, ZoneMap zone) {
        BlockedColumnLayout.block(header, 0, block, at, bytes, zone);
        if (overflow.isPresent() && sink.position() > ColumnOverflow.HELD_BYTES_MAX) {
            sink.align();
            overflow.get().take(sink);
        }
    }

    EncodedColumn finishBlocked(ZoneMap total) {
        if (overflow.isPresent() && overflow.get().bytes() > 0) {
            overflow.get().take(sink);
            return new EncodedColumn(overflow.get().finish(header), total);
        }
        header.put(sink);
        return new EncodedColumn(header.copy(0), total);
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
        draft.start(values, from, count);
        sketch.clear();
        ZoneMap zoneMap = switch (draft.valueCount() == 0 ? VectorKind.NULL : values.kind()) {
            case NULL -> {
                draft.begin(Encoding.EMPTY);
                yield ZoneMap.allNull(count);
            }
            case BOOLEAN, INTEGER, DATE, LOCAL_TIME, TIME, LOCAL_DATETIME, ZONED_DATETIME -> longs(values, count);
            case FLOAT -> doubles(values, count);
            case STRING -> strings(values, count);
            case OBJECT -> objects(values, count);
            case NODE, RELATIONSHIP ->
                throw new ThetisException(
                        ErrorCode.INVALID_ARGUMENT,
                        "a property cannot hold nodes or relationships: kind=" + values.kind());
        };
        draft.finish();
        return zoneMap;
    }

    private static VectorKind singleKind(Vector values, int first, int count) {
        VectorKind single = VectorKind.NULL;
        for (int row = first; row < first + count; row++) {
            VectorKind kind = values.isNull(row) ? VectorKind.NULL : VectorKind.of(values.objects()[row]);
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

    private ZoneMap longs(Vector values, int count) {
        VectorKind kind = values.kind();
        int valueCount = draft.valueCount();
        long[] first = draft.gather(values.longs());
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
                long second = pair ? values.longs2()[draft.row(i)] * 0x2545F4914F6CDD1DL : 0;
                sketch.add(DistinctSketch.mix(first[i] ^ second));
            }
        }
        if (kind == VectorKind.ZONED_DATETIME) {
            ZonedCodec.encode(draft, first, values);
        } else if (pair) {
            PairsCodec.encode(draft, first, values);
        } else {
            LongsCodec.encode(draft, first);
        }
        long range = maximum - minimum;
        long distinct = pair || range < 0 ? sketch.estimate() : Math.min(sketch.estimate(), range + 1);
        return zoneMap(kind, count, minimum, maximum, 0, 0, distinct);
    }

    private ZoneMap zoneMap(
            VectorKind kind,
            int count,
            long minimum,
            long maximum,
            double minimumDouble,
            double maximumDouble,
            long distinct) {
        int valueCount = draft.valueCount();
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

    private ZoneMap doubles(Vector values, int count) {
        double[] source = values.doubles();
        double minimum = Double.POSITIVE_INFINITY;
        double maximum = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < draft.valueCount(); i++) {
            double value = source[draft.row(i)];
            sketch.add(DistinctSketch.mix(Double.doubleToRawLongBits(value)));
            if (value < minimum) {
                minimum = value;
            }
            if (value > maximum) {
                maximum = value;
            }
        }
        if (!DecimalCodec.encode(draft, source)) {
            DoublesCodec.encode(draft, source);
        }
        return zoneMap(VectorKind.FLOAT, count, 0, 0, minimum, maximum, sketch.estimate());
    }

    private ZoneMap strings(Vector values, int count) {
        int valueCount = draft.valueCount();
        long totalBytes = 0;
        for (int i = 0; i < valueCount; i++) {
            totalBytes += values.lengths()[draft.row(i)];
        }
        if (totalBytes > Integer.MAX_VALUE - 64) {
            sink.reserve(totalBytes);
        }
        long[] codes = draft.codes(valueCount + 1);
        boolean small = dictionary.build(values, draft.rows(), valueCount, codes, sketch);
        long distinct = small ? dictionary.size() : sketch.estimate();
        if (small && dictionary.pays(valueCount, totalBytes)) {
            DictionaryCodec.encode(draft, values, dictionary, codes);
        } else {
            StringsCodec.encode(draft, values);
        }
        return zoneMap(VectorKind.STRING, count, 0, 0, 0, 0, distinct);
    }

    private ZoneMap objects(Vector values, int count) {
        Object[] objects = values.objects();
        boolean lists = !nested;
        boolean points = true;
        boolean durations = true;
        for (int i = 0; i < draft.valueCount(); i++) {
            Object value = objects[draft.row(i)];
            sketch.add(DistinctSketch.mix(value.hashCode()));
            lists &= value instanceof List<?>;
            points &= value instanceof Point;
            durations &= value instanceof IsoDuration;
        }
        long distinct = sketch.estimate();
        if (lists) {
            ListsCodec.encode(draft, objects);
        } else if (points) {
            PointsCodec.encode(draft, objects);
        } else if (durations) {
            DurationsCodec.encode(draft, objects);
        } else {
            VariantsCodec.encode(draft, objects);
        }
        return zoneMap(VectorKind.OBJECT, count, 0, 0, 0, 0, distinct);
    }
}
