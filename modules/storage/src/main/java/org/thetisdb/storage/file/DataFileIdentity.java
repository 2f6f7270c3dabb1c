package org.thetisdb.storage.file;

import java.util.UUID;
import java.util.random.RandomGenerator;
import org.thetisdb.io.BoundChecksum;

/**
 * Which file this is. The number is its name and may be given again after a crash; the random id never is, so that an
 * older file of the same name is distinguished from the one that a root means.
 *
 * @param databaseId of the database that it belongs to
 * @param number tells the file's name
 * @param fileId drawn when the file was made; 0 is as good as any
 */
public record DataFileIdentity(UUID databaseId, int number, long fileId) {
    /** The first file of a new database, whose id is drawn, too. */
    public static DataFileIdentity ofNewDatabase(RandomGenerator random) {
        // As RFC 9562 has it: version 4 is all random but for six bits.
        long high = random.nextLong() & 0xFFFFFFFFFFFF0FFFL | 0x4000L;
        long low = random.nextLong() & 0x3FFFFFFFFFFFFFFFL | Long.MIN_VALUE;
        return draw(new UUID(high, low), 0, random);
    }

    /** A new file of a database. */
    public static DataFileIdentity draw(UUID databaseId, int number, RandomGenerator random) {
        return new DataFileIdentity(databaseId, number, random.nextLong());
    }

    /** What the checksums of the file's pages are bound to; see {@link BoundChecksum}. */
    public long checksumSeed() {
        long seed = fileId;
        seed = seed * 31 + databaseId.getMostSignificantBits();
        seed = seed * 31 + databaseId.getLeastSignificantBits();
        return seed * 31 + number;
    }
}
