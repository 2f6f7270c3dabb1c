package org.thetisdb.engine.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.loop.LoopArguments;
import org.thetisdb.engine.loop.LoopShape;
import org.thetisdb.engine.loop.Scalar;
import org.thetisdb.value.vector.Dictionary;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** Goal: each place has its keys, nulls too; batches whose keys have no places are not for a loop. */
final class KeyPlacesTest {
    private static final LoopShape SHAPE = shape(true);

    private static LoopShape shape(boolean isNullable) {
        Scalar.Leaf word = new Scalar.Leaf(0, VectorKind.STRING, isNullable, false);
        Scalar.Leaf number = new Scalar.Leaf(1, VectorKind.INTEGER, isNullable, false);
        LoopShape.Total count = new LoopShape.Total(Step.AggregateFunction.COUNT_ROWS, Optional.empty());
        return new LoopShape(List.of(word, number), List.of(), List.of(), List.of(word, number), List.of(count));
    }

    private static Vector words(boolean isCoded) {
        Vector strings = new Vector();
        strings.reset(VectorKind.STRING, 2);
        strings.setValue(0, "a");
        strings.setValue(1, "b");
        Vector made = new Vector();
        made.reset(VectorKind.STRING, 1);
        if (isCoded) {
            made.code(new Dictionary(strings, strings));
            made.codes()[0] = 1;
        } else {
            made.setValue(0, "b");
        }
        return made;
    }

    private static Vector number(long value) {
        Vector made = new Vector();
        made.reset(VectorKind.INTEGER, 1);
        made.longs()[0] = value;
        return made;
    }

    private static boolean assign(KeyPlaces places, LoopShape shape, Vector... values) {
        return places.assign(values, new LoopArguments(shape).keyNumbers);
    }

    @Test
    void keysOfPlaces_areThoseOfTheRows() {
        KeyPlaces places = new KeyPlaces(SHAPE, List.of(new KeyRange(0, 2), new KeyRange(7, 3)));
        assertThat(assign(places, SHAPE, words(true), number(8))).isTrue();
        assertThat(places.count()).isEqualTo(3 * 4);
        int[] all = {0, 3, 6, 8, 11};
        Vector[] keys = {new Vector(), new Vector()};
        places.keys(all, all.length, keys);
        Object[][] expected = {{"a", 7L}, {"a", null}, {"b", 9L}, {null, 7L}, {null, null}};
        for (int index = 0; index < all.length; index++) {
            assertThat(keys[0].valueAt(index)).isEqualTo(expected[index][0]);
            assertThat(keys[1].valueAt(index)).isEqualTo(expected[index][1]);
        }
    }

    @Test
    void version_isAnother_whenPlacesMeanOtherKeys() {
        KeyPlaces places = new KeyPlaces(SHAPE, List.of(new KeyRange(0, 2), new KeyRange(7, 3)));
        Vector first = words(true);
        assertThat(assign(places, SHAPE, first, number(8))).isTrue();
        int version = places.version();
        assertThat(assign(places, SHAPE, first, number(9))).isTrue();
        assertThat(places.version()).isEqualTo(version);
        assertThat(assign(places, SHAPE, words(true), number(9))).isTrue();
        assertThat(places.version()).as("another dictionary").isNotEqualTo(version);
        version = places.version();
        places.learn(new Vector[] {first, number(3)});
        assertThat(assign(places, SHAPE, first, number(3))).isTrue();
        assertThat(places.version()).as("a wider range").isNotEqualTo(version);
        assertThat(places.count()).isEqualTo(3 * 8);
    }

    @Test
    void stringsWithoutCodes_andTooManyPlaces_areNotForALoop() {
        for (boolean isNullable : new boolean[] {false, true}) {
            LoopShape shape = shape(isNullable);
            KeyPlaces places = new KeyPlaces(shape, List.of(new KeyRange(0, 2), new KeyRange(7, 3)));
            assertThat(assign(places, shape, words(false), number(8))).isFalse();
            assertThat(assign(places, shape, words(true), number(8))).isTrue();
            places.learn(new Vector[] {words(true), number(7 + KeyRange.PLACES_MAX / 2)});
            assertThat(assign(places, shape, words(true), number(8))).isFalse();
            places.learn(new Vector[] {words(true), number(Long.MAX_VALUE)});
            assertThat(assign(places, shape, words(true), number(8))).isFalse();
        }
    }
}
