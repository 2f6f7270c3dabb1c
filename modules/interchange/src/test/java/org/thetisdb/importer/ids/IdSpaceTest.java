package org.thetisdb.importer.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.importer.csv.BadCells;
import org.thetisdb.importer.csv.FieldTable;
import org.thetisdb.io.LocalFileSystem;

class IdSpaceTest {
    private static final BadCells NO_ERRORS = new BadCells() {
        @Override
        public void badField(FieldTable table, int row, int field, String expected) {
            throw new AssertionError(table.text(row, field) + ": " + expected);
        }

        @Override
        public void badRow(long line, String found, String expected) {
            throw new AssertionError(found + ": " + expected);
        }
    };

    @TempDir
    Path directory;

    private static KeyBatch keys(IdType type, List<String> ids) {
        FieldTable table = new FieldTable();
        byte[] bytes = String.join("", ids).getBytes(StandardCharsets.UTF_8);
        table.reset(bytes, 1, ids.size());
        int start = 0;
        for (int row = 0; row < ids.size(); row++) {
            int length = ids.get(row).getBytes(StandardCharsets.UTF_8).length;
            table.starts()[row] = start;
            table.lengths()[row] = length == 0 ? FieldTable.NULL : length;
            table.endRow(row + 1);
            start += length;
        }
        KeyBatch keys = new KeyBatch();
        keys.parse(table, 0, type, NO_ERRORS);
        return keys;
    }

    private void fillAndAsk(IdType type, long budgetBytes, int count, boolean expectSpilled) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<String, Long> expected = new HashMap<>();
        Path spill = directory.resolve("spill");
        try (SpillArea area = new SpillArea(new LocalFileSystem(), spill);
                IdSpace space = new IdSpace("S", type, new IdBudget(budgetBytes), area, 512)) {
            while (expected.size() < count) {
                List<String> batch = new ArrayList<>();
                List<Long> nodes = new ArrayList<>();
                while (batch.size() < 300) {
                    String id = type == IdType.INTEGER
                            ? Long.toString(random.nextBoolean() ? random.nextLong() : random.nextInt(1 << 20))
                            : "id-" + Long.toString(random.nextLong(), 36);
                    if (expected.putIfAbsent(id, (long) expected.size()) == null) {
                        batch.add(id);
                        nodes.add(expected.size() - 1L);
                    }
                }
                long[] ids = nodes.stream().mapToLong(Long::longValue).toArray();
                assertThat(space.put(keys(type, batch), ids, ids)).isEqualTo(-1);
            }
            assertThat(space.isSpilled()).isEqualTo(expectSpilled);
            space.seal((position, id) -> {
                throw new AssertionError("duplicate at " + position + ", seed " + seed);
            });
            List<String> asked = new ArrayList<>(expected.keySet());
            asked.add(type == IdType.INTEGER ? "123456789012345678" : "missing");
            asked.add("");
            long[] found = new long[asked.size()];
            space.resolve(keys(type, asked), found);
            for (int row = 0; row < found.length; row++) {
                assertThat(found[row])
                        .as("seed %d, id %s", seed, asked.get(row))
                        .isEqualTo(expected.getOrDefault(asked.get(row), -1L));
            }
        }
        assertThat(Files.exists(spill)).isFalse();
    }

    @Test
    void integers_inMemory_areFound() {
        fillAndAsk(IdType.INTEGER, 1 << 24, 20_000, false);
    }

    @Test
    void strings_inMemory_areFound() {
        fillAndAsk(IdType.STRING, 1 << 24, 20_000, false);
    }

    @Test
    void integers_beyondTheBudget_areFoundOnDisk() {
        fillAndAsk(IdType.INTEGER, 200_000, 50_000, true);
    }

    @Test
    void strings_beyondTheBudget_areFoundOnDisk() {
        fillAndAsk(IdType.STRING, 0, 40_000, true);
    }

    @Test
    void duplicates_inMemory_areToldAtOnceAndOnDiskAtTheEnd() {
        for (long budget : new long[] {1 << 20, 0}) {
            try (SpillArea area = new SpillArea(new LocalFileSystem(), directory.resolve("spill"));
                    IdSpace space = new IdSpace("S", IdType.INTEGER, new IdBudget(budget), area, 2)) {
                space.put(keys(IdType.INTEGER, List.of("1", "2", "3")), new long[] {7, 8, 9}, new long[] {1, 2, 3});
                int row = space.put(keys(IdType.INTEGER, List.of("4", "2")), new long[] {5, 6}, new long[] {4, 5});
                List<Long> late = new ArrayList<>();
                space.seal((position, id) -> late.add(position));
                assertThat(row).isEqualTo(budget > 0 ? 1 : -1);
                assertThat(late).isEqualTo(budget > 0 ? List.of() : List.of(5L));
                long[] found = new long[1];
                space.resolve(keys(IdType.INTEGER, List.of("2")), found);
                assertThat(found[0]).isEqualTo(8);
            }
        }
    }

    @Test
    void reserve_ofDuplicates_marksThemAndKeepsPlaces() {
        try (SpillArea area = new SpillArea(new LocalFileSystem(), directory.resolve("spill"));
                IdSpace space = new IdSpace("S", IdType.STRING, new IdBudget(1 << 20), area, 2)) {
            KeyBatch keys = keys(IdType.STRING, List.of("a", "b", "a"));
            boolean[] duplicates = new boolean[3];
            space.reserve(keys, duplicates);
            assertThat(duplicates).containsExactly(false, false, true);
            assertThat(space.put(keys(IdType.STRING, List.of("a", "b")), new long[] {1, 2}, new long[2]))
                    .isEqualTo(-1);
        }
    }
}
