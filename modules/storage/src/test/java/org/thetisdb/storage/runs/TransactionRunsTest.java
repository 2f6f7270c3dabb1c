package org.thetisdb.storage.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.memory.MemoryAccount;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.arena.RecordArena;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.spill.TemporarySpace;

/**
 * Goal: runs have what was put in, in the order of lists, at any time. Method: random entries, compared with a sorted
 * set; buffers so small that there are runs of three levels.
 */
final class TransactionRunsTest {
    private static final int TYPES = 2;
    private static final int CHUNKS = 3;
    private static final long TAG = 7;

    @TempDir
    private Path folder;

    private record Entry(long neighbour, int slot) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            return Comparator.comparingLong(Entry::neighbour)
                    .thenComparingInt(Entry::slot)
                    .compare(this, other);
        }
    }

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final MemoryAccount account =
            MemoryGovernor.of(MemoryBudget.ofBytes(64 << 10)).account(MemoryUse.CHANGES);
    private Optional<RecordArena> arena = Optional.empty();
    private final Map<List<Object>, TreeSet<Entry>> model = new HashMap<>();
    private int slot;

    @AfterEach
    void close() {
        arena.ifPresent(each -> each.closing().run());
        assertThat(account.usedBytes()).isZero();
        assertThat(folder).isEmptyDirectory();
    }

    private TransactionRuns runs() {
        RecordArena made = new RecordArena(
                account, Optional.of(TemporarySpace.ofReader(new LocalFileSystem(), folder)), FaultPoints.NONE);
        arena = Optional.of(made);
        return new TransactionRuns(made);
    }

    private void add(TransactionRuns runs, int rowCount, int neighbourCount) {
        int type = random.nextInt(TYPES);
        boolean forward = random.nextBoolean();
        long node = NodeIdLayout.id(random.nextInt(CHUNKS), random.nextInt(rowCount));
        long neighbour = NodeIdLayout.id(random.nextInt(CHUNKS), random.nextInt(neighbourCount));
        // Mostly ascending, as ids are given out.
        int next = random.nextInt(10) == 0 ? 1_000_000 - slot : slot;
        slot++;
        runs.add(type, forward, node, neighbour, next);
        model.computeIfAbsent(List.of(type, forward, node), key -> new TreeSet<>())
                .add(new Entry(neighbour, next));
    }

    private void compare(TransactionRuns runs, int rowCount) {
        EntryCursor cursor = new EntryCursor();
        for (int type = 0; type < TYPES; type++) {
            for (boolean forward : new boolean[] {true, false}) {
                for (int chunk = 0; chunk < CHUNKS; chunk++) {
                    for (int row = 0; row < rowCount; row++) {
                        compare(runs, cursor, type, forward, NodeIdLayout.id(chunk, row));
                    }
                }
            }
        }
    }

    private void compare(TransactionRuns runs, EntryCursor cursor, int type, boolean forward, long node) {
        TreeSet<Entry> expected = model.getOrDefault(List.of(type, forward, node), new TreeSet<>());
        assertThat(entries(runs, cursor, type, forward, node, 0))
                .as("seed=%d, node=%d", seed, node)
                .containsExactlyElementsOf(expected);
        long from = NodeIdLayout.id(1, 3);
        assertThat(entries(runs, cursor, type, forward, node, from))
                .as("seed=%d, node=%d", seed, node)
                .containsExactlyElementsOf(expected.stream()
                        .filter(entry -> entry.neighbour() >= from)
                        .toList());
    }

    private static List<Entry> entries(
            TransactionRuns runs, EntryCursor cursor, int type, boolean forward, long node, long from) {
        List<Entry> entries = new ArrayList<>();
        cursor.clear();
        runs.start(cursor, type, forward, node, from, TAG);
        while (cursor.next()) {
            assertThat(cursor.row()).isEqualTo(NodeIdLayout.row(node));
            assertThat(cursor.tag()).isEqualTo(TAG);
            entries.add(new Entry(cursor.neighbour(), cursor.slot()));
        }
        return entries;
    }

    @Test
    void whatWasAdded_isReadInOrder() {
        TransactionRuns runs = runs();
        for (int round = 0; round < 20; round++) {
            for (int count = 0; count < 1_000; count++) {
                add(runs, 10, 20);
            }
            compare(runs, 10);
        }
        runs.seal();
        compare(runs, 10);
        assertThat(runs.has(0, true, 1)).isTrue();
        assertThat(runs.has(TYPES, true, 1)).isFalse();
    }

    @Test
    void manyEntriesOfOneSide_areMergedLevelByLevel() {
        TransactionRuns runs = runs();
        for (int next = 0; next < 70_000; next++) {
            runs.add(0, true, 0, NodeIdLayout.id(0, random.nextInt(30_000)), next);
        }
        List<Entry> found = entries(runs, new EntryCursor(), 0, true, 0, 0);
        assertThat(found).hasSize(70_000);
        assertThat(found)
                .as("seed=%d", seed)
                .isSortedAccordingTo(Comparator.comparingLong(Entry::neighbour).thenComparingInt(Entry::slot));
        assertThat(found.stream().map(Entry::slot).distinct()).hasSize(70_000);
    }

    @Test
    void dropped_thereIsNothing() {
        TransactionRuns runs = runs();
        for (int count = 0; count < 10_000; count++) {
            add(runs, 10, 20);
        }
        runs.drop();
        model.clear();
        compare(runs, 10);
    }
}
