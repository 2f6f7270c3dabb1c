package org.thetisdb.engine.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.engine.Compilation;
import org.thetisdb.engine.loop.LoopShape;
import org.thetisdb.engine.loop.Scalar;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/**
 * Goal: code is asked for when it may pay, used where it is faster, and left where it is not any more. Method: times
 * that are made up, on code that is really compiled.
 */
final class FuseSiteTest {
    private static final int BATCH_ROWS = 1024;
    private static final long DEADLINE_NANOS = 60_000_000_000L;

    private final Fusion fusion = new Fusion(Compilation.ADAPTIVE);
    private final FuseSite site = new FuseSite(fusion);

    @AfterEach
    void close() {
        fusion.close();
    }

    private static FusedShape shape(VectorKind kind) {
        Scalar.Leaf leaf = new Scalar.Leaf(0, kind, false, false);
        Vector sample = new Vector();
        sample.reset(kind, BATCH_ROWS);
        LoopShape.Total total = new LoopShape.Total(Step.AggregateFunction.MAX, Optional.of(leaf));
        return new FusedShape(
                new LoopShape(List.of(leaf), List.of(), List.of(), List.of(total)),
                List.of(),
                List.of(sample),
                List.of());
    }

    /** What is next after a slice in which a row took so long, in the way that it was done. */
    private Turns.Slice after(Turns.Slice slice, double interpreted, double fused) {
        long rows = (long) slice.measured() * BATCH_ROWS;
        return site.next(slice, rows, (long) (rows * (slice.isFused() ? fused : interpreted)));
    }

    /** Goes on until the code is compiled and both ways were tried. */
    private Turns.Slice chosen(double interpreted, double fused) {
        Turns.Slice slice = site.first();
        long begin = System.nanoTime();
        int compiledSlices = 0;
        while (compiledSlices < 20 && System.nanoTime() - begin < DEADLINE_NANOS) {
            if (slice.wantsShape()) {
                site.offer(shape(VectorKind.INTEGER));
            }
            compiledSlices += site.variant().isPresent() && site.text().contains("ns a row") ? 1 : 0;
            slice = after(slice, interpreted, fused);
        }
        return slice;
    }

    @Test
    void queryThatIsBrief_asksForNothing() {
        Turns.Slice slice = site.first();
        for (int slices = 0; slices < 20; slices++) {
            assertThat(slice.isFused()).isFalse();
            assertThat(slice.wantsShape()).isFalse();
            slice = after(slice, 4, 1);
        }
        assertThat(site.variant()).isEmpty();
    }

    @Test
    void code_thatIsFaster_isUsed_andLeftWhenItIsNot() {
        assertThat(chosen(4, 1).isFused()).isTrue();
        assertThat(site.text()).contains("compiled code is faster");
        Turns.Slice slice = site.first();
        for (int slices = 0; slices < 200; slices++) {
            slice = after(slice, 4, 9);
        }
        assertThat(site.text()).contains("compiled code is not faster");
        int fusedSlices = 0;
        for (int slices = 0; slices < 200; slices++) {
            fusedSlices += slice.isFused() ? 1 : 0;
            slice = after(slice, 4, 9);
        }
        assertThat(fusedSlices).as("slices for trying").isLessThan(5);
    }

    @Test
    void code_thatIsSlower_isSeldomTried() {
        assertThat(chosen(2, 3).isFused()).isFalse();
        Turns.Slice slice = site.first();
        int batches = 0;
        int fusedBatches = 0;
        for (int slices = 0; slices < 1_000; slices++) {
            batches += slice.batches();
            fusedBatches += slice.isFused() ? slice.batches() : 0;
            slice = after(slice, 2, 3);
        }
        assertThat((double) fusedBatches / batches).isLessThan(0.01);
    }

    @Test
    void oneSliceThatWasDisturbed_changesNothing() {
        Turns.Slice slice = chosen(4, 1);
        assertThat(slice.isFused()).isTrue();
        slice = after(slice, 4, 400);
        assertThat(slice.isFused()).isTrue();
        assertThat(after(slice, 4, 1).isFused()).isTrue();
    }

    @Test
    void code_thatIsColdAgain_isWarmedAgain() {
        Turns.Slice slice = chosen(4, 1);
        for (int slices = 0; slices < 3; slices++) {
            slice = after(slice, 4, 120);
        }
        assertThat(slice.isFused()).isFalse();
        assertThat(chosen(4, 1).isFused()).isTrue();
    }

    @Test
    void kindsThatChange_getOtherCode_butNotForEver() {
        chosen(4, 1);
        int asked = 0;
        while (site.variant().isPresent() && asked < 20) {
            site.mismatch(site.variant().get());
            if (site.first().wantsShape()) {
                asked++;
                site.offer(shape(VectorKind.INTEGER));
                chosen(4, 1);
            }
        }
        assertThat(asked).isBetween(1, 10);
        assertThat(site.text()).contains("change too often");
        assertThat(site.first().isFused()).isFalse();
    }

    @Test
    void fewBatchesOfOtherKinds_areLeftToTheInterpreter() {
        Turns.Slice slice = chosen(4, 1);
        for (int round = 0; round < 2_000; round++) {
            slice = after(slice, 4, 1);
            assertThat(slice.wantsShape()).isFalse();
            if (round % 4 == 3) {
                site.mismatch(site.variant().get());
            }
        }
        assertThat(slice.isFused()).isTrue();
        assertThat(site.text()).contains("compiled code is faster");
    }

    @Test
    void batchesOfOtherKinds_thatNoLoopCanHave_doNotTakeItFromOthers() {
        chosen(4, 1);
        int asked = 0;
        for (int round = 0; round < 1_000; round++) {
            site.mismatch(site.variant().get());
            if (site.first().wantsShape()) {
                asked++;
                site.refuse("no kinds");
            }
        }
        assertThat(asked).isBetween(1, 6);
        assertThat(chosen(4, 1).isFused()).isTrue();
    }

    @Test
    void refusal_isForGood() {
        site.refuse("no kinds");
        assertThat(site.first()).isEqualTo(new Turns.Slice(false, Integer.MAX_VALUE, 0, false));
        assertThat(site.text()).isEqualTo("not compiled: no kinds");
    }

    @Test
    void fusion_thatIsNever_isOff() {
        try (Fusion none = new Fusion(Compilation.NEVER)) {
            assertThat(none.isOn()).isFalse();
        }
    }
}
