package org.thetisdb.bench.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.bench.harness.Spread;

class IoTableTest {
    @Test
    void roundsOfOneNumber_areSummedUp() {
        IoTable table = new IoTable();
        table.add(2, Way.PREAD, "random 1 2.5\nrandom 8 9.0");
        table.add(2, Way.PREAD, "random 1 3.5\nrandom 8 9.0");
        table.add(1, Way.PREAD, "random 1 100");
        assertThat(table.spread(new IoTable.Cell(2, IoPart.RANDOM, Way.PREAD, 1)))
                .contains(new Spread(3, 2.5, 3.5));
        assertThat(table.spread(new IoTable.Cell(2, IoPart.COLD, Way.PREAD, 1))).isEmpty();
        assertThat(table.has(1, IoPart.RANDOM)).isTrue();
        assertThat(table.has(1, IoPart.SEQUENTIAL)).isFalse();
    }
}
