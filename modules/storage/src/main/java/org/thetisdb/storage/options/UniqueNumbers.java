package org.thetisdb.storage.options;

import java.util.UUID;
import java.util.random.RandomGenerator;

/** Random numbers that nobody else draws, for ids of databases and files. Tests put one with a seed in its place. */
public final class UniqueNumbers implements RandomGenerator {
    /** Needs nothing: the system has the numbers. */
    public UniqueNumbers() {}

    /** 122 random bits of the system's source, folded. */
    @Override
    public long nextLong() {
        UUID drawn = UUID.randomUUID();
        return drawn.getMostSignificantBits() ^ Long.rotateLeft(drawn.getLeastSignificantBits(), Integer.SIZE);
    }
}
