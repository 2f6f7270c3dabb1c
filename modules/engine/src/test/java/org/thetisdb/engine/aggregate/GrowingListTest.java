package org.thetisdb.engine.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.vector.PackedList;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Compared with a plain list of the same values. */
final class GrowingListTest {
    private static Vector vector(List<Object> values) {
        Vector vector = new Vector();
        vector.reset(VectorKind.NULL, values.size());
        for (int index = 0; index < values.size(); index++) {
            vector.setValue(index, values.get(index));
        }
        return vector;
    }

    private static Object value(Random random, int kind) {
        return switch (kind) {
            case 0 -> random.nextLong();
            case 1 -> new NodeReference(random.nextInt(1000));
            case 2 -> "s" + random.nextInt(1000);
            case 3 -> random.nextBoolean();
            default -> random.nextDouble();
        };
    }

    /** Batches that are mostly of one kind, so that lists are packed and unpacked again. */
    @Test
    void whateverIsAdded_isInTheList() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            GrowingList list = new GrowingList();
            List<Object> model = new ArrayList<>();
            int usual = random.nextInt(5);
            for (int batches = random.nextInt(8); batches > 0; batches--) {
                add(list, model, random, random.nextInt(6) == 0 ? random.nextInt(5) : usual);
            }
            assertThat(list.size()).as("seed=%s", seed).isEqualTo(model.size());
            assertThat(list.list()).as("seed=%s", seed).isEqualTo(model);
        }
    }

    private static void add(GrowingList list, List<Object> model, Random random, int kind) {
        List<Object> values = new ArrayList<>();
        for (int count = 1 + random.nextInt(random.nextInt(4) == 0 ? 5000 : 20); count > 0; count--) {
            values.add(value(random, kind));
        }
        Vector source = vector(values);
        if (random.nextInt(10) == 0) {
            source.promote();
        }
        switch (random.nextInt(3)) {
            case 0 -> list.addRun(source, 0, values.size());
            case 1 -> {
                GrowingList other = new GrowingList();
                other.addRun(source, 0, values.size());
                list.addAll(other.list());
            }
            default -> {
                list.add(source, 0, 3);
                model.add(values.getFirst());
                model.add(values.getFirst());
                list.addRun(source, 1, values.size() - 1);
            }
        }
        model.addAll(values);
    }

    @Test
    void aLongListOfIntegers_takesNineBytesForEach() {
        GrowingList list = new GrowingList();
        List<Object> values = new ArrayList<>();
        for (long value = 0; value < 1000; value++) {
            values.add(value << 32);
        }
        for (int batch = 0; batch < 200; batch++) {
            list.addRun(vector(values), 0, values.size());
        }
        assertThat(list.bytes()).isBetween(200_000L * 9, 200_000L * 9 * 105 / 100);
        assertThat(list.list()).isInstanceOf(PackedList.class).hasSize(200_000);
    }

    @Test
    void booleans_stayTheTwoObjectsThatThereAre() {
        GrowingList list = new GrowingList();
        List<Object> values = new ArrayList<>();
        for (int count = 0; count < 1024; count++) {
            values.add(count % 3 == 0);
        }
        list.addRun(vector(values), 0, values.size());
        assertThat(list.bytes()).isLessThan(1024 * 9);
        assertThat(list.list()).isEqualTo(values);
    }
}
