package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import org.thetisdb.value.Point;

/**
 * Points.
 *
 * <pre>
 *   part 0   records:   0        8     16    24    32
 *                       +--------+-----+-----+-----+
 *                       | system | x   | y   | z   |
 *                       +--------+-----+-----+-----+
 * </pre>
 */
final class PointsCodec implements ObjectReader {
    private static final int X = 8;
    private static final int Y = 16;
    private static final int Z = 24;

    private final SegmentBytes bytes;
    private final long offset;

    PointsCodec(SegmentBytes bytes, long offset) {
        this.bytes = bytes;
        this.offset = offset;
    }

    static void encode(SegmentDraft draft, Object[] objects) {
        draft.begin(Encoding.POINTS);
        SegmentSink sink = draft.part(0);
        int at = sink.reserve((long) draft.valueCount() * SegmentLayout.POINT_BYTES);
        for (int i = 0; i < draft.valueCount(); i++) {
            Point point = (Point) objects[draft.row(i)];
            int record = at + i * SegmentLayout.POINT_BYTES;
            sink.setLong(record, point.srid());
            sink.setDouble(record + X, point.x());
            sink.setDouble(record + Y, point.y());
            sink.setDouble(record + Z, point.z());
        }
    }

    @Override
    public Object object(long value) {
        long at = offset + value * SegmentLayout.POINT_BYTES;
        bytes.need(at, SegmentLayout.POINT_BYTES);
        MemorySegment memory = bytes.memory();
        return new Point(
                (int) memory.get(SegmentLayout.LONG, at),
                memory.get(SegmentLayout.DOUBLE, at + X),
                memory.get(SegmentLayout.DOUBLE, at + Y),
                memory.get(SegmentLayout.DOUBLE, at + Z));
    }
}
