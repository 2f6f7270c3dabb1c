package org.thetisdb.engine.semantics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.engine.semantics.ValueSemantics.FALSE;
import static org.thetisdb.engine.semantics.ValueSemantics.INCOMPARABLE;
import static org.thetisdb.engine.semantics.ValueSemantics.TRUE;
import static org.thetisdb.engine.semantics.ValueSemantics.UNKNOWN;
import static org.thetisdb.engine.semantics.ValueSemantics.UNORDERED;
import static org.thetisdb.engine.testing.ExpressionHarness.f;
import static org.thetisdb.engine.testing.ExpressionHarness.map;
import static org.thetisdb.engine.testing.ExpressionHarness.vector;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

class ValueSemanticsTest {
    private static final double NAN = Double.NaN;

    /** One or more values of each type, in ascending order. */
    private static List<Object> ascending() {
        NodeReference node = new NodeReference(3);
        return Arrays.asList(
                map("a", "map"),
                node,
                new RelationshipReference(1, 2, 3),
                List.of(),
                List.of("list"),
                List.of(1L, 2L),
                Arrays.asList(1L, null),
                new PathReference(List.of(node), List.of()),
                f("point", map("x", 1L, "y", 2L)),
                f("datetime", "2015-07-21T21:40:32Z"),
                f("localdatetime", "2015-07-21T21:40:32"),
                LocalDate.of(2015, 7, 21),
                f("time", "21:40Z"),
                f("localtime", "21:40"),
                f("duration", "P1D"),
                f("duration", "P1M"),
                "",
                "text",
                "text!",
                "\uFFFD",
                "\uD83D\uDE00",
                false,
                true,
                Double.NEGATIVE_INFINITY,
                -1L,
                0.5,
                1L,
                1.5,
                Long.MAX_VALUE,
                0x1p63,
                Double.POSITIVE_INFINITY,
                NAN,
                null);
    }

    @Test
    void order_ofAllTypes_isTheGlobalSortOrder() {
        List<Object> values = ascending();
        for (int i = 0; i < values.size(); i++) {
            for (int j = 0; j < values.size(); j++) {
                assertThat(Integer.signum(ValueSemantics.order(values.get(i), values.get(j))))
                        .as("%s against %s", values.get(i), values.get(j))
                        .isEqualTo(Integer.compare(i, j));
            }
        }
    }

    @Test
    void order_ofVectorEntries_agreesWithBoxedValues() {
        List<Object> values = ascending();
        Vector mixed = new Vector();
        mixed.reset(VectorKind.OBJECT, values.size());
        for (int i = 0; i < values.size(); i++) {
            mixed.setValue(i, values.get(i));
        }
        for (int i = 0; i < values.size(); i++) {
            Vector typed = vector(values.get(i));
            assertThat(ValueSemantics.hash(typed, 0)).isEqualTo(ValueSemantics.hash(values.get(i)));
            long[] bulk = new long[1];
            ValueSemantics.hash(typed, 0, 1, bulk);
            assertThat(bulk[0]).as("%s", values.get(i)).isEqualTo(ValueSemantics.hash(mixed, i));
            for (int j = 0; j < values.size(); j++) {
                assertThat(Integer.signum(ValueSemantics.compare(typed, 0, mixed, j)))
                        .isEqualTo(Integer.compare(i, j));
            }
        }
    }

    @Test
    void equal_ofScalars_isThreeValued() {
        assertThat(ValueSemantics.equal(1L, 1.0)).isEqualTo(TRUE);
        assertThat(ValueSemantics.equal(1L, "1")).isEqualTo(FALSE);
        assertThat(ValueSemantics.equal(null, null)).isEqualTo(UNKNOWN);
        assertThat(ValueSemantics.equal(NAN, NAN)).isEqualTo(FALSE);
        assertThat(ValueSemantics.equal(0.0, -0.0)).isEqualTo(TRUE);
        assertThat(ValueSemantics.equal(9007199254740993L, 9007199254740992.0)).isEqualTo(FALSE);
        assertThat(ValueSemantics.equal(false, 0L)).isEqualTo(FALSE);
    }

    @Test
    void equal_ofNestedValues_isUnknownOnlyWhereANullDecides() {
        List<Object> oneNull = Arrays.asList(1L, null);
        assertThat(ValueSemantics.equal(List.of(1L, 2L), List.of(1.0, 2.0))).isEqualTo(TRUE);
        assertThat(ValueSemantics.equal(oneNull, List.of(1L, 2L))).isEqualTo(UNKNOWN);
        assertThat(ValueSemantics.equal(oneNull, List.of(2L, 2L))).isEqualTo(FALSE);
        assertThat(ValueSemantics.equal(oneNull, List.of(1L))).isEqualTo(FALSE);
        assertThat(ValueSemantics.equal(oneNull, oneNull)).isEqualTo(UNKNOWN);
        assertThat(ValueSemantics.equal(map("a", 1L), map("a", 1.0))).isEqualTo(TRUE);
        assertThat(ValueSemantics.equal(map("a", null), map("a", 1L))).isEqualTo(UNKNOWN);
        assertThat(ValueSemantics.equal(map("a", null), map("b", 1L))).isEqualTo(FALSE);
    }

    @Test
    void compare_ofDifferentTypes_isUnknownAndNaNIsFalse() {
        assertThat(ValueSemantics.compare(1L, "a")).isEqualTo(INCOMPARABLE);
        assertThat(ValueSemantics.compare(1L, NAN)).isEqualTo(UNORDERED);
        assertThat(ValueSemantics.compare(NAN, "a")).isEqualTo(INCOMPARABLE);
        assertThat(ValueSemantics.compare(1L, 1.5)).isEqualTo(-1);
        assertThat(ValueSemantics.compare(List.of(1L, 0L), List.of(1L))).isEqualTo(1);
        assertThat(ValueSemantics.compare(Arrays.asList(1L, null), List.of(1L))).isEqualTo(1);
        assertThat(ValueSemantics.compare(List.of(1L, 2L), Arrays.asList(1L, null)))
                .isEqualTo(INCOMPARABLE);
        assertThat(ValueSemantics.compare(List.of(1L, 2L), Arrays.asList(3L, null)))
                .isEqualTo(-1);
        assertThat(ValueSemantics.compare(f("duration", "P1D"), f("duration", "P2D")))
                .isEqualTo(INCOMPARABLE);
        assertThat(ValueSemantics.compare("abc", "b")).isEqualTo(-1);
    }

    @Test
    void sameGroup_ofEqualNumbers_hasEqualHashes() {
        long seed = 42;
        Random random = new Random(seed);
        for (int round = 0; round < 1000; round++) {
            long whole = random.nextLong() >> random.nextInt(64);
            double real = whole;
            boolean same = ValueSemantics.sameGroup(whole, real);
            assertThat(!same || ValueSemantics.hash(whole) == ValueSemantics.hash(real))
                    .as("seed=%d whole=%d", seed, whole)
                    .isTrue();
        }
        assertThat(ValueSemantics.sameGroup(NAN, NAN)).isTrue();
        assertThat(ValueSemantics.sameGroup((Object) null, null)).isTrue();
        assertThat(ValueSemantics.hash(0.0)).isEqualTo(ValueSemantics.hash(-0.0));
    }

    @Test
    void sort_ofShuffledValues_restoresTheOrder() {
        List<Object> shuffled = new ArrayList<>(ascending());
        Collections.shuffle(shuffled, new Random(5));
        shuffled.sort(ValueSemantics::order);
        assertThat(shuffled).isEqualTo(ascending());
    }
}
