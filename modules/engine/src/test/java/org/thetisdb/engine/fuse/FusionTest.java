package org.thetisdb.engine.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Expression.Arithmetic;
import org.thetisdb.engine.Compilation;
import org.thetisdb.engine.loop.LoopShape;
import org.thetisdb.engine.loop.Scalar;
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
        return new FusedShape(shape, List.of(), List.of(), List.of());
    }

    /** How many shapes; a million at most, which are all there are. */
    private static final int SHAPES = Integer.getInteger("thetis.shapes", 1_500);

    private static final long METASPACE_BYTES_MAX = 24L << 20;

    /** All that there are: {@code -Dthetis.shapes=1000000}. */
    @Test
    void manyShapes_areBounded_andTheirClassesAreUnloaded() {
        ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
        long unloadedBefore = classes.getUnloadedClassCount();
        long metaspaceBytesBefore = 0;
        long metaspaceBytesMax = 0;
        try (Fusion fusion = new Fusion(Compilation.ALWAYS)) {
            for (int number = 0; number < SHAPES; number++) {
                CompiledLoop code = fusion.compiled(shape(number));
                assertThat(code.state()).isEqualTo(CompiledLoop.State.WARMING);
                metaspaceBytesMax =
                        number % 1_000 == 0 ? Math.max(metaspaceBytesMax, metaspaceBytes()) : metaspaceBytesMax;
                metaspaceBytesBefore = number == 0 ? metaspaceBytes() : metaspaceBytesBefore;
            }
            assertThat(fusion.loopCount()).isLessThanOrEqualTo(512);
        }
        System.gc();
        long metaspaceBytesAfter = metaspaceBytes();
        System.getLogger(FusionTest.class.getName())
                .log(
                        System.Logger.Level.INFO,
                        "shapes={0}, metaspace in bytes: before={1}, max={2}, after={3}",
                        SHAPES,
                        metaspaceBytesBefore,
                        metaspaceBytesMax,
                        metaspaceBytesAfter);
        assertThat(metaspaceBytesAfter - metaspaceBytesBefore)
                .as("bytes of metaspace that are not given back")
                .isLessThan(METASPACE_BYTES_MAX);
        for (int tries = 0; tries < 10 && classes.getUnloadedClassCount() == unloadedBefore; tries++) {
            System.gc();
        }
        assertThat(classes.getUnloadedClassCount() - unloadedBefore)
                .as("classes that were given back")
                .isGreaterThan(SHAPES / 2);
    }

    private static long metaspaceBytes() {
        long bytes = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            boolean isOfClasses = pool.getName().contains("Metaspace");
            bytes += isOfClasses ? pool.getUsage().getUsed() : 0;
        }
        return bytes;
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
