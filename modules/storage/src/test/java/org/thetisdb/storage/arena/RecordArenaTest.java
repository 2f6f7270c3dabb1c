package org.thetisdb.storage.arena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.io.LocalFileSystem;
import org.thetisdb.io.memory.MemoryAccount;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.io.memory.MemoryGovernor;
import org.thetisdb.io.memory.MemoryUse;
import org.thetisdb.storage.options.FaultPoints;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

final class RecordArenaTest {
    private static final int THREADS = 4;
    private static final int RECORDS = 5_000;

    private static final MemoryAccount ACCOUNT =
            MemoryGovernor.of(MemoryBudget.ofBytes(1L << 30)).account(MemoryUse.CHANGES);

    private final long seed = new Random().nextLong();
    private final RecordArena arena = new RecordArena(ACCOUNT);

    /** Fills a record to its end, so that it would show if another had a part of it. */
    private void fill(int handle, int bytes, byte mark) {
        MemorySegment block = arena.block(handle);
        block.asSlice(RecordArena.offset(handle), bytes).fill(mark);
    }

    private boolean isFilled(int handle, int bytes, byte mark) {
        byte[] content =
                arena.block(handle).asSlice(RecordArena.offset(handle), bytes).toArray(ValueLayout.JAVA_BYTE);
        for (byte each : content) {
            if (each != mark) {
                return false;
            }
        }
        return true;
    }

    private List<int[]> allocate(int thread) {
        Random random = new Random(seed + thread);
        List<int[]> made = new ArrayList<>();
        for (int count = 0; count < RECORDS; count++) {
            int bytes = 1 + random.nextInt(random.nextInt(100) == 0 ? 40_000 : 100);
            int handle = arena.allocate(bytes);
            fill(handle, bytes, (byte) (thread + 1));
            made.add(new int[] {handle, bytes, thread + 1});
        }
        return made;
    }

    @Test
    void allocate_byManyThreads_recordsDoNotOverlap() {
        List<CompletableFuture<List<int[]>>> runs = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int each = thread;
            runs.add(CompletableFuture.supplyAsync(() -> allocate(each)));
        }
        long bytes = 0;
        for (CompletableFuture<List<int[]>> run : runs) {
            for (int[] record : run.join()) {
                assertThat(record[0]).isNotEqualTo(RecordArena.NONE);
                assertThat(isFilled(record[0], record[1], (byte) record[2]))
                        .as("seed=%d", seed)
                        .isTrue();
                bytes += record[1] + 7 & ~7;
            }
        }
        assertThat(arena.usedBytes()).isEqualTo(bytes);
        assertThat(arena.heldBytes()).isBetween(bytes, 2 * bytes);
    }

    @Test
    void allocate_largeRecordsAmongSmallOnes_allHaveRoom() {
        List<int[]> records = new ArrayList<>();
        for (int bytes : new int[] {5 << 20, 8, RecordArena.OWN_BLOCK_BYTES, 1, 300_000, 17, 1 << 20, 9}) {
            int handle = arena.allocate(bytes);
            byte mark = (byte) (records.size() + 1);
            fill(handle, bytes, mark);
            records.add(new int[] {handle, bytes, mark});
        }
        for (int[] record : records) {
            assertThat(isFilled(record[0], record[1], (byte) record[2])).isTrue();
        }
    }

    @Test
    void allocate_little_takesASmallBlock() {
        assertThat(arena.heldBytes()).isZero();
        arena.allocate(100);
        assertThat(arena.heldBytes()).isEqualTo(16_384);
    }

    @Test
    void closing_runTwice_freesOnce_andLaterAccessFails() {
        int handle = arena.allocate(8);
        MemorySegment block = arena.block(handle);
        arena.closing().run();
        arena.closing().run();
        assertThatThrownBy(() -> block.get(ValueLayout.JAVA_BYTE, RecordArena.offset(handle)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void handleTable_anyNumbers_givesWhatWasPut() {
        Random random = new Random(seed);
        HandleTable table = new HandleTable(arena);
        Map<Integer, Integer> model = new HashMap<>();
        for (int count = 0; count < 3_000; count++) {
            int number = random.nextInt(random.nextBoolean() ? 2_000 : 1 << 20);
            int handle = 1 + random.nextInt(1000);
            switch (random.nextInt(3)) {
                case 0 -> {
                    table.set(number, handle);
                    model.put(number, handle);
                }
                case 1 -> {
                    Integer known = model.putIfAbsent(number, handle);
                    assertThat(table.putIfAbsent(number, handle)).isEqualTo(known == null ? handle : known);
                }
                default -> {
                    int known = model.getOrDefault(number, 0);
                    assertThat(table.compareAndSet(number, known + 1, handle)).isFalse();
                    assertThat(table.compareAndSet(number, known, handle)).isTrue();
                    model.put(number, handle);
                }
            }
            int other = random.nextInt(1 << 28);
            assertThat(table.get(other)).as("seed=%d", seed).isEqualTo(model.getOrDefault(other, 0));
        }
        Map<Integer, Integer> found = new HashMap<>();
        table.forEach(found::put);
        assertThat(found).as("seed=%d", seed).isEqualTo(model);
        model.forEach((number, handle) -> assertThat(table.get(number)).isEqualTo(handle));
    }

    @Test
    void handleLog_manyNumbers_areReadByPlace() {
        HandleLog log = new HandleLog(arena);
        for (long number = 0; number < 10_000; number++) {
            assertThat(log.count()).isEqualTo(number);
            log.add(number * 3);
        }
        for (long index = 0; index < 10_000; index++) {
            assertThat(log.get(index)).isEqualTo(index * 3);
        }
    }

    @Test
    void keyLists_sameKeys_areShared() {
        KeyLists lists = new KeyLists(arena);
        int one = lists.list(new int[] {1, 4, 900}, 3);
        assertThat(lists.list(new int[] {1, 4, 900, 7}, 3)).isEqualTo(one);
        assertThat(lists.list(new int[] {1, 4}, 2)).isNotEqualTo(one);
        assertThat(lists.list(new int[0], 0)).isZero();
        assertThat(lists.keys(one)).containsExactly(1, 4, 900);
        assertThat(lists.find(one, 900)).isEqualTo(2);
        assertThat(lists.find(one, 5)).isNegative();
        assertThat(lists.find(0, 5)).isNegative();
    }

    @Test
    void properties_ofAllKinds_areReadAsTheyWere() {
        List<Object> values = Arrays.asList(
                null,
                false,
                true,
                0L,
                -1L,
                127L,
                -129L,
                32_768L,
                -2_147_483_649L,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                Double.NaN,
                -0.0,
                "",
                "ä€𝄞",
                "x".repeat(255),
                "y".repeat(256),
                LocalDate.of(1815, 12, 10),
                LocalDateTime.of(2026, 1, 2, 3, 4, 5, 6),
                LocalDateTime.of(2026, 1, 2, 3, 4, 5, 6).atZone(ZoneId.of("Europe/Athens")),
                OffsetTime.parse("12:13:14.5+02:00"),
                new IsoDuration(1, 2, 3, 4),
                List.of(1L, "two", List.of()));
        PropertyDraft draft = new PropertyDraft();
        for (int key = 0; key < values.size(); key++) {
            draft.add(key, values.get(key));
        }
        int record = arena.allocate(draft.size());
        MemorySegment block = arena.block(record);
        draft.copyTo(block, RecordArena.offset(record));
        PropertyDraft again = new PropertyDraft();
        for (int key = 0; key < values.size(); key++) {
            long at = RecordArena.offset(record) + draft.start(key);
            assertThat(PropertyBytes.get(block, at)).isEqualTo(values.get(key));
            for (VectorKind kind : new VectorKind[] {VectorKind.NULL, VectorKind.OBJECT, VectorKind.INTEGER}) {
                Vector vector = new Vector();
                vector.reset(kind, 2);
                vector.setAllNull();
                PropertyBytes.copy(block, at, vector, 1);
                assertThat(vector.valueAt(1)).as("kind=%s", kind).isEqualTo(values.get(key));
                assertThat(vector.valueAt(0)).isNull();
            }
            again.add(key, block, at);
        }
        assertThat(again.size()).isEqualTo(draft.size());
    }

    @Test
    void aBlockThatCannotBeMade_isNotCharged_andTheNextOneIs() {
        MemoryAccount account =
                MemoryGovernor.of(MemoryBudget.ofBytes(1L << 30)).account(MemoryUse.CHANGES);
        AtomicBoolean failing = new AtomicBoolean(true);
        RecordArena failed = new RecordArena(account, Optional.empty(), point -> {
            if (failing.get()) {
                throw new OutOfMemoryError("injected");
            }
        });
        for (long bytes : new long[] {8, 2 * RecordArena.OWN_BLOCK_BYTES}) {
            long heldBytes = account.usedBytes();
            failing.set(true);
            assertThatThrownBy(() -> failed.allocate(bytes)).hasMessage("injected");
            assertThat(account.usedBytes()).isEqualTo(heldBytes);
            failing.set(false);
            assertThat(failed.firstWord(failed.allocate(bytes))).isZero();
            assertThat(account.usedBytes()).isGreaterThan(heldBytes);
        }
        failed.closing().run();
        assertThat(account.usedBytes()).isZero();
    }

    @Test
    void records_forWhichThereIsNoMemory_areInATemporaryFile(@TempDir Path folder) {
        MemoryAccount small = MemoryGovernor.of(MemoryBudget.ofBytes(1 << 20)).account(MemoryUse.CHANGES);
        TemporarySpace space = TemporarySpace.ofReader(new LocalFileSystem(), folder);
        RecordArena large = new RecordArena(small, Optional.of(space), FaultPoints.NONE);
        int bytes = 100_000;
        List<Integer> handles = new ArrayList<>();
        while (space.usedBytes() < 4 << 20) {
            int handle = large.allocate(handles.size() % 10 == 9 ? 3 * RecordArena.OWN_BLOCK_BYTES : bytes);
            assertThat(large.block(handle).get(ValueLayout.JAVA_BYTE, RecordArena.offset(handle)))
                    .isZero();
            large.block(handle).asSlice(RecordArena.offset(handle), bytes).fill((byte) handles.size());
            handles.add(handle);
        }
        assertThat(small.usedBytes()).isPositive().isLessThanOrEqualTo(small.limitBytes());
        for (int number = 0; number < handles.size(); number++) {
            int handle = handles.get(number);
            byte[] content = large.block(handle)
                    .asSlice(RecordArena.offset(handle), bytes)
                    .toArray(ValueLayout.JAVA_BYTE);
            byte[] expected = new byte[bytes];
            Arrays.fill(expected, (byte) number);
            assertThat(content).as("record %d", number).isEqualTo(expected);
        }
        assertThat(folder).isEmptyDirectory();
        large.closing().run();
        assertThat(small.usedBytes()).isZero();
        assertThat(space.usedBytes()).isZero();
        assertThatThrownBy(() -> large.firstWord(handles.getLast())).isInstanceOf(IllegalStateException.class);
    }
}
