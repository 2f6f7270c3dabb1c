package org.thetisdb.storage.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.ZoneMap;
import org.thetisdb.storage.column.BlockedColumnRewriter.ChangedSlots;
import org.thetisdb.storage.column.BlockedColumnRewriter.ChangedValues;
import org.thetisdb.storage.file.Extent;
import org.thetisdb.storage.file.StoreMemory;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Rewrites a column over several generations and compares it with a list of values that is rewritten, too. */
final class BlockedColumnRewriterTest {
    private static final int BLOCK = NodeIdLayout.CHUNK_ROWS;

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final SimulatedFileSystem fileSystem = new SimulatedFileSystem();
    private final TemporarySpace space = TemporarySpace.ofReader(fileSystem, Path.of("/simulated/temporary"));
    private BlockedColumnRewriter rewriter = new BlockedColumnRewriter(() -> {}, space);
    private final List<Object> model = new ArrayList<>();
    private Optional<BlockedColumn> column = Optional.empty();

    private static BlockedColumn open(EncodedColumn encoded) {
        return BlockedColumn.open(
                StoreMemory.of(encoded.bytes()),
                new Extent(0, 0, encoded.bytes().byteSize()));
    }

    private Object value(int generation) {
        return switch (generation % 5) {
            case 4 -> random.nextInt(4) == 0 ? (Object) "long".repeat(random.nextInt(100)) : "";
            case 0 -> (long) random.nextInt(1000);
            case 1 -> random.nextBoolean() ? null : (long) random.nextInt(10);
            case 2 -> random.nextInt(20) == 0 ? "text " + random.nextInt(10) : random.nextDouble();
            default -> null;
        };
    }

    private void generation(int number, int count, int firstBlock, int lastBlock, int changes) {
        while (model.size() > count) {
            model.removeLast();
        }
        while (model.size() < count) {
            model.add(null);
        }
        TreeMap<Integer, Object> changed = new TreeMap<>();
        int from = Math.min(firstBlock * BLOCK, count - 1);
        int to = Math.min((lastBlock + 1) * BLOCK, count);
        for (int index = 0; index < changes; index++) {
            changed.put(from + random.nextInt(to - from), value(number));
        }
        changed.forEach(model::set);
        column = rewriter.rewrite(column, count, block -> changedIn(block, changed))
                .map(encoded -> checked(encoded, count));
        assertThat(column.isPresent()).isEqualTo(model.stream().anyMatch(value -> value != null));
    }

    private static ChangedSlots changedIn(int block, TreeMap<Integer, Object> changed) {
        SortedMap<Integer, Object> inBlock = changed.subMap(block * BLOCK, (block + 1) * BLOCK);
        int[] slots = inBlock.keySet().stream().mapToInt(slot -> slot).toArray();
        return new ChangedSlots(
                slots.length, slots, new boolean[slots.length], values(vector(new ArrayList<>(inBlock.values()))));
    }

    private static ChangedValues values(Vector vector) {
        return (from, count, into) -> {
            into.reset(VectorKind.NULL, 0);
            into.append(vector, from, count);
        };
    }

    private BlockedColumn checked(EncodedColumn encoded, int count) {
        BlockedColumn found = open(encoded);
        assertThat(found.count()).isEqualTo(count);
        Vector values = new Vector();
        for (int block = 0; block < found.blockCount(); block++) {
            ColumnSegment segment = found.segment(block);
            values.reset(segment.kind(), segment.count());
            segment.readRun(0, segment.count(), values, 0);
            for (int row = 0; row < segment.count(); row++) {
                assertThat(values.valueAt(row)).as("seed=%d", seed).isEqualTo(model.get(block * BLOCK + row));
            }
        }
        EncodedColumn anew = BlockedColumns.encode(vector(model));
        assertThat(withoutDistinct(encoded.zoneMap())).as("seed=%d", seed).isEqualTo(withoutDistinct(anew.zoneMap()));
        for (int block = 0; block < found.blockCount(); block++) {
            assertThat(withoutDistinct(found.zoneMap(block)))
                    .as("seed=%d", seed)
                    .isEqualTo(withoutDistinct(open(anew).zoneMap(block)));
        }
        // Of its own, as one in a data file is: the next rewrite frees what this one has made.
        return open(new EncodedColumn(
                MemorySegment.ofArray(encoded.bytes().toArray(ValueLayout.JAVA_BYTE)), encoded.zoneMap()));
    }

    private static ZoneMap withoutDistinct(ZoneMap zone) {
        return new ZoneMap(
                zone.kind(),
                zone.valueCount(),
                zone.nullCount(),
                zone.minimum(),
                zone.maximum(),
                zone.minimumDouble(),
                zone.maximumDouble(),
                0);
    }

    private static Vector vector(List<Object> values) {
        Vector vector = new Vector();
        vector.reset(VectorKind.NULL, values.size());
        for (int index = 0; index < values.size(); index++) {
            vector.setValue(index, values.get(index));
        }
        return vector;
    }

    @Test
    void rewrite_overGenerations_readsAsWritten() {
        generation(3, 10, 0, 0, 5);
        generation(0, BLOCK + 500, 0, 1, 40_000);
        generation(1, BLOCK * 2 + 7, 1, 2, 3_000);
        generation(2, BLOCK * 2 + 7, 1, 1, 100);
        generation(0, BLOCK * 2 + 7, 1, 1, 0);
        generation(2, BLOCK * 2, 0, 0, 1);
        generation(3, BLOCK + 3, 1, 1, 1_000);
        generation(1, BLOCK * 3, 0, 2, 10);
        generation(3, 5, 0, 0, 200);
        generation(2, 200, 0, 0, 3);
    }

    /** Blocks of which the strings are longer than may be in memory together are written piece by piece. */
    @Test
    void rewrite_ofLongStrings_readsAsWritten() {
        rewriter = new BlockedColumnRewriter(() -> {}, space, 10_000);
        generation(4, 500, 0, 0, 600);
        generation(4, BLOCK + 500, 0, 1, 10_000);
        generation(0, BLOCK + 500, 0, 0, 100);
        generation(4, BLOCK * 2 + 7, 1, 2, 3_000);
        generation(3, BLOCK + 3, 0, 1, 30_000);
        generation(2, BLOCK + 3, 1, 1, 3);
        generation(4, 9_000, 0, 0, 5_000);
        generation(3, 9_000, 0, 0, 60_000);
        rewriter.close();
        assertThat(space.usedBytes()).isZero();
    }

    /** Random numbers take their eight bytes each: more than may be in memory. */
    @Test
    void rewrite_ofMoreThanMemoryHolds_isWrittenByAFile() {
        int count = 3 * ColumnOverflow.HELD_BYTES_MAX / Long.BYTES;
        long[] numbers = random.longs(count).toArray();
        column = rewriter.rewrite(Optional.empty(), count, block -> {
                    int from = block * BLOCK;
                    int rows = Math.min(BLOCK, count - from);
                    List<Object> inBlock = new ArrayList<>();
                    int[] slots = new int[rows];
                    for (int row = 0; row < rows; row++) {
                        slots[row] = from + row;
                        inBlock.add(numbers[from + row]);
                    }
                    return new ChangedSlots(rows, slots, new boolean[rows], values(vector(inBlock)));
                })
                .map(BlockedColumnRewriterTest::open);
        assertThat(space.usedBytes()).isGreaterThan(2L * ColumnOverflow.HELD_BYTES_MAX);
        BlockedColumn found = column.orElseThrow();
        Vector read = new Vector();
        for (int block = 0; block < found.blockCount(); block++) {
            ColumnSegment segment = found.segment(block);
            read.reset(segment.kind(), segment.count());
            segment.readRun(0, segment.count(), read, 0);
            for (int row = 0; row < segment.count(); row++) {
                assertThat(read.valueAt(row)).as("seed=%d", seed).isEqualTo(numbers[block * BLOCK + row]);
            }
        }
        rewriter.close();
        assertThat(space.usedBytes()).isZero();
    }
}
