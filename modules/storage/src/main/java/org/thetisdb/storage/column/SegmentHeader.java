package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.KindCode;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.VectorKind;
import org.thetisdb.value.vector.ZoneCode;

/**
 * The headers of a segment and of its parts, every offset and length in them checked. Offsets are those of the file.
 */
final class SegmentHeader {
    private static final int[] NO_ZONES = {};
    private static final long[] NO_PARTS = {};

    final StoreMemory store;
    final Extent extent;
    final VectorKind kind;
    final Encoding encoding;
    final int count;
    final int valueCount;
    final double divisor;
    final long presence;
    final long ranks;
    final long[] parts = new long[SegmentLayout.PART_COUNT];
    final Packed[] packed = new Packed[SegmentLayout.PART_COUNT];

    /** Zone codes by their number in the segment; none unless the encoding is ZONED. */
    final int[] zones;

    SegmentHeader(StoreMemory store, Extent extent) {
        this.store = store;
        this.extent = extent;
        long offset = extent.offset();
        if (extent.bytes() < SegmentLayout.HEADER_BYTES) {
            throw corrupt(extent, "at least " + SegmentLayout.HEADER_BYTES + " bytes", extent.bytes() + " bytes");
        }
        store.ensure(offset, SegmentLayout.HEADER_BYTES);
        MemorySegment memory = store.memory();
        int magic = memory.get(SegmentLayout.INT, offset);
        expect(magic == SegmentLayout.MAGIC, "a column segment", "magic 0x" + Integer.toHexString(magic));
        long bytes = memory.get(SegmentLayout.LONG, offset + SegmentLayout.BYTES);
        expect(bytes == extent.bytes(), extent.bytes() + " bytes", bytes + " bytes");
        kind = KindCode.kind(memory.get(SegmentLayout.BYTE, offset + SegmentLayout.KIND));
        int number = memory.get(SegmentLayout.BYTE, offset + SegmentLayout.ENCODING);
        Encoding known = Encoding.ofNumber(number);
        if (known == null) {
            throw corrupt(extent, "a known encoding", "encoding " + number);
        }
        encoding = known;
        int aux = memory.get(SegmentLayout.BYTE, offset + SegmentLayout.AUX);
        divisor = power(aux);
        expect(aux >= 0 && aux <= 18, "0 to 18 decimal digits", aux + " digits");
        count = memory.get(SegmentLayout.INT, offset + SegmentLayout.COUNT);
        valueCount = memory.get(SegmentLayout.INT, offset + SegmentLayout.VALUE_COUNT);
        expect(count >= 0 && valueCount >= 0 && valueCount <= count, "valueCount <= count", valueCount + " > " + count);
        expect(matches(kind, encoding), "an encoding of " + kind, encoding.name());
        long presenceAt = memory.get(SegmentLayout.LONG, offset + SegmentLayout.PRESENCE);
        expect(
                presenceAt == 0
                        ? valueCount == count || valueCount == 0
                        : inside(presenceAt, SegmentLayout.presenceBytes(count)),
                "presence bits inside the segment",
                "offset " + presenceAt);
        presence = presenceAt == 0 ? 0 : offset + presenceAt;
        ranks = presence + SegmentLayout.presenceWords(count) * Long.BYTES;
        for (int part = 0; part < encoding.partCount(); part++) {
            long at = memory.get(SegmentLayout.LONG, offset + SegmentLayout.PART_0 + (long) part * Long.BYTES);
            expect(inside(at, 0), "part " + part + " inside the segment", "offset " + at);
            parts[part] = offset + at;
        }
        openPacked();
        zones = encoding == Encoding.ZONED ? readZones() : NO_ZONES;
        checkLengths();
    }

    /** Where those parts begin in which later values lie further on; none if that is not known of all of them. */
    long[] growingParts() {
        return switch (encoding) {
            case PACKED, DECIMAL, DOUBLES, POINTS -> new long[] {parts[0]};
            case PACKED_PAIR, STRINGS, VARIANT -> new long[] {parts[0], parts[1]};
            case ZONED -> new long[] {parts[0], parts[1], parts[2]};
            case DURATIONS -> parts;
            case EMPTY, STRING_DICTIONARY, LISTS -> NO_PARTS;
        };
    }

    private static boolean matches(VectorKind kind, Encoding encoding) {
        return switch (encoding) {
            case EMPTY -> kind == VectorKind.NULL;
            case PACKED -> kind.usesLongs() && !kind.usesLongs2();
            case PACKED_PAIR -> kind == VectorKind.TIME || kind == VectorKind.LOCAL_DATETIME;
            case ZONED -> kind == VectorKind.ZONED_DATETIME;
            case DOUBLES, DECIMAL -> kind == VectorKind.FLOAT;
            case STRINGS, STRING_DICTIONARY -> kind == VectorKind.STRING;
            case LISTS, POINTS, DURATIONS, VARIANT -> kind == VectorKind.OBJECT;
        };
    }

    private void openPacked() {
        int packedParts = switch (encoding) {
            case EMPTY, DOUBLES, POINTS -> 0;
            case PACKED, DECIMAL, STRINGS, LISTS, VARIANT -> 1;
            case PACKED_PAIR, STRING_DICTIONARY -> 2;
            case ZONED -> 3;
            case DURATIONS -> 4;
        };
        wantHeads(packedParts);
        for (int part = 0; part < packedParts; part++) {
            packed[part] = new Packed(store, parts[part], extent.end());
            int expected = switch (encoding) {
                case STRINGS, LISTS, VARIANT -> valueCount + 1;
                case STRING_DICTIONARY -> part == 0 ? valueCount : packed[part].count();
                default -> valueCount;
            };
            expect(
                    packed[part].count() == expected,
                    expected + " values in part " + part,
                    packed[part].count() + " values");
        }
    }

    /** The heads of parts may lie in pages of their own: all are told before the first is read. */
    private void wantHeads(int packedParts) {
        for (int part = 0; part < packedParts; part++) {
            store.wantSoon(parts[part], SegmentLayout.PACKED_HEADER_BYTES);
        }
        if (encoding == Encoding.ZONED) {
            store.wantSoon(parts[3], Math.max(1, extent.end() - parts[3]));
        } else if (encoding == Encoding.LISTS) {
            store.wantSoon(parts[1], SegmentLayout.HEADER_BYTES);
        }
    }

    /**
     * Fixed records must end before the segment does. Where strings and lists end is checked when they are read: the
     * page that says so would be one more to be read before the first of them.
     */
    private void checkLengths() {
        switch (encoding) {
            case DOUBLES -> expectRoom(parts[0], (long) valueCount * Double.BYTES);
            case POINTS -> expectRoom(parts[0], (long) valueCount * SegmentLayout.POINT_BYTES);
            case STRING_DICTIONARY -> {
                int size = packed[1].count() - 1;
                expect(size >= 1, "a dictionary", size + " entries");
            }
            case EMPTY, PACKED, PACKED_PAIR, ZONED, DECIMAL, STRINGS, VARIANT, DURATIONS, LISTS -> {}
        }
    }

    private void expectRoom(long at, long bytes) {
        expect(bytes >= 0 && bytes <= extent.end() - at, "values inside the segment", bytes + " bytes at " + at);
    }

    private boolean inside(long at, long bytes) {
        return at >= SegmentLayout.HEADER_BYTES && (at & 7) == 0 && at <= extent.bytes() - bytes;
    }

    private void expect(boolean holds, String expected, String found) {
        if (!holds) {
            throw corrupt(extent, expected, found);
        }
    }

    static ThetisException corrupt(Extent extent, String expected, String found) {
        return new ThetisException(
                ErrorCode.CORRUPT_STRUCTURE,
                "column segment is damaged: offset=" + extent.offset() + ", bytes=" + extent.bytes() + ", expected="
                        + expected + ", found=" + found);
    }

    private int[] readZones() {
        long at = parts[3];
        store.ensure(at, Math.min(Integer.BYTES, extent.end() - at));
        MemorySegment memory = store.memory();
        int zoneCount = memory.get(SegmentLayout.INT, at);
        expect(zoneCount >= 0 && zoneCount <= (extent.end() - at) / Integer.BYTES, "zone names", zoneCount + " names");
        store.ensure(at, extent.end() - at);
        at += Integer.BYTES;
        int[] codes = new int[zoneCount];
        for (int i = 0; i < zoneCount; i++) {
            expectRoom(at, Integer.BYTES);
            int length = memory.get(SegmentLayout.INT, at);
            at += Integer.BYTES;
            expectRoom(at, length);
            byte[] name = new byte[length];
            MemorySegment.copy(memory, SegmentLayout.BYTE, at, name, 0, length);
            codes[i] = ZoneCode.of(ZoneId.of(new String(name, StandardCharsets.UTF_8)));
            at += length;
        }
        return codes;
    }

    private static double power(int digits) {
        double power = 1;
        for (int i = 0; i < digits; i++) {
            power *= 10;
        }
        return power;
    }
}
