package org.thetisdb.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.RunOptions;
import org.thetisdb.engine.StopSignal;
import org.thetisdb.engine.testing.GeneratedGraph;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Rows that are kept take no more than there is, be their strings their own or those of a dictionary. */
class KeptRowsTest {
    private static final int[] SLOTS = {0};
    private static final int ROWS = 1024;
    private static final long LIMIT_BYTES = 16 << 20;

    private final TestGraph graph = GeneratedGraph.of(5, 3, 6, 32);
    private final TemporarySpace space = TemporarySpace.ofReader(new SimulatedFileSystem(), Path.of("/temporary"));

    private Worker worker() {
        Worker worker = new Worker(graph);
        Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        RunOptions options = new RunOptions(1, 0, LIMIT_BYTES, ROWS, clock, new Random(1));
        QueryMemory memory = new QueryMemory(0, Optional.of(space), Long.MAX_VALUE);
        worker.begin(new QueryContext(Map.of(), options, memory, graph, Optional.empty(), new StopSignal(0)));
        return worker;
    }

    /** Every second row has the one string of the dictionary, every other one the other. */
    private static Vector coded(int length) {
        Vector strings = new Vector();
        strings.reset(VectorKind.STRING, 2);
        for (int code = 0; code < 2; code++) {
            byte[] bytes = String.valueOf(code).repeat(length).getBytes(StandardCharsets.UTF_8);
            strings.setString(code, bytes, 0, bytes.length);
        }
        Vector column = new Vector();
        column.reset(VectorKind.STRING, ROWS);
        column.code(new Dictionary(strings, strings));
        for (int row = 0; row < ROWS; row++) {
            column.codes()[row] = row % 2;
        }
        return column;
    }

    private static Vector plain(int length) {
        Vector column = new Vector();
        column.reset(VectorKind.STRING, ROWS);
        byte[] bytes = "x".repeat(length).getBytes(StandardCharsets.UTF_8);
        for (int row = 0; row < ROWS; row++) {
            column.setString(row, bytes, 0, length);
        }
        return column;
    }

    private static Batch batch(Vector column) {
        Batch rows = new Batch(1);
        rows.fill(column.count());
        rows.hold(0, column);
        return rows;
    }

    private static void keepMany(Worker worker, Vector column, int batchCount) {
        RowStore store = new RowStore(SLOTS, worker, new MemoryShare("Sort"), 0);
        int[] kept = {0};
        KeptParts parts = new KeptParts(worker, SLOTS, rows -> {
            if (!store.hasRoomFor(rows)) {
                kept[0] += store.count();
                store.clear();
            }
            store.append(rows);
            assertThat(store.bytes()).isLessThan(LIMIT_BYTES);
            if (store.isOutgrown()) {
                kept[0] += store.count();
                store.clear();
            }
        });
        for (int batch = 0; batch < batchCount; batch++) {
            parts.push(batch(column));
        }
        assertThat(kept[0] + store.count()).isEqualTo(batchCount * ROWS);
        assertThat(kept[0]).as("rows that did not fit").isPositive();
        store.clear();
        assertThat(worker.query().reservedBytes()).isZero();
    }

    @Test
    void stringsOfADictionary_areCountedAsOftenAsTheyAreCopied() {
        keepMany(worker(), coded(60_000), 2);
    }

    @Test
    void stringsOfLessThanAMebibyte_areAskedForBeforeTheirArrayGrows() {
        keepMany(worker(), plain(900), 60);
    }

    @Test
    void shortStrings_areKeptInWholeBatches() {
        Worker worker = worker();
        int[] pushes = {0};
        KeptParts parts = new KeptParts(worker, SLOTS, rows -> pushes[0]++);
        parts.push(batch(coded(1000)));
        assertThat(pushes[0]).isOne();
    }

    @Test
    void roomOfRowsThatAreOnDisk_isKeptForOthers_unlessAnotherBreakerNeedsIt() {
        Worker worker = worker();
        Batch rows = batch(plain(1));
        MemoryShare share = new MemoryShare("Sort");
        RowStore store = new RowStore(SLOTS, worker, share, 0);
        while (store.hasRoomFor(rows) && !store.isOutgrown()) {
            store.append(rows);
        }
        long held = share.heldBytes();
        assertThat(store.makeRoom()).as("there is no other").isTrue();
        assertThat(store.count()).isZero();
        assertThat(share.heldBytes()).isEqualTo(held);
        store.append(rows);
        assertThat(store.isOutgrown()).as("there is room").isFalse();

        MemoryCharge other = new MemoryCharge(worker, new MemoryShare("Join"));
        other.growAnyway(1 << 20);
        assertThat(other.tryGrowTo(LIMIT_BYTES / 8 * 3)).isFalse();
        assertThat(share.isOverdrawn(worker.query())).isTrue();
        assertThat(store.makeRoom()).as("another is in need").isFalse();
        assertThat(share.heldBytes()).isZero();
    }
}
