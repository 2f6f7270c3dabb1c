package org.thetisdb.storage.column;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.ZoneCode;

/**
 * Date-times with a zone.
 *
 * <pre>
 *   part 0   packed: seconds
 *   part 1   packed: nanoseconds
 *   part 2   packed: number of the zone
 *   part 3   | zone count | byte count, name in UTF-8 | … |
 * </pre>
 *
 * <p>A zone has a number of its own in each segment, and a code for as long as the process lives ({@link ZoneCode}).
 */
final class ZonedCodec implements ValueReader {
    private final SegmentBytes bytes;
    private final Packed seconds;
    private final Packed nanoseconds;
    private final Packed numbers;
    private final int[] zones;

    /** @param zones codes by their number */
    ZonedCodec(SegmentBytes bytes, Packed[] parts, int[] zones) {
        this.bytes = bytes;
        this.seconds = parts[0];
        this.nanoseconds = parts[1];
        this.numbers = parts[2];
        this.zones = zones;
    }

    /** @param seconds of all values, which are of no use to the caller afterwards */
    static void encode(SegmentDraft draft, long[] seconds, Vector values) {
        int valueCount = draft.valueCount();
        draft.begin(Encoding.ZONED);
        draft.packed(0, seconds, valueCount);
        long[] packed = values.longs2();
        long[] parts = draft.codes(valueCount);
        for (int i = 0; i < valueCount; i++) {
            parts[i] = ZoneCode.nanosecond(packed[draft.row(i)]);
        }
        draft.packed(1, parts, valueCount);
        int[] zones = new int[4];
        int zoneCount = 0;
        int last = 0;
        for (int i = 0; i < valueCount; i++) {
            int zone = ZoneCode.zoneCode(packed[draft.row(i)]);
            if (zoneCount == 0 || zones[last] != zone) {
                last = 0;
                while (last < zoneCount && zones[last] != zone) {
                    last++;
                }
                if (last == zoneCount) {
                    if (zoneCount == zones.length) {
                        zones = Arrays.copyOf(zones, zoneCount * 2);
                    }
                    zones[zoneCount++] = zone;
                }
            }
            parts[i] = last;
        }
        draft.packed(2, parts, valueCount);
        encodeZones(draft, zones, zoneCount);
    }

    private static void encodeZones(SegmentDraft draft, int[] zones, int zoneCount) {
        SegmentSink sink = draft.part(3);
        sink.putInt(zoneCount);
        for (int i = 0; i < zoneCount; i++) {
            byte[] name = ZoneCode.zone(zones[i]).getId().getBytes(StandardCharsets.UTF_8);
            sink.putInt(name.length);
            sink.put(name, 0, name.length);
        }
    }

    @Override
    public void fetch(long value, Vector into, int index) {
        into.longs()[index] = bytes.get(seconds, value);
        int number = numbers.isConstant() ? (int) numbers.minimum() : (int) bytes.get(numbers, value);
        into.longs2()[index] = ZoneCode.pack((int) bytes.get(nanoseconds, value), zones[number]);
    }

    @Override
    public void tell(long value, Vector scratch) {
        seconds.wantSoon(value);
        nanoseconds.wantSoon(value);
        numbers.wantSoon(value);
    }

    @Override
    public void reach(long value) {
        bytes.need(seconds, value, 1);
        bytes.need(nanoseconds, value, 1);
        bytes.need(numbers, value, 1);
    }

    @Override
    public boolean canReach() {
        return true;
    }

    @Override
    public void decode(int from, int values, Vector into, int at) {
        bytes.unpack(seconds, from, values, into.longs(), at);
        if (numbers.isConstant()) {
            decodeInOneZone(from, values, into.longs2(), at);
            return;
        }
        long[] packed = into.longs2();
        bytes.unpack(nanoseconds, from, values, packed, at);
        long[] codes = bytes.scratch().codes(values);
        bytes.unpack(numbers, from, values, codes, 0);
        for (int i = 0; i < values; i++) {
            packed[at + i] = packed[at + i] << 32 | zones[(int) codes[i]];
        }
    }

    private void decodeInOneZone(int from, int values, long[] packed, int at) {
        int zone = zones[(int) numbers.minimum()];
        if (nanoseconds.isConstant()) {
            Arrays.fill(packed, at, at + values, ZoneCode.pack((int) nanoseconds.minimum(), zone));
            return;
        }
        bytes.unpack(nanoseconds, from, values, packed, at);
        for (int i = at; i < at + values; i++) {
            packed[i] = packed[i] << 32 | zone;
        }
    }

    @Override
    public void gather(long[] places, int length, Vector into, int at) {
        bytes.gather(seconds, places, length, into.longs(), at);
        long[] packed = into.longs2();
        bytes.gather(nanoseconds, places, length, packed, at);
        long[] codes = bytes.scratch().codes(length);
        bytes.gather(numbers, places, length, codes, 0);
        for (int i = 0; i < length; i++) {
            packed[at + i] = packed[at + i] << 32 | zones[(int) codes[i]];
        }
    }
}
