package org.thetisdb.engine.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.pipeline.Batch;
import org.thetisdb.engine.semantics.LongRange;
import org.thetisdb.engine.semantics.NodeList;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.spill.SpillFile;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.Point;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.PackedListBuilder;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorCheck;
import org.thetisdb.value.vector.VectorKind;

/** Rows of all kinds come back from disk as they went there, in their order. */
class SpilledRowsTest {
    private static final int[] SLOTS = {0, 3, 4, 9};
    private static final int MIXED = VectorKind.values().length;

    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();
    private final TemporarySpace space = TemporarySpace.ofReader(fileSystem, Path.of("/temporary"));

    @Test
    void rowsOfAllKinds_readAgain_areTheSame() {
        long first = Long.getLong("thetis.seed", 1);
        for (long seed = first; seed < first + 60; seed++) {
            try {
                checkRoundTrip(new Random(seed));
            } catch (RuntimeException | AssertionError problem) {
                throw new AssertionError(
                        "failed with seed " + seed + "; replay: -Dtest=SpilledRowsTest -Dthetis.seed=" + seed, problem);
            }
        }
    }

    private void checkRoundTrip(Random random) {
        try (SpillFile file = space.newFile()) {
            SpillOutput output = new SpillOutput(file);
            RowWriter[] writers = new RowWriter[1 + random.nextInt(3)];
            List<List<List<Object>>> expected = new ArrayList<>();
            for (int index = 0; index < writers.length; index++) {
                writers[index] = new RowWriter(output, SLOTS, 1 << 8 + random.nextInt(12));
                expected.add(new ArrayList<>());
            }
            int batches = random.nextInt(40);
            for (int batch = 0; batch < batches; batch++) {
                int writer = random.nextInt(writers.length);
                append(random, writers[writer], expected.get(writer));
            }
            for (int index = 0; index < writers.length; index++) {
                SpilledRows rows = writers[index].finish();
                assertThat(rows.rowCount()).isEqualTo(expected.get(index).size());
                assertThat(read(new RowReader(rows))).isEqualTo(expected.get(index));
                int from = random.nextInt(rows.blockCount() + 1);
                long before = LongStream.range(0, from)
                        .map(block -> rowCount(rows, (int) block))
                        .sum();
                assertThat(read(new RowReader(rows, from, rows.blockCount())))
                        .isEqualTo(expected.get(index)
                                .subList((int) before, expected.get(index).size()));
            }
        }
    }

    private static int rowCount(SpilledRows rows, int block) {
        return rows.page(block).rowCount(block % DirectoryPage.BLOCKS);
    }

    /** Rows of two kinds in turns, so that each has pages of directory on disk and one that is not full. */
    @Test
    void manyBlocks_readFromAnyBlock_areThoseThatFollow() {
        try (SpillFile file = space.newFile()) {
            SpillOutput output = new SpillOutput(file);
            RowWriter writer = new RowWriter(output, new int[] {0}, RowWriter.BLOCK_BYTES_MIN);
            SpilledRows[] rows = {writer.newRows(), writer.newRows()};
            int rowsOfBlock = 3;
            int blocks = 3 * DirectoryPage.BLOCKS + 7;
            for (int block = 0; block < blocks; block++) {
                for (int part = 0; part < rows.length; part++) {
                    writer.continueIn(rows[part]);
                    writer.append(numbers(2 * rowsOfBlock * block + part, rowsOfBlock));
                }
            }
            writer.endBlock();
            for (int part = 0; part < rows.length; part++) {
                assertThat(rows[part].blockCount()).isEqualTo(blocks);
                for (int from : new int[] {0, 1, 127, 128, 129, 255, 256, 383, 384, blocks - 1, blocks}) {
                    RowReader reader = new RowReader(rows[part], from, blocks);
                    for (int block = from; block < blocks; block++) {
                        assertThat(reader.next()).isTrue();
                        assertThat(reader.rows().column(0).longs()[0]).isEqualTo(2L * rowsOfBlock * block + part);
                        assertThat(reader.rows().count()).isEqualTo(rowsOfBlock);
                    }
                    assertThat(reader.next()).isFalse();
                }
            }
        }
    }

    private static Batch numbers(int first, int count) {
        Vector column = new Vector();
        column.reset(VectorKind.INTEGER, count);
        Arrays.setAll(column.longs(), index -> first + index);
        Batch batch = new Batch(0);
        batch.hold(0, column);
        batch.fill(count);
        return batch;
    }

    private static void append(Random random, RowWriter writer, List<List<Object>> expected) {
        int count = random.nextInt(300);
        Batch batch = new Batch(0);
        for (int slot : SLOTS) {
            batch.hold(slot, vector(random, count));
        }
        batch.fill(count);
        int[] selected = random.ints(random.nextInt(500), 0, Math.max(1, count)).toArray();
        int from = selected.length == 0 ? 0 : random.nextInt(selected.length);
        int length = count == 0 ? 0 : selected.length - from;
        if (random.nextInt(4) == 0) {
            writer.append(batch);
            selected = new int[count];
            Arrays.setAll(selected, index -> index);
            from = 0;
            length = count;
        } else {
            writer.append(batch, selected, from, length);
        }
        for (int index = from; index < from + length; index++) {
            List<Object> row = new ArrayList<>();
            for (int slot : SLOTS) {
                row.add(batch.column(slot).valueAt(selected[index]));
            }
            expected.add(row);
        }
    }

    private static List<List<Object>> read(RowReader reader) {
        List<List<Object>> rows = new ArrayList<>();
        while (reader.next()) {
            Batch batch = reader.rows();
            for (int slot : SLOTS) {
                assertThat(VectorCheck.defect(batch.column(slot), batch.count()))
                        .isEmpty();
            }
            for (int index = 0; index < batch.count(); index++) {
                List<Object> row = new ArrayList<>();
                for (int slot : SLOTS) {
                    row.add(batch.column(slot).valueAt(index));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private static Vector vector(Random random, int count) {
        int kind = random.nextInt(MIXED + 2);
        int nullsInTen = random.nextInt(3) == 0 ? random.nextInt(11) : 0;
        int sameInTen = random.nextInt(10);
        Vector vector = new Vector();
        vector.reset(VectorKind.NULL, count);
        Object last = null;
        for (int index = 0; index < count; index++) {
            last = last == null || random.nextInt(10) >= sameInTen
                    ? value(random, kind < MIXED ? VectorKind.values()[kind] : any(random), 0)
                    : last;
            if (random.nextInt(10) >= nullsInTen) {
                vector.setValue(index, last);
            }
        }
        return vector;
    }

    private static VectorKind any(Random random) {
        return VectorKind.values()[random.nextInt(MIXED)];
    }

    private static Object value(Random random, VectorKind kind, int depth) {
        return switch (kind) {
            case NULL -> null;
            case BOOLEAN -> random.nextBoolean();
            case INTEGER -> random.nextLong() >> random.nextInt(64);
            case FLOAT -> random.nextInt(10) == 0 ? Double.NaN : random.nextGaussian();
            case STRING -> "é".repeat(random.nextInt(20)) + random.nextInt(100);
            case DATE -> LocalDate.ofEpochDay(random.nextInt(100_000));
            case LOCAL_TIME -> LocalTime.ofSecondOfDay(random.nextInt(86_400));
            case TIME -> OffsetTime.of(LocalTime.ofSecondOfDay(random.nextInt(86_400)), ZoneOffset.ofHours(3));
            case LOCAL_DATETIME -> LocalDateTime.ofEpochSecond(random.nextInt(), random.nextInt(9), ZoneOffset.UTC);
            case ZONED_DATETIME ->
                ZonedDateTime.of(
                        LocalDateTime.ofEpochSecond(random.nextInt(), random.nextInt(9), ZoneOffset.UTC),
                        ZoneId.of(random.nextBoolean() ? "Europe/Berlin" : "Z"));
            case NODE -> new NodeReference(random.nextInt(1 << 20));
            case RELATIONSHIP -> relationship(random);
            case OBJECT -> object(random, depth);
        };
    }

    private static RelationshipReference relationship(Random random) {
        return new RelationshipReference(
                random.nextLong() >>> 1, random.nextInt(1 << 20), random.nextLong() >>> 1 + random.nextInt(40));
    }

    private static Object object(Random random, int depth) {
        return switch (random.nextInt(depth > 3 ? 6 : 9)) {
            case 0 -> new IsoDuration(random.nextInt(), random.nextInt(), random.nextInt(), 7);
            case 1 -> new Point(9157, random.nextGaussian(), random.nextGaussian(), 0);
            case 2 -> new LongRange(random.nextInt(100), random.nextInt(100), random.nextBoolean() ? 3 : -2);
            case 3 -> new NodeList(random.longs(random.nextInt(50), 0, 1L << 40).toArray());
            case 4 -> path(random, random.nextInt(6));
            case 5 -> packed(random);
            case 6 -> {
                Map<String, Object> map = new LinkedHashMap<>();
                for (int count = random.nextInt(5); count > 0; count--) {
                    map.put("k" + random.nextInt(100), value(random, any(random), depth + 1));
                }
                yield Collections.unmodifiableMap(map);
            }
            default -> {
                List<Object> list = new ArrayList<>();
                for (int count = random.nextInt(5); count > 0; count--) {
                    list.add(value(random, any(random), depth + 1));
                }
                yield Collections.unmodifiableList(list);
            }
        };
    }

    private static List<Object> packed(Random random) {
        VectorKind kind = VectorKind.values()[random.nextInt(VectorKind.values().length)];
        if (!PackedListBuilder.packs(kind)) {
            return List.of();
        }
        PackedListBuilder builder = new PackedListBuilder(kind);
        for (int count = 1 + random.nextInt(random.nextInt(20) == 0 ? 10_000 : 30); count > 0; count--) {
            builder.add(value(random, kind, 4));
        }
        return builder.list();
    }

    private static PathReference path(Random random, int length) {
        List<NodeReference> nodes = new ArrayList<>();
        List<RelationshipReference> relationships = new ArrayList<>();
        for (int index = 0; index < length; index++) {
            nodes.add(new NodeReference(random.nextInt(1000)));
            relationships.add(relationship(random));
        }
        nodes.add(new NodeReference(0));
        return new PathReference(nodes, relationships);
    }

    @Test
    void aString_ofWhichRowsShareOne_isWrittenOnce() {
        Vector strings = new Vector();
        strings.reset(VectorKind.STRING, 1000);
        byte[] text = "x".repeat(100_000).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        strings.setString(0, text, 0, text.length);
        for (int index = 1; index < 1000; index++) {
            strings.setStringRange(index, 0, text.length);
        }
        Batch batch = new Batch(1);
        batch.hold(0, strings);
        batch.fill(1000);
        try (SpillFile file = space.newFile()) {
            RowWriter writer = new RowWriter(new SpillOutput(file), new int[] {0}, RowWriter.BLOCK_BYTES);
            writer.append(batch);
            SpilledRows rows = writer.finish();
            assertThat(rows.bytes()).isLessThan(1 << 20);
            RowReader reader = new RowReader(rows);
            assertThat(reader.next()).isTrue();
            assertThat(reader.rows().column(0).valueAt(reader.rows().count() - 1))
                    .isEqualTo("x".repeat(100_000));
        }
    }

    @Test
    void aBlockThatIsDamaged_isAnError() {
        try (SpillFile file = space.newFile()) {
            RowWriter writer = new RowWriter(new SpillOutput(file), SLOTS, RowWriter.BLOCK_BYTES);
            append(new Random(3), writer, new ArrayList<>());
            SpilledRows rows = writer.finish();
            RowReader reader = new RowReader(rows);
            file.write(rows.bytes() / 2, new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, 0, 8);
            assertThatThrownBy(reader::next)
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.CHECKSUM_MISMATCH));
        }
    }

    @Test
    void aDirectoryThatIsDamaged_isAnError() {
        try (SpillFile file = space.newFile()) {
            RowWriter writer = new RowWriter(new SpillOutput(file), SLOTS, RowWriter.BLOCK_BYTES);
            append(new Random(3), writer, new ArrayList<>());
            SpilledRows rows = writer.finish();
            RowReader reader = new RowReader(rows);
            // The page with the places of its blocks follows the last of them.
            file.write(rows.bytes() + SpillDirectoryLayout.HEADER_BYTES, new byte[] {9}, 0, 1);
            assertThatThrownBy(reader::next)
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.CHECKSUM_MISMATCH));
        }
    }

    @Test
    void rowsWithoutColumns_areCounted() {
        try (SpillFile file = space.newFile()) {
            RowWriter writer = new RowWriter(new SpillOutput(file), new int[0], RowWriter.BLOCK_BYTES);
            Batch batch = new Batch(0);
            batch.fill(5);
            writer.append(batch);
            writer.append(batch);
            RowReader reader = new RowReader(writer.finish());
            assertThat(reader.next()).isTrue();
            assertThat(reader.rows().count()).isEqualTo(10);
            assertThat(reader.next()).isFalse();
        }
    }

    @Test
    void aFullDisk_endsTheQueryWithItsCode() {
        fileSystem.fullAfterBytes(100_000);
        try (SpillFile file = space.newFile()) {
            RowWriter writer = new RowWriter(new SpillOutput(file), SLOTS, RowWriter.BLOCK_BYTES);
            assertThatThrownBy(() -> {
                        for (int batch = 0; batch < 1000; batch++) {
                            append(new Random(batch), writer, new ArrayList<>());
                        }
                    })
                    .isInstanceOfSatisfying(
                            ThetisException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.DISK_FULL))
                    .hasMessageContaining("free some space");
        }
        assertThat(space.usedBytes()).isZero();
    }
}
