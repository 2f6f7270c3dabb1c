package org.thetisdb.storage.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.thetisdb.io.simulated.SimulatedFileSystem;
import org.thetisdb.storage.spill.TemporarySpace;
import org.thetisdb.value.vector.Vector;
import org.thetisdb.value.vector.VectorKind;

/** What is written piece by piece is read as any column is. */
final class LongColumnWriterTest {
    private static final long SEED = Long.getLong("thetis.seed", 20_261_124L);

    private final TemporarySpace space = TemporarySpace.ofReader(new SimulatedFileSystem(), Path.of("/temporary"));
    private final Random random = new Random(SEED);

    private String text() {
        int length = random.nextInt(20) == 0 ? random.nextInt(200_000) : random.nextInt(30);
        return "\u00e4" + "long ".repeat(length / 5);
    }

    private Object other() {
        return switch (random.nextInt(4)) {
            case 0 -> List.of(random.nextLong(), 1L, 2L);
            case 1 -> random.nextDouble();
            case 2 -> LocalDate.ofEpochDay(random.nextInt(10_000));
            default -> text();
        };
    }

    private List<Object> values(int count, int nullPercent, Supplier<Object> one) {
        List<Object> values = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            values.add(random.nextInt(100) < nullPercent ? null : one.get());
        }
        return values;
    }

    private void assertRead(List<Object> values, Encoding encoding) {
        try (LongColumnWriter writer = new LongColumnWriter(space)) {
            int from = 0;
            while (from < values.size()) {
                int end = Math.min(values.size(), from + 1 + random.nextInt(100));
                writer.add(vector(values.subList(from, end)));
                from = end;
            }
            EncodedColumn column = writer.finish();
            ColumnSegment segment = ColumnRoundTripTest.open(column);
            assertThat(segment.encoding()).as("seed=%s", SEED).isEqualTo(encoding);
            assertThat(segment.count()).isEqualTo(values.size());
            Vector into = new Vector();
            into.reset(segment.kind(), values.size());
            segment.readRun(0, values.size(), into, 0);
            List<Object> read = new ArrayList<>();
            for (int row = 0; row < values.size(); row++) {
                read.add(into.valueAt(row));
            }
            assertThat(read).as("seed=%s", SEED).isEqualTo(values);
            long valueCount = values.stream().filter(value -> value != null).count();
            assertThat(column.zoneMap().valueCount()).isEqualTo(valueCount);
            assertThat(column.zoneMap().nullCount()).isEqualTo(values.size() - valueCount);
            assertThat(column.zoneMap().kind()).isEqualTo(segment.kind());
        }
        assertThat(space.usedBytes()).isZero();
    }

    private Vector vector(List<Object> values) {
        Vector vector = new Vector();
        vector.reset(VectorKind.NULL, values.size());
        for (int index = 0; index < values.size(); index++) {
            vector.setValue(index, values.get(index));
        }
        if (random.nextInt(3) == 0) {
            vector.promote();
        }
        return vector;
    }

    @Test
    void strings_areReadAsStrings() {
        assertRead(values(3_000, 0, this::text), Encoding.STRINGS);
        assertRead(values(1_000, 30, this::text), Encoding.STRINGS);
    }

    @Test
    void stringsAndOthers_areReadAsTheyWere() {
        assertRead(values(2_000, 0, this::other), Encoding.VARIANT);
        assertRead(values(2_000, 50, this::other), Encoding.VARIANT);
    }

    @Test
    void few_orNone() {
        assertRead(List.of("one"), Encoding.STRINGS);
        assertRead(values(100, 100, this::text), Encoding.EMPTY);
        assertRead(List.of(), Encoding.EMPTY);
    }
}
