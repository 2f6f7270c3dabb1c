package org.thetisdb.engine.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Expression.Arithmetic;
import org.thetisdb.engine.Compilation;
import org.thetisdb.value.vector.VectorKind;

/** Goal: code is made once for a shape, and what is kept of it is bounded. Method: many shapes. */
final class FusionTest {
    private static final Scalar.Leaf LEAF = new Scalar.Leaf(0, VectorKind.INTEGER, false, false);

    /** Ten sums and differences, by the bits of a number: each number is another shape. */
    private static FusedShape shape(int number) {
        Scalar scalar = LEAF;
        for (int bit = 0; bit < 20; bit++) {
            Arithmetic.Operator operator =
                    (number >> bit & 1) == 0 ? Arithmetic.Operator.ADD : Arithmetic.Operator.SUBTRACT;
            scalar = new Scalar.Arithmetic(operator, scalar, LEAF);
        }
        LoopShape shape = new LoopShape(List.of(LEAF), List.of(), List.of(scalar), List.of());
        return new FusedShape(shape, List.of(), List.of());
    }

    /** How many shapes; the longer suite has a million. */
    private static final int SHAPES = Integer.getInteger("thetis.shapes", 1_500);

    @Test
    void manyShapes_areBounded_andTheirClassesAreUnloaded() {
        ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
        long unloadedBefore = classes.getUnloadedClassCount();
        try (Fusion fusion = new Fusion(Compilation.ALWAYS)) {
            for (int number = 0; number < SHAPES; number++) {
                CompiledLoop code = fusion.compiled(shape(number));
                assertThat(code.state()).isEqualTo(CompiledLoop.State.WARMING);
            }
            assertThat(fusion.loopCount()).isLessThanOrEqualTo(512);
        }
        for (int tries = 0; tries < 10 && classes.getUnloadedClassCount() == unloadedBefore; tries++) {
            System.gc();
        }
        assertThat(classes.getUnloadedClassCount() - unloadedBefore)
                .as("classes that were given back")
                .isGreaterThan(SHAPES / 2);
    }

    @Test
    void shape_thatIsKnown_isNotMadeAgain() {
        try (Fusion fusion = new Fusion(Compilation.ALWAYS)) {
            assertThat(fusion.compiled(shape(1))).isSameAs(fusion.compiled(shape(1)));
            assertThat(fusion.compiled(shape(1))).isNotSameAs(fusion.compiled(shape(2)));
            assertThat(fusion.request(shape(2))).contains(fusion.compiled(shape(2)));
        }
    }
}
