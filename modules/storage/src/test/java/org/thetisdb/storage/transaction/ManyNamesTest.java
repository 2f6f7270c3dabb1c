package org.thetisdb.storage.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.thetisdb.storage.GraphTransaction;
import org.thetisdb.storage.options.Durability;
import org.thetisdb.storage.options.Isolation;
import org.thetisdb.storage.store.GraphStore;

/**
 * Goal: a name costs as much among many as among few, when it is new and when the log is read. Method: what the thread
 * allocates is counted, which is the same on every machine; a copy of all names for each would show.
 */
final class ManyNamesTest {
    private static final int FEW = 2_000;
    private static final int MANY = 8_000;

    @TempDir
    Path directory;

    private enum Names {
        PROPERTY_KEYS,
        LABELS,
        LABEL_SETS
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private static void makeName(GraphTransaction transaction, Names names, int number) {
        switch (names) {
            case PROPERTY_KEYS -> transaction.propertyKey("key " + number);
            case LABELS -> transaction.label("label " + number);
            case LABEL_SETS -> {
                int[] labels = new int[Integer.bitCount(number + 1)];
                int count = 0;
                for (int bit = 0; bit < 16; bit++) {
                    if ((number + 1 >> bit & 1) == 1) {
                        labels[count++] = transaction.label("bit " + bit);
                    }
                }
                Arrays.sort(labels);
                transaction.labelSet(labels);
            }
        }
    }

    /** Bytes for a name: when it is made, and when the store is opened again. */
    private long[] bytesPerName(Names names, int count) {
        Path path = directory.resolve(names + " " + count);
        long[] bytes = new long[2];
        try (GraphStore store = GraphStore.create(path, CountedStore.options().withDurability(Durability.OFF))) {
            try (GraphTransaction transaction = store.begin(Isolation.SNAPSHOT)) {
                long before = allocatedBytes();
                for (int number = 0; number < count; number++) {
                    makeName(transaction, names, number);
                }
                bytes[0] = (allocatedBytes() - before) / count;
                transaction.createNode(transaction.labelSet(), new int[0], new Object[0]);
                transaction.commit(Optional.empty());
            }
        }
        long before = allocatedBytes();
        try (GraphStore store = GraphStore.open(path, CountedStore.options())) {
            bytes[1] = (allocatedBytes() - before) / count;
            assertThat(store.check((phase, items) -> {}).findings()).isEmpty();
        }
        return bytes;
    }

    @ParameterizedTest
    @EnumSource(Names.class)
    @SuppressWarnings("ExposedPrivateType") // JUnit calls it.
    void aNameCostsAsMuchAmongMany(Names names) {
        bytesPerName(names, 100);
        long[] few = bytesPerName(names, FEW);
        long[] many = bytesPerName(names, MANY);
        for (int moment = 0; moment < 2; moment++) {
            assertThat(many[moment])
                    .as("%s, bytes for a name among few: %d", moment == 0 ? "made" : "opened", few[moment])
                    .isLessThan(2 * few[moment] + 100);
        }
    }
}
