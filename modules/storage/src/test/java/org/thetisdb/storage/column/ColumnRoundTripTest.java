package org.thetisdb.storage.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Goal: what is read equals what was encoded, for every kind, by run and by row. Method: seeded random columns. */
final class ColumnRoundTripTest {
    private static final long SEED = Long.getLong("thetis.seed", 20_260_101L);

    private final Random random = new Random(SEED);

    private static Vector vector(List<Object> values) {
        Vector vector = new Vector();
        vector.reset(VectorKind.NULL, values.size());
        for (int i = 0; i < values.size(); i++) {
            vector.setValue(i, values.get(i));
        }
        return vector;
    }

    static ColumnSegment open(EncodedColumn column) {
        return ColumnSegment.open(
                StoreMemory.of(column.bytes()), new Extent(0, 0, column.bytes().byteSize()));
    }

    private List<Object> values(int count, int nullPercent, Supplier<Object> one) {
        List<Object> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(random.nextInt(100) < nullPercent ? null : one.get());
        }
        return values;
    }

    private void check(Encoding encoding, Supplier<Object> one) {
        for (int count : new int[] {1, 63, 64, 65, 1_000, 5_000}) {
            for (int nullPercent : new int[] {0, 3, 60}) {
                List<Object> values = values(count, nullPercent, one);
                if (values.getFirst() == null) {
                    values.set(0, one.get());
                }
                ColumnSegment segment = roundTrip(values);
                if (count > 1_000) {
                    assertThat(segment.encoding()).as("seed=%d", SEED).isEqualTo(encoding);
                }
            }
        }
    }

    private ColumnSegment roundTrip(List<Object> values) {
        EncodedColumn column = new ColumnEncoder().encode(vector(values));
        long valueCount = values.stream().filter(value -> value != null).count();
        assertThat(column.zoneMap().valueCount()).isEqualTo(valueCount);
        assertThat(column.zoneMap().nullCount()).isEqualTo(values.size() - valueCount);
        assertThat(column.bytes().byteSize() & 7).isZero();
        ColumnSegment segment = open(column);
        Vector whole = new Vector();
        whole.reset(segment.kind(), values.size());
        segment.readRun(0, values.size(), whole, 0);
        Vector single = new Vector();
        single.reset(segment.kind(), 1);
        Vector objects = new Vector();
        objects.reset(VectorKind.OBJECT, 1);
        for (int i = 0; i < values.size(); i++) {
            assertThat(whole.valueAt(i)).as("seed=%d, row=%d", SEED, i).isEqualTo(values.get(i));
            single.reset(segment.kind(), 1);
            segment.read(i, single, 0);
            assertThat(single.valueAt(0)).as("seed=%d, row=%d", SEED, i).isEqualTo(values.get(i));
            assertThat(segment.isNull(i)).isEqualTo(values.get(i) == null);
        }
        for (int i = 0; i < 20; i++) {
            int first = random.nextInt(values.size());
            int length = random.nextInt(Math.min(300, values.size() - first)) + 1;
            objects.reset(i % 2 == 0 ? VectorKind.OBJECT : segment.kind(), length + 3);
            segment.readRun(first, length, objects, 3);
            for (int row = 0; row < length; row++) {
                assertThat(objects.valueAt(3 + row)).as("seed=%d", SEED).isEqualTo(values.get(first + row));
            }
            long[] picked = random.longs(length, 0, values.size()).toArray();
            objects.reset(i % 2 == 0 ? VectorKind.OBJECT : segment.kind(), length + 1);
            segment.readRows(picked, null, 0, length, objects, 1);
            for (int row = 0; row < length; row++) {
                assertThat(objects.valueAt(1 + row)).as("seed=%d", SEED).isEqualTo(values.get((int) picked[row]));
            }
        }
        return segment;
    }

    @Test
    void integers_ofEveryWidth_areReadBack() {
        for (int bits = 0; bits <= 64; bits += bits < 50 ? 7 : 1) {
            int shift = 64 - bits;
            check(Encoding.PACKED, () -> shift == 64 ? 42L : random.nextLong() >> shift);
        }
        check(Encoding.PACKED, () -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE);
        check(Encoding.PACKED, () -> 1_000_000L * random.nextInt(100_000));
    }

    @Test
    void integers_withCommonFactor_takeTheBitsOfTheQuotient() {
        List<Object> values = values(10_000, 0, () -> 1_000_000L * random.nextInt(1 << 10));
        assertThat(new ColumnEncoder().encode(vector(values)).bytes().byteSize())
                .isLessThan(10_000 * 11 / 8 + 128);
    }

    @Test
    void booleansAndTemporals_areReadBack() {
        check(Encoding.PACKED, random::nextBoolean);
        check(Encoding.PACKED, () -> LocalDate.ofEpochDay(random.nextInt(40_000)));
        check(Encoding.PACKED, () -> LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L)));
        check(
                Encoding.PACKED_PAIR,
                () -> OffsetTime.of(
                        LocalTime.ofSecondOfDay(random.nextInt(86_400)), ZoneOffset.ofHours(random.nextInt(5) - 2)));
        check(
                Encoding.PACKED_PAIR,
                () -> LocalDateTime.ofEpochSecond(random.nextInt(), 1_000_000 * random.nextInt(1_000), ZoneOffset.UTC));
    }

    @Test
    void zonedDatetimes_withOneOrManyZones_areReadBack() {
        List<ZoneId> zones = List.of(ZoneOffset.UTC, ZoneOffset.ofHours(2), ZoneId.of("Europe/Berlin"));
        for (int zoneCount = 1; zoneCount <= zones.size(); zoneCount++) {
            int limit = zoneCount;
            check(
                    Encoding.ZONED,
                    () -> ZonedDateTime.ofInstant(
                            java.time.Instant.ofEpochSecond(random.nextInt(), 1_000_000L * random.nextInt(1_000)),
                            zones.get(random.nextInt(limit))));
            check(
                    Encoding.ZONED,
                    () -> ZonedDateTime.ofInstant(
                            java.time.Instant.ofEpochSecond(random.nextInt()), zones.get(random.nextInt(limit))));
        }
    }

    @Test
    void doubles_plainAndDecimal_areReadBackBitForBit() {
        check(Encoding.DOUBLES, random::nextGaussian);
        check(Encoding.DECIMAL, () -> (double) random.nextInt(1_000));
        check(Encoding.DECIMAL, () -> random.nextInt(100_000) / 100.0);
        Object[] special = {0.0, -0.0, Double.NaN, Double.MIN_VALUE, Double.NEGATIVE_INFINITY, 1e300};
        check(Encoding.DOUBLES, () -> special[random.nextInt(special.length)]);
    }

    @Test
    void strings_repeatedOrDifferent_areReadBack() {
        check(Encoding.STRING_DICTIONARY, () -> "Straße " + random.nextInt(40));
        check(Encoding.STRING_DICTIONARY, () -> "");
        check(Encoding.STRINGS, () -> "日本 " + random.nextLong());
        check(Encoding.STRINGS, () -> "x".repeat(random.nextInt(200)) + random.nextInt());
    }

    @Test
    void objects_ofOneTypeOrMixed_areReadBack() {
        check(
                Encoding.LISTS,
                () -> values(random.nextInt(5), 0, () -> "lang " + random.nextInt(20)).stream()
                        .toList());
        check(Encoding.LISTS, () -> List.of(List.of(random.nextLong()), List.of()));
        check(Encoding.POINTS, () -> Point.of(Point.WGS_84, random.nextDouble(), random.nextDouble()));
        check(
                Encoding.DURATIONS,
                () -> new IsoDuration(random.nextInt(12), random.nextInt(), random.nextLong(), random.nextInt(1000)));
        check(Encoding.VARIANT, () -> switch (random.nextInt(5)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextDouble();
            case 2 -> "text " + random.nextInt();
            case 3 -> Map.of("a", List.of(1L, 2.5), "b", LocalDate.of(2020, 1, random.nextInt(28) + 1));
            default -> Point.of(Point.CARTESIAN, 1, random.nextInt());
        });
    }

    @Test
    void column_ofNullsOnly_isEmpty() {
        assertThat(roundTrip(new ArrayList<>(java.util.Collections.nCopies(100, null)))
                        .encoding())
                .isEqualTo(Encoding.EMPTY);
    }

    @Test
    void promotedVector_ofOneKind_getsThatKindBack() {
        Vector values = vector(List.of(1L, 2L, 3L));
        values.promote();
        assertThat(new ColumnEncoder().encode(values).zoneMap().kind()).isEqualTo(VectorKind.INTEGER);
    }

    @Test
    void blockedColumn_longerThanABlock_isReadBack() {
        int count = 2 * NodeIdLayout.CHUNK_ROWS + 77;
        Vector values = new Vector();
        values.reset(VectorKind.INTEGER, count);
        for (int i = 0; i < count; i++) {
            values.longs()[i] = random.nextInt();
            if (i % 10 == 3) {
                values.setNull(i);
            }
        }
        EncodedColumn encoded = BlockedColumns.encode(values);
        BlockedColumn column = BlockedColumn.open(
                StoreMemory.of(encoded.bytes()),
                new Extent(0, 0, encoded.bytes().byteSize()));
        assertThat(column.count()).isEqualTo(count);
        Vector single = new Vector();
        for (int i = 0; i < count; i += 13) {
            single.reset(VectorKind.INTEGER, 1);
            column.segment(BlockedColumn.block(i)).read(BlockedColumn.rowInBlock(i), single, 0);
            assertThat(single.valueAt(0)).as("seed=%d", SEED).isEqualTo(values.valueAt(i));
        }
        assertThat(encoded.zoneMap().valueCount() + encoded.zoneMap().nullCount())
                .isEqualTo(count);
    }

    @Test
    void zoneMap_ofNumbers_hasExactBounds() {
        List<Object> values = values(3_000, 20, () -> (long) random.nextInt(1_000));
        long minimum = values.stream()
                .filter(v -> v != null)
                .mapToLong(v -> (Long) v)
                .min()
                .orElseThrow();
        long distinct = values.stream().filter(v -> v != null).distinct().count();
        var zone = new ColumnEncoder().encode(vector(values)).zoneMap();
        assertThat(zone.minimum()).isEqualTo(minimum);
        assertThat(zone.distinctEstimate()).isBetween(distinct * 9 / 10, distinct * 11 / 10);
    }
}
