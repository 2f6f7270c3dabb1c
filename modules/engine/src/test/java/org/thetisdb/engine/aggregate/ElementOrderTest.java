package org.thetisdb.engine.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.semantics.ValueSemantics;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.engine.spill.StoredList;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.spill.TemporarySpace;

/** Lists of any length are sorted, in memory and on disk. */
class ElementOrderTest {
    private static final long SEED = 3;

    private final TemporarySpace space = TemporarySpace.ofReader(new SimulatedFileSystem(), Path.of("/temporary"));

    private static List<Object> values(int count, boolean isMixed) {
        Random random = new Random(SEED);
        List<Object> values = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            values.add(isMixed && index % 3 == 0 ? (Object) random.nextLong(50) : "text " + random.nextInt(1000));
        }
        return values;
    }

    private static GrowingList list(List<Object> values) {
        GrowingList list = new GrowingList();
        list.addAll(values);
        return list;
    }

    private static ElementOrder order(Step.ListOrder order) {
        return new ElementOrder(order, 1, () -> {});
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 100, 5000, 200_000})
    void aList_inMemory_isSorted(int count) {
        List<Object> values = values(count, false);
        List<?> sorted =
                order(Step.ListOrder.ASCENDING).sorted(list(values).list()).list();
        values.sort(ValueSemantics::order);
        assertThat(sorted.equals(values)).as("seed=" + SEED).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"3000, true", "3000, false", "1024, false", "1025, true", "70000, false"})
    void aList_onDisk_isSortedInRuns(int count, boolean isMixed) {
        List<Object> values = values(count, isMixed);
        GrowingList list = list(values);
        ListFile file = new ListFile(space.newLastingFile());
        list.store(file, 0);
        GrowingList sorted = order(Step.ListOrder.DESCENDING).sorted(list.list());
        values.sort(Collections.reverseOrder(ValueSemantics::order));
        assertThat(sorted.list().equals(values)).as("seed=" + SEED).isTrue();
        sorted.store(file, 0);
        assertThat(sorted.list()).isInstanceOf(StoredList.class);
    }

    @Test
    void sorting_thatIsToEnd_ends() {
        List<?> list = list(values(100_000, false)).list();
        ElementOrder order = new ElementOrder(Step.ListOrder.ASCENDING, 1, () -> {
            throw new IllegalStateException("cancelled");
        });
        assertThatThrownBy(() -> order.sorted(list)).hasMessage("cancelled");
    }
}
