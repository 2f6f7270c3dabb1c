package org.thetisdb.bench.records;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.thetisdb.bench.records.RecordGenerator.Row;

/** The records are those of the original: its counts for a million of them hold. */
class RecordGeneratorTest {
    private static final List<Row> MILLION =
            Stream.generate(new RecordGenerator()::next).limit(1_000_000).toList();

    private static long count(Predicate<Row> condition) {
        return MILLION.stream().filter(condition).count();
    }

    @Test
    void next_first_isAsInOriginal() {
        assertThat(MILLION.subList(0, 3))
                .containsExactly(
                        new Row(0, 44, "Eng", "CHI", false),
                        new Row(1, 36, "Supp", "SF", true),
                        new Row(2, 49, "Eng", "DAL", false));
    }

    @Test
    void next_million_hasCountsOfOriginal() {
        assertThat(count(row -> row.age() > 40 && row.active())).isEqualTo(260_459);
        assertThat(count(row -> row.age() > 30 && row.age() < 50 && row.active()))
                .isEqualTo(198_293);
        assertThat(MILLION.stream().mapToLong(Row::age).sum()).isEqualTo(41_499_993);
        assertThat(count(row -> row.dept().equals("Eng"))).isEqualTo(124_982);
        assertThat(count(row -> row.active() && row.dept().equals("Supp"))).isEqualTo(62_333);
        assertThat(count(row -> row.dept().equals("Eng") && row.city().equals("NYC")))
                .isEqualTo(15_705);
    }
}
