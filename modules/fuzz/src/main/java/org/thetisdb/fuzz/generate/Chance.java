package org.thetisdb.fuzz.generate;

import java.util.List;
import java.util.SplittableRandom;

/** Choices out of a seed. One thread. */
public final class Chance {
    private final SplittableRandom random;

    public Chance(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** True this many times out of a hundred. */
    boolean percent(int share) {
        return random.nextInt(100) < share;
    }

    /** From 0, below the bound. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Both ends are possible. */
    int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    long number() {
        return random.nextLong();
    }

    <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    @SafeVarargs
    final <T> T of(T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
