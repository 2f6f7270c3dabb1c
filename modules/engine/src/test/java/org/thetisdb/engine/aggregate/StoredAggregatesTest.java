package org.thetisdb.engine.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.engine.spill.ListFile;
import org.thetisdb.engine.spill.StoredList;
import org.thetisdb.engine.spill.ValueBytes;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.vector.TypedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Lists that go to disk while they grow, compared with plain lists of the same values. */
final class StoredAggregatesTest {
    private final TemporarySpace space = TemporarySpace.ofReader(new SimulatedFileSystem(), Path.of("/temporary"));

    private ListFile file() {
        return new ListFile(space.newLastingFile());
    }

    private static Object value(Random random, int kind) {
        return switch (kind) {
            case 0 -> random.nextLong();
            case 1 -> new NodeReference(random.nextInt(1000));
            case 2 -> "text " + "x".repeat(random.nextInt(40)) + random.nextInt(1000);
            case 3 -> random.nextDouble();
            default -> Map.of("a", random.nextLong(), "b", List.of("some text", random.nextLong()));
        };
    }

    private static void add(GrowingList list, List<Object> model, Random random, int kind) {
        Vector source = new Vector();
        source.reset(VectorKind.NULL, 0);
        for (int count = 1 + random.nextInt(random.nextInt(3) == 0 ? 9000 : 100); count > 0; count--) {
            model.add(value(random, kind));
            source.padWithNulls(source.count() + 1);
            source.setValue(source.count() - 1, model.getLast());
        }
        list.addRun(source, 0, source.count());
    }

    @Test
    void aList_thatIsStoredAtAnyTime_hasAllElementsInTheirOrder() {
        for (int seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            ListFile file = file();
            ListFile another = file();
            GrowingList list = new GrowingList();
            List<Object> model = new ArrayList<>();
            int usual = random.nextInt(5);
            add(list, model, random, usual);
            for (int steps = 1 + random.nextInt(6); steps > 0; steps--) {
                int kind = random.nextInt(8) == 0 ? random.nextInt(5) : usual;
                switch (random.nextInt(4)) {
                    case 0 -> list.store(file, random.nextInt(20_000));
                    case 1 -> {
                        GrowingList more = new GrowingList();
                        add(more, model, random, kind);
                        more.store(random.nextInt(4) == 0 ? another : file, 0);
                        add(more, model, random, kind);
                        list.addAll(more.list());
                    }
                    default -> add(list, model, random, kind);
                }
            }
            list.store(file, 0);
            add(list, model, random, usual);
            List<?> made = list.list();
            assertThat(made).as("seed=%s", seed).isInstanceOf(StoredList.class);
            assertThat(list.size()).as("seed=%s", seed).isEqualTo(model.size());
            assertThat(new ArrayList<>(made)).as("seed=%s", seed).isEqualTo(model);
            checkParts(made, model, random, seed);
            ValueBytes bytes = new ValueBytes();
            Object again = bytes.value(bytes.bytes(List.of("before", made)));
            assertThat(again).as("seed=%s", seed).isEqualTo(List.of("before", model));
        }
    }

    private static void checkParts(List<?> list, List<Object> model, Random random, int seed) {
        boolean refers = model.stream().anyMatch(NodeReference.class::isInstance);
        assertThat(((StoredList) list).refers() || !refers).as("seed=%s", seed).isTrue();
        for (int asked = 0; asked < 20; asked++) {
            int index = random.nextInt(model.size());
            assertThat((Object) list.get(index)).as("seed=%s", seed).isEqualTo(model.get(index));
        }
        if (list instanceof TypedList typed) {
            int from = random.nextInt(model.size());
            int count = random.nextInt(model.size() - from + 1);
            Vector part = new Vector();
            part.reset(typed.kind(), 0);
            typed.appendTo(part, from, count);
            assertThat(part.count()).isEqualTo(count);
            for (int index = 0; index < count; index += 37) {
                assertThat(part.valueAt(index)).as("seed=%s", seed).isEqualTo(model.get(from + index));
            }
        }
    }

    @Test
    void distinctElements_areThoseThatComeFirst_inTheirOrder() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            GrowingList list = new GrowingList();
            List<Object> model = new ArrayList<>();
            ListFile file = file();
            int kind = random.nextInt(5);
            for (int steps = 3; steps > 0; steps--) {
                add(list, model, random, kind == 0 ? 1 : kind);
                list.store(file, 1000L * random.nextInt(3));
            }
            List<Object> found = new ArrayList<>();
            Vector some = new Vector();
            DistinctElements elements = new DistinctElements(list.list(), 1L << 10 + random.nextInt(12), () -> {});
            while (elements.next(some, 1 + random.nextInt(500))) {
                for (int index = 0; index < some.count(); index++) {
                    found.add(some.valueAt(index));
                }
            }
            assertThat(found).as("seed=%s", seed).isEqualTo(List.copyOf(new LinkedHashSet<>(model)));
        }
    }

    /** Groups that go to disk, as a table of them does when it is full, come back one after the other. */
    @Test
    void distinctValues_savedAndRestoredSomeStored_comeInTheOrderInWhichTheyWereMet() {
        int[] groups = {0, 1, 2};
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            ListFile file = file();
            List<LinkedHashSet<Object>> model = new ArrayList<>();
            List<Object> found = new ArrayList<>();
            DistinctAccumulator restored = distinct(groups.length);
            while (model.size() < groups.length) {
                model.add(new LinkedHashSet<>());
            }
            for (int time = 0; time < 4; time++) {
                DistinctAccumulator table = distinct(groups.length);
                for (int batch = 1 + random.nextInt(3); batch > 0; batch--) {
                    addSome(table, model, random);
                    if (random.nextInt(3) == 0) {
                        table.store(file, random.nextInt(2) * 2000L);
                    }
                }
                if (random.nextInt(4) == 0) {
                    restored.merge(table, groups, groups, groups.length);
                } else {
                    restored.addStates(table.states(groups, groups.length), groups, groups.length);
                }
            }
            restored.complete(1 << 20, () -> {});
            Vector lists = new Vector();
            restored.result(0, groups.length, lists);
            for (int group : groups) {
                found.add(List.copyOf((List<?>) lists.objects()[group]));
            }
            assertThat(found)
                    .as("seed=%s", seed)
                    .isEqualTo(model.stream().map(List::copyOf).toList());
        }
    }

    private static DistinctAccumulator distinct(int groupCount) {
        DistinctAccumulator accumulator = new DistinctAccumulator(() -> new CollectAccumulator(Optional.empty()));
        accumulator.reserve(groupCount);
        return accumulator;
    }

    private static void addSome(DistinctAccumulator table, List<LinkedHashSet<Object>> model, Random random) {
        int count = 1 + random.nextInt(random.nextInt(3) == 0 ? 1000 : 30);
        int[] groupsOfRows = new int[count];
        Vector values = new Vector();
        values.reset(VectorKind.INTEGER, count);
        for (int row = 0; row < count; row++) {
            groupsOfRows[row] = random.nextInt(model.size());
            values.longs()[row] = random.nextInt(2000);
            model.get(groupsOfRows[row]).add(values.longs()[row]);
        }
        table.add(groupsOfRows, new Vector[] {values}, null, count);
    }
}
