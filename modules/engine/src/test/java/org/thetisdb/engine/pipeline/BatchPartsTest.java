package org.thetisdb.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.thetisdb.engine.evaluation.BoxedEvaluator;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.testing.GeneratedGraph;
import org.thetisdb.engine.testing.StageHarness;
import org.thetisdb.engine.transform.ProjectStage;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.PackedListBuilder;

/**
 * Goal: a stage holds few long values at once, whatever they are, and its consumer gets all rows in their order, and no
 * more than it wants. Method: a projection that makes values of half a megabyte, and what comes out of it together.
 */
final class BatchPartsTest {
    private static final int ROWS = 200;
    private static final int ELEMENTS = 60_000;
    private static final int INPUT = 0;
    private static final int MADE = 1;

    /** What is made for a row, about half a megabyte of the heap or more. */
    enum Kind {
        PACKED {
            @Override
            Object made(long row) {
                return PackedListBuilder.packedIfNumbers(new ArrayList<>(numbers(row)));
            }
        },
        BOXED {
            @Override
            Object made(long row) {
                return numbers(row);
            }
        },
        MAP {
            @Override
            Object made(long row) {
                return Map.of("values", numbers(row));
            }
        },
        TEXT {
            @Override
            Object made(long row) {
                return (row + ";").repeat(5 * ELEMENTS);
            }
        };

        abstract Object made(long row);

        private static List<Object> numbers(long row) {
            return LongStream.range(row, row + ELEMENTS)
                    .<Object>mapToObj(number -> number)
                    .toList();
        }
    }

    /** Counts what is pushed into it together. */
    private static final class Counted implements Stage {
        private final List<Object> rows = new ArrayList<>();
        private final List<Object> made = new ArrayList<>();
        private int rowCountMax = Integer.MAX_VALUE;
        private int together;

        @Override
        public void push(Batch batch) {
            assertThat(isSatisfied()).as("no batch after enough rows").isFalse();
            together = Math.max(together, batch.count());
            for (int row = 0; row < batch.count(); row++) {
                rows.add(batch.column(INPUT).valueAt(row));
            }
            made.add(batch.column(MADE).valueAt(0));
        }

        @Override
        public void finish() {
            // Nothing is kept.
        }

        @Override
        public boolean isSatisfied() {
            return rows.size() >= rowCountMax;
        }
    }

    private final StageHarness harness = new StageHarness(GeneratedGraph.of(5, 3, 6, 32), 1024);
    private int madeCount;

    private void project(LongFunction<Object> made, Stage next) {
        Evaluator maker =
                new BoxedEvaluator(new Evaluator[] {StageHarness.column(INPUT)}, true, (context, arguments) -> {
                    madeCount++;
                    return made.apply((long) arguments[0]);
                });
        List<List<Object>> rows = LongStream.range(0, ROWS)
                .<List<Object>>mapToObj(StageHarness::row)
                .toList();
        harness.push(new ProjectStage(harness.worker(), new int[] {MADE}, new Evaluator[] {maker}, next), rows);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void longValues_areMadeForAFewRowsAtATime(Kind kind) {
        Counted next = new Counted();
        project(kind::made, next);
        assertThat(next.together).isBetween(1, 16);
        assertThat(next.rows)
                .isEqualTo(LongStream.range(0, ROWS)
                        .<Object>mapToObj(number -> number)
                        .toList());
        assertThat(next.made.getFirst()).isEqualTo(kind.made(0));
        assertThat(madeCount).as("tried in vain").isLessThan(ROWS * 3 / 2);
    }

    @Test
    void oneValueForAllRows_countsOnce() {
        Counted next = new Counted();
        Object shared = Kind.BOXED.made(0);
        project(row -> shared, next);
        assertThat(next.together).isEqualTo(ROWS);
    }

    @Test
    void aConsumerThatHasEnough_endsTheBatch() {
        Counted next = new Counted();
        next.rowCountMax = 3;
        project(Kind.TEXT::made, next);
        assertThat(next.rows).hasSizeBetween(3, 19);
        assertThat(madeCount).isLessThan(ROWS / 2);
    }

    /** After eight parts that fit twice as many rows are tried; when they do not fit, as many as before do. */
    @Test
    void whatHasFitted_isTheSizeAgainWhenMoreDoesNotFit() {
        int fittingRows = 100;
        List<Integer> sizes = new ArrayList<>();
        BatchParts parts = new BatchParts(harness.worker(), new BatchParts.Work() {
            @Override
            public void prepare(Batch rows) {
                madeCount++;
                if (rows.count() > fittingRows) {
                    throw new ThetisException(ErrorCode.MEMORY_EXHAUSTED, "too many rows: count=" + rows.count());
                }
            }

            @Override
            public void process(Batch rows) {
                sizes.add(rows.count());
            }
        });
        Batch rows = harness.batch(Collections.nCopies(256, StageHarness.row(0L)));
        for (int batch = 0; batch < 40; batch++) {
            parts.push(rows);
        }
        assertThat(sizes).containsOnly(64).hasSize(160);
        assertThat(madeCount - sizes.size()).as("tried in vain").isLessThan(25);
    }
}
