package org.thetisdb.storage.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.io.memory.MemoryBudget;
import org.thetisdb.storage.GraphReader;
import org.thetisdb.storage.Snapshot;
import org.thetisdb.storage.options.StoreOptions;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.Vector;

/**
 * Goal: no damage to the file goes unnoticed, and none crashes or hangs. Method: flip single bits and cut the file at
 * seeded random places of a small database; each time opening fails cleanly or the check has findings.
 */
final class DamagedStoreTest {
    private static final long SEED = Long.getLong("thetis.seed", 5L);
    private static final Set<ErrorCode> CLEAN = EnumSet.of(
            ErrorCode.NOT_A_DATABASE,
            ErrorCode.FORMAT_TOO_NEW,
            ErrorCode.FILE_TRUNCATED,
            ErrorCode.CHECKSUM_MISMATCH,
            ErrorCode.CORRUPT_STRUCTURE);

    @TempDir
    private Path temporary;

    private Path directory;
    private Path file;
    private byte[] sound;

    private void load(String name) throws Exception {
        directory = temporary.resolve("db of " + name);
        SampleGraph.load(directory, SEED, 300, 500, 4096);
        file = directory.resolve(name);
        sound = Files.readAllBytes(file);
    }

    @ParameterizedTest
    @CsvSource({"graph.thetis, 60", "data-00000000.thetis, 200"})
    void flippedBit_anywhere_isFound(String name, int rounds) throws Exception {
        load(name);
        Random random = new Random(SEED);
        for (int round = 0; round < rounds; round++) {
            long bit = random.nextLong(sound.length * 8L);
            byte[] damaged = sound.clone();
            damaged[(int) (bit >>> 3)] ^= (byte) (1 << (bit & 7));
            examine(damaged, "seed=" + SEED + ", flipped bit " + bit);
        }
    }

    @ParameterizedTest
    @CsvSource({"graph.thetis, 40", "data-00000000.thetis, 60"})
    void truncatedFile_anywhere_isFound(String name, int rounds) throws Exception {
        load(name);
        Random random = new Random(SEED);
        for (int round = 0; round < rounds; round++) {
            int length = random.nextInt(sound.length);
            examine(Arrays.copyOf(sound, length), "seed=" + SEED + ", cut at " + length);
        }
        examine(Arrays.copyOf(sound, sound.length - 1), "last byte cut");
    }

    @ParameterizedTest
    @CsvSource({"graph.thetis, 20", "data-00000000.thetis, 40"})
    void garbagePage_anywhere_isFound(String name, int rounds) throws Exception {
        load(name);
        Random random = new Random(SEED);
        for (int round = 0; round < rounds; round++) {
            byte[] damaged = sound.clone();
            byte[] garbage = new byte[random.nextInt(4096) + 1];
            random.nextBytes(garbage);
            int at = random.nextInt(damaged.length - garbage.length);
            System.arraycopy(garbage, 0, damaged, at, garbage.length);
            examine(damaged, "seed=" + SEED + ", garbage at " + at);
        }
    }

    private void examine(byte[] bytes, String damage) throws Exception {
        Files.write(file, bytes);
        StoreOptions options = StoreOptions.byDefault().withMemory(MemoryBudget.ofBytes(1 << 20));
        try (GraphStore store = GraphStore.open(directory, options)) {
            assertThat(store.check((phase, items) -> {}).isSound()).as(damage).isFalse();
            readAll(store);
        } catch (ThetisException e) {
            assertThat(CLEAN).as(damage + ": " + e.getMessage()).contains(e.code());
        } catch (RuntimeException | Error e) {
            fail(damage, e);
        }
        assertThat(Files.readAllBytes(file)).as("nothing is modified").isEqualTo(bytes);
    }

    private static void readAll(GraphStore store) {
        Snapshot snapshot = store.snapshot();
        try (GraphReader reader = snapshot.reader()) {
            Vector vector = new Vector();
            for (int key = 0; key < snapshot.catalog().propertyKeyCount(); key++) {
                for (int chunk = 0; chunk < snapshot.chunkCount(); chunk++) {
                    reader.nodeProperty(key, chunk, 0, snapshot.rowCount(chunk), vector);
                }
            }
        }
    }
}
