package org.thetisdb.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.demo.DeterministicRandom.Stream;

class DeterministicRandomTest {
    @Test
    void restart_sameStream_repeats() {
        DeterministicRandom random = DeterministicRandom.of(1, Stream.PERSON, 5);
        long first = random.nextLong();
        assertThat(random.nextLong()).isNotEqualTo(first);
        random.restart(1, Stream.PERSON, 5);
        assertThat(random.nextLong()).isEqualTo(first);
        assertThat(DeterministicRandom.of(1, Stream.PERSON, 6).nextLong()).isNotEqualTo(first);
        assertThat(DeterministicRandom.of(1, Stream.FORUM, 5).nextLong()).isNotEqualTo(first);
        assertThat(DeterministicRandom.of(2, Stream.PERSON, 5).nextLong()).isNotEqualTo(first);
    }

    @Test
    void draws_always_stayInRangeAndNearTheirMean() {
        DeterministicRandom random = DeterministicRandom.of(3, Stream.WORLD, 0);
        int draws = 100_000;
        double integers = 0;
        double longs = 0;
        double exponentials = 0;
        double logNormals = 0;
        for (int draw = 0; draw < draws; draw++) {
            int integer = random.nextInt(10);
            long large = random.nextLong(1L << 40);
            assertThat(integer).isBetween(0, 9);
            assertThat(large).isBetween(0L, (1L << 40) - 1);
            integers += integer;
            longs += large;
            exponentials += random.nextExponential(3);
            logNormals += random.nextLogNormal(5, 1);
        }
        assertThat(integers / draws).isBetween(4.4, 4.6);
        assertThat(longs / draws / (1L << 40)).isBetween(0.49, 0.51);
        assertThat(exponentials / draws).isBetween(2.9, 3.1);
        assertThat(logNormals / draws).isBetween(4.8, 5.2);
    }

    @Test
    void powerLaw_always_prefersTheHead() {
        WeightedChoice choice = WeightedChoice.powerLaw(1000, 1, 1);
        DeterministicRandom random = DeterministicRandom.of(3, Stream.WORLD, 1);
        int[] counts = new int[1000];
        for (int draw = 0; draw < 100_000; draw++) {
            counts[choice.draw(random)]++;
        }
        assertThat(counts[0]).isBetween(12_500, 14_300);
        assertThat(counts[9]).isBetween(1_100, 1_600);
    }
}
