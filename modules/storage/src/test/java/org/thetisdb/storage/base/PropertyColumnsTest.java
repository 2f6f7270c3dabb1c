package org.thetisdb.storage.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.column.ColumnEncoder;
import org.thetisdb.storage.column.ColumnSegment;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.storage.ids.GroupedIds;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Goal: ids that come all over the place get their own values, whether they are brought together or not, and nothing is
 * read that was not made readable. Method: segments in a memory that has a byte only from when it was asked for.
 */
final class PropertyColumnsTest {
    private static final long SEED = Long.getLong("thetis.seed", 20_261_128L);
    private static final int GROUPS = 30;

    /** More than 64 KiB of most kinds, so that a segment is not read as a whole. */
    private static final int ROWS = 20_000;

    private final Random random = new Random(SEED);

    /** A file whose bytes are wrong until they are ensured. */
    private static final class LateMemory implements StoreMemory {
        private final MemorySegment file;
        private final MemorySegment resident;

        LateMemory(MemorySegment file) {
            this.file = file;
            this.resident = Arena.ofAuto().allocate(file.byteSize(), Long.BYTES).fill((byte) 0xA5);
        }

        @Override
        public MemorySegment memory() {
            return resident;
        }

        @Override
        public void ensure(long offset, long bytes) {
            MemorySegment.copy(file, offset, resident, offset, bytes);
        }

        @Override
        public long generation() {
            return 0;
        }
    }

    private final List<List<@Nullable Object>> values = new ArrayList<>();
    private final List<ColumnSegment> segments = new ArrayList<>();

    private PropertyColumns columns(int nullPercent, Supplier<Object> one) {
        for (int group = 0; group < GROUPS; group++) {
            List<@Nullable Object> ofGroup = new ArrayList<>();
            Vector vector = new Vector();
            vector.reset(VectorKind.NULL, ROWS);
            for (int row = 0; row < ROWS; row++) {
                ofGroup.add(random.nextInt(100) < nullPercent ? null : one.get());
                vector.setValue(row, ofGroup.getLast());
            }
            MemorySegment bytes = new ColumnEncoder().encode(vector).bytes();
            values.add(ofGroup);
            segments.add(ColumnSegment.open(new LateMemory(bytes), new Extent(0, 0, bytes.byteSize())));
        }
        PropertyColumns.Segments found = (_, id) -> group(id) < GROUPS ? segments.get(group(id)) : null;
        return new PropertyColumns(
                _ -> {
                    throw new IllegalStateException("segments are there");
                },
                found,
                () -> found);
    }

    private static int group(long id) {
        return (int) (id >>> NodeIdLayout.ROW_BITS);
    }

    /** Some of them of a group without a column, if there are more groups than columns. */
    private long id(int groups) {
        return (long) random.nextInt(groups) << NodeIdLayout.ROW_BITS | random.nextInt(ROWS);
    }

    private @Nullable Object expected(long id) {
        return group(id) < GROUPS ? values.get(group(id)).get(NodeIdLayout.row(id)) : null;
    }

    private void checkPresenceOfRuns(PropertyColumns columns) {
        for (int count : new int[] {1, 2, 63, 64, 65, 128, 300}) {
            long first = (long) random.nextInt(GROUPS) << NodeIdLayout.ROW_BITS | random.nextInt(ROWS);
            long[] ids = LongStream.range(first, first + count).toArray();
            Vector presence = new Vector();
            columns.readPresence(0, ids, null, count, presence);
            for (int index = 0; index < count; index++) {
                boolean isPresent = NodeIdLayout.row(ids[index]) < ROWS && expected(ids[index]) != null;
                assertThat(presence.isNull(index))
                        .as("seed=%d, first=%d, index=%d", SEED, first, index)
                        .isEqualTo(!isPresent);
            }
        }
    }

    private void check(Supplier<Object> one) {
        for (int nullPercent : new int[] {0, 20}) {
            values.clear();
            segments.clear();
            PropertyColumns columns = columns(nullPercent, one);
            checkPresenceOfRuns(columns);
            for (int count : new int[] {1, 63, 64, 300, 1_024, 4_096}) {
                for (int groups : new int[] {1, 7, GROUPS, GROUPS + 3}) {
                    long[] ids = new long[count + 5];
                    for (int index = 0; index < count; index++) {
                        ids[index] = index % 9 > 5 ? ids[index - 1] + 1 : id(groups);
                        ids[index] = NodeIdLayout.row(ids[index]) < ROWS ? ids[index] : id(groups);
                    }
                    Vector into = new Vector();
                    Vector presence = new Vector();
                    columns.readPresence(0, ids, null, count, presence);
                    columns.read(0, new int[0], ids, null, count, into);
                    assertThat(into.count()).isEqualTo(count);
                    for (int index = 0; index < count; index++) {
                        assertThat(into.valueAt(index))
                                .as("seed=%d, count=%d, index=%d", SEED, count, index)
                                .isEqualTo(expected(ids[index]));
                        assertThat(presence.isNull(index)).isEqualTo(into.isNull(index));
                    }
                }
            }
        }
    }

    @Test
    void integers_ofScatteredIds_areTheirOwn() {
        check(() -> random.nextLong() >> 20);
    }

    @Test
    void datetimes_ofScatteredIds_areTheirOwn() {
        List<ZoneId> zones = List.of(ZoneOffset.UTC, ZoneId.of("Europe/Berlin"), ZoneOffset.ofHours(3));
        check(() -> ZonedDateTime.of(
                LocalDateTime.ofEpochSecond(random.nextInt(), 1_000 * random.nextInt(1_000), ZoneOffset.UTC),
                zones.get(random.nextInt(3))));
        check(() -> LocalDateTime.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000), ZoneOffset.UTC));
    }

    @Test
    void floats_ofScatteredIds_areTheirOwn() {
        check(random::nextDouble);
        check(() -> random.nextInt(10_000_000) / 100.0);
    }

    @Test
    void texts_ofScatteredIds_areTheirOwn() {
        check(() -> "text " + random.nextInt(100_000));
        check(() -> "word " + random.nextInt(20));
    }

    private Vector readScattered(PropertyColumns columns, int groups, String description) {
        long[] ids = new long[1_024];
        for (int index = 0; index < ids.length; index++) {
            ids[index] = id(groups);
        }
        Vector into = new Vector();
        columns.read(0, new int[0], ids, null, ids.length, into);
        for (int index = 0; index < ids.length; index++) {
            assertThat(into.valueAt(index))
                    .as("%s: seed=%d, index=%d", description, SEED, index)
                    .isEqualTo(expected(ids[index]));
        }
        return into;
    }

    @Test
    void words_ofSeveralSegments_areCodesOfOneDictionary() {
        PropertyColumns columns = columns(0, () -> "word " + random.nextInt(20));
        Vector first = readScattered(columns, 3, "of few segments");
        assertThat(first.isCoded()).isTrue();
        assertThat(first.dictionary().size()).isEqualTo(20);
        for (int round = 0; round < 20; round++) {
            Vector more = readScattered(columns, GROUPS, "of all segments");
            assertThat(more.isCoded()).isTrue();
            assertThat(more.dictionary()).as("no new strings").isSameAs(first.dictionary());
        }
    }

    @Test
    void words_thatOnlySomeSegmentsHave_areAddedToWhatVectorsHave() {
        int[] next = {0};
        PropertyColumns columns = columns(0, () -> "word " + next[0]++ / ROWS + random.nextInt(5));
        Vector first = readScattered(columns, 2, "of two segments");
        Vector all = readScattered(columns, GROUPS, "of all segments");
        assertThat(first.dictionary().size()).isEqualTo(10);
        assertThat(all.dictionary().size()).isEqualTo(5 * GROUPS);
        assertThat(readScattered(columns, 2, "of two segments again").dictionary())
                .isSameAs(all.dictionary());
    }

    @Test
    void words_thatAreMany_areJoinedWhenManyRowsAreRead_orNotAtAll() {
        PropertyColumns columns = columns(0, () -> "word " + random.nextInt(1_500));
        assertThat(readScattered(columns, 2, "at first").isCoded()).isFalse();
        for (int round = 0; round < 20; round++) {
            readScattered(columns, 2, "until it pays");
        }
        assertThat(readScattered(columns, 2, "often").isCoded()).isTrue();
        values.clear();
        segments.clear();
        PropertyColumns tooMany = columns(0, () -> "word " + random.nextInt(7_000));
        for (int round = 0; round < 60; round++) {
            assertThat(readScattered(tooMany, 4, "too many").isCoded()).isFalse();
        }
    }

    @Test
    void words_thatAreLong_areNotJoined() {
        String[] words = IntStream.range(0, 200)
                .mapToObj(word -> "word ".repeat(80) + word)
                .toArray(String[]::new);
        PropertyColumns columns = columns(0, () -> words[random.nextInt(words.length)]);
        for (int round = 0; round < 5; round++) {
            assertThat(readScattered(columns, 2, "long").isCoded()).isFalse();
        }
    }

    @Test
    void valuesOfSeveralKinds_ofScatteredIds_areTheirOwn() {
        check(() -> random.nextBoolean() ? (Object) random.nextLong(100) : "text " + random.nextInt(100));
    }

    @Test
    void idsOfManyGroups_areLeftAsTheyAre() {
        GroupedIds grouped = new GroupedIds();
        long[] ids = new long[1_024];
        for (int index = 0; index < ids.length; index++) {
            ids[index] = (long) index * 7_919 << NodeIdLayout.ROW_BITS;
        }
        assertThat(grouped.bring(ids, ids.length)).isFalse();
        assertThat(grouped.bring(new long[1_024], 1_024)).isFalse();
    }

    @Test
    void idsOfSomeGroups_areBroughtTogether_inTheOrderOfTheirFirst() {
        GroupedIds grouped = new GroupedIds();
        long[] ids = new long[700];
        for (int index = 0; index < ids.length; index++) {
            ids[index] = (long) (index * 31 % 7) << NodeIdLayout.ROW_BITS | index;
        }
        assertThat(grouped.bring(ids, ids.length)).isTrue();
        for (int index = 0; index < ids.length; index++) {
            int place = grouped.places()[index];
            assertThat(grouped.ordered()[place]).isEqualTo(ids[index]);
            assertThat(place / 100).isEqualTo(index % 7);
        }
    }
}
