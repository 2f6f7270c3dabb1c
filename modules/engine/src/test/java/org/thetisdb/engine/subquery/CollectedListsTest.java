package org.thetisdb.engine.subquery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.testing.TestGraph;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.vector.Vector;

/**
 * Goal: each outer row has the elements that came for it, in their order, whether all of them are little or much and
 * whether there is memory for them. Method: batches after one another, compared with plain lists.
 */
final class CollectedListsTest {
    private final TemporarySpace space = TemporarySpace.ofReader(new SimulatedFileSystem(), Path.of("/temporary"));
    private final StageHarness roomy = new StageHarness(TestGraph.builder(1).build(), 1024);

    private static Object value(Random random, int kind) {
        return switch (kind) {
            case 0 -> random.nextLong();
            case 1 -> "text " + random.nextInt(1000);
            case 2 -> random.nextBoolean();
            case 3 -> new NodeReference(random.nextInt(1000));
            case 4 -> List.of((long) random.nextInt(5), "x");
            default -> random.nextDouble();
        };
    }

    private static void checkBatch(CollectedLists lists, Random random, int elementsMax, String name) {
        int rowCount = 1 + random.nextInt(300);
        List<List<Object>> model = new ArrayList<>();
        for (int row = 0; row < rowCount; row++) {
            model.add(new ArrayList<>());
        }
        lists.begin(rowCount);
        int usual = random.nextInt(6);
        for (int parts = random.nextInt(6); parts > 0; parts--) {
            int kind = random.nextInt(8) == 0 ? random.nextInt(6) : usual;
            int count = 1 + random.nextInt(elementsMax);
            long[] rows = new long[count];
            Object[] values = new Object[count];
            for (int index = 0; index < count; index++) {
                int row = random.nextInt(1 + random.nextInt(rowCount));
                rows[index] = row;
                values[index] = random.nextInt(50) == 0 ? null : value(random, kind);
                model.get(row).add(values[index]);
            }
            lists.add(rows, StageHarness.vector(values), count);
        }
        Vector made = new Vector();
        lists.take(made);
        assertThat(made.count()).as(name).isEqualTo(rowCount);
        for (int row = 0; row < rowCount; row++) {
            assertThat(made.valueAt(row)).as("%s, row=%d", name, row).isEqualTo(model.get(row));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 300, 20_000})
    void eachRow_hasItsElementsInTheirOrder(int elementsMax) {
        for (long shareBytesMax : new long[] {0, 40_000, Long.MAX_VALUE}) {
            TestGraph graph = TestGraph.builder(1).build();
            StageHarness harness = StageHarness.spilling(graph, 1024, space, shareBytesMax);
            CollectedLists lists = new CollectedLists(harness.worker());
            for (int seed = 0; seed < 20; seed++) {
                checkBatch(
                        lists,
                        new Random(seed),
                        elementsMax,
                        "seed=%d, elementsMax=%d, shareBytesMax=%d".formatted(seed, elementsMax, shareBytesMax));
            }
            assertThat(harness.worker().query().spilledBytes() > 0)
                    .as("spilled: elementsMax=%d, shareBytesMax=%d", elementsMax, shareBytesMax)
                    .isEqualTo(elementsMax == 20_000 && shareBytesMax < Long.MAX_VALUE);
        }
    }

    /** A thousand lists of a number each: what stays is little more than the numbers and an object for each list. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shortLists_takeLittle(int elements) {
        CollectedLists lists = new CollectedLists(roomy.worker());
        long[] rows = new long[1000];
        Object[] values = new Object[1000];
        for (int row = 0; row < rows.length; row++) {
            rows[row] = row;
            values[row] = (long) row;
        }
        lists.begin(rows.length);
        for (int element = 0; element < elements; element++) {
            lists.add(rows, StageHarness.vector(values), rows.length);
        }
        Vector made = new Vector();
        lists.take(made);
        assertThat(made.valueAt(7)).isEqualTo(List.copyOf(Collections.nCopies(elements, 7L)));
        assertThat(roomy.worker().query().reservedBytes()).isBetween(1000L * 40, 1000L * (40 + 8 * elements));
        lists.begin(1);
        assertThat(roomy.worker().query().reservedBytes()).isZero();
    }
}
