package org.thetisdb.engine.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.thetisdb.engine.testing.ExpressionHarness.f;
import static org.thetisdb.engine.testing.ExpressionHarness.map;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.FunctionCatalog;
import org.thetisdb.engine.semantics.ElementIds;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.NodeReference;
import org.thetisdb.value.PathReference;
import org.thetisdb.value.RelationshipReference;
import org.thetisdb.value.ThetisException;

class FunctionsTest {
    @Test
    void catalog_everyFunction_hasAnImplementation() {
        assertThat(FunctionCatalog.all())
                .allSatisfy(function -> assertThat(FunctionTable.knows(function.name()))
                        .as(function.name())
                        .isTrue());
    }

    @Test
    void conversions_ofTexts_giveNullForWhatDoesNotFit() {
        assertThat(f("tointeger", "42")).isEqualTo(42L);
        assertThat(f("tointeger", "2.9")).isEqualTo(2L);
        assertThat(f("tointeger", -2.9)).isEqualTo(-2L);
        assertThat(f("tointeger", "foo")).isNull();
        assertThat(f("tointeger", "")).isNull();
        assertThat(f("tofloat", "1.5")).isEqualTo(1.5);
        assertThat(f("tofloat", "1.5d")).isNull();
        assertThat(f("toboolean", " TRUE ")).isEqualTo(true);
        assertThat(f("toboolean", "yes")).isNull();
        assertThat(f("tostring", 1.0e10)).isEqualTo("1.0E10");
        assertThat(f("tostring", true)).isEqualTo("true");
        assertThat(f("tointegerlist", Arrays.asList("1", null, List.of()))).isEqualTo(Arrays.asList(1L, null, null));
        assertThat(f("tostringornull", List.of())).isNull();
        assertThatThrownBy(() -> f("tointeger", List.of()))
                .isInstanceOfSatisfying(
                        ThetisException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.TYPE_MISMATCH));
    }

    @Test
    void decimalNumbers_areWhatTheExpressionSays() {
        Pattern decimal = Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?");
        String characters = "+-..01239eE x";
        Random random = new Random(5);
        for (int time = 0; time < 200_000; time++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(8); length > 0; length--) {
                text.append(characters.charAt(random.nextInt(characters.length())));
            }
            String each = text.toString();
            assertThat(ConversionFunctions.isDecimal(each))
                    .as("text=%s", each)
                    .isEqualTo(decimal.matcher(each).matches());
        }
        assertThat(f("tointeger", "-0")).isEqualTo(0L);
        assertThat(f("tointeger", "+999999999999999999")).isEqualTo(999_999_999_999_999_999L);
        assertThat(f("tointeger", "9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(f("tointeger", "-")).isNull();
    }

    @Test
    void strings_countCharacters() {
        assertThat(f("size", "a\uD83D\uDE00b")).isEqualTo(3L);
        assertThat(f("substring", "a\uD83D\uDE00b", 1L, 1L)).isEqualTo("\uD83D\uDE00");
        assertThat(f("substring", "hello", 1L)).isEqualTo("ello");
        assertThat(f("left", "hello", 9L)).isEqualTo("hello");
        assertThat(f("right", "hello", 3L)).isEqualTo("llo");
        assertThat(f("split", "one,two,", ",")).isEqualTo(List.of("one", "two", ""));
        assertThat(f("split", "abc", "")).isEqualTo(List.of("a", "b", "c"));
        assertThat(f("replace", "hello", "l", "w")).isEqualTo("hewwo");
        assertThat(f("reverse", "raksO")).isEqualTo("Oskar");
        assertThat(f("trim", " x ")).isEqualTo("x");
        assertThat(f("ltrim", "xxa", "x")).isEqualTo("a");
        assertThat(f("tolower", (Object) null)).isNull();
    }

    @Test
    void lists_headLastTailRange_workOnEmptyOnes() {
        assertThat(f("head", List.of())).isNull();
        assertThat(f("last", List.of(1L, 2L))).isEqualTo(2L);
        assertThat(f("tail", List.of(1L, 2L))).isEqualTo(List.of(2L));
        assertThat(f("range", 0L, 10L, 3L)).isEqualTo(List.of(0L, 3L, 6L, 9L));
        assertThat(f("range", 5L, 1L, -2L)).isEqualTo(List.of(5L, 3L, 1L));
        assertThat(f("range", 1L, 0L)).isEqualTo(List.of());
        assertThat(f("range", 0L, -1L, 1L)).isEqualTo(List.of());
        assertThatThrownBy(() -> f("range", 1L, 2L, 0L)).isInstanceOf(ThetisException.class);
        assertThat(f("reverse", Arrays.asList(1L, null))).isEqualTo(Arrays.asList(null, 1L));
        assertThat(f("keys", map("a", 1L, "b", null))).isEqualTo(List.of("a", "b"));
    }

    @Test
    void numbers_roundUpAtTies() {
        assertThat(f("round", 1.5)).isEqualTo(2.0);
        assertThat(f("round", -1.5)).isEqualTo(-1.0);
        assertThat(f("round", 1.249, 1L)).isEqualTo(1.2);
        assertThat(f("round", 1.25, 1L, "HALF_DOWN")).isEqualTo(1.2);
        assertThat(f("abs", -3L)).isEqualTo(3L);
        assertThat(f("sign", -0.5)).isEqualTo(-1L);
        assertThat(f("sqrt", -1L)).isEqualTo(Double.NaN);
        assertThat(f("floor", 1.9)).isEqualTo(1.0);
        assertThat((double) f("rand")).isBetween(0.0, 1.0);
    }

    @Test
    void graph_functionsOfReferences_readTheSnapshot() {
        NodeReference node = new NodeReference(4);
        RelationshipReference relationship = new RelationshipReference(9, 4, 5);
        assertThat(f("id", node)).isEqualTo(4L);
        assertThat(f("elementid", relationship)).isEqualTo("r:9");
        assertThat(ElementIds.node("n:12")).hasValue(12);
        for (String none : List.of(
                "r:12", "n:", "n", "", "n:012", "n:-1", "n:+1", "n: 1", "n:1x", "N:1", "n:9223372036854775808")) {
            assertThat(ElementIds.node(none)).as(none).isEmpty();
        }
        assertThat(ElementIds.node("n:9999999999999999999")).isEmpty();
        assertThat(ElementIds.node("n:549755813888")).isEmpty();
        assertThat(ElementIds.node("n:549755813887")).hasValue((1L << 39) - 1);
        assertThat(ElementIds.relationship("r:9223372036854775807")).hasValue(Long.MAX_VALUE);
        assertThat(ElementIds.relationship("r:0")).hasValue(0);
        assertThat(f("labels", node)).isEqualTo(List.of("A", "B"));
        assertThat(f("type", relationship)).isEqualTo("R");
        assertThat(f("startnode", relationship)).isEqualTo(node);
        assertThat(f("properties", node)).isEqualTo(map("number", 4L, "name", "n4"));
        PathReference path = new PathReference(List.of(node, new NodeReference(5)), List.of(relationship));
        assertThat(f("length", path)).isEqualTo(1L);
        assertThat(f("nodes", path)).isEqualTo(path.nodes());
    }

    @Test
    void points_measureDistances() {
        Object a = f("point", map("longitude", 12.78, "latitude", 56.7));
        Object b = f("point", map("latitude", 56.71, "longitude", 12.79));
        assertThat((double) f("point.distance", a, b)).isCloseTo(1270.8, within(1.0));
        Object origin = f("point", map("x", 0L, "y", 0L));
        assertThat(f("point.distance", origin, f("point", map("x", 3L, "y", 4L))))
                .isEqualTo(5.0);
        assertThat(f("point.distance", origin, a)).isNull();
        assertThat(f("point.withinbbox", f("point", map("x", 1L, "y", 1L)), origin, f("point", map("x", 2L, "y", 2L))))
                .isEqualTo(true);
    }
}
