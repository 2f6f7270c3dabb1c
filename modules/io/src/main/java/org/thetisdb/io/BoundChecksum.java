package org.thetisdb.io;

/**
 * Checksums that hold in one place only. The CRC-32C of some bytes says nothing about where they belong: bytes that
 * were copied or swapped, or come from an older file, have the right one. So it is combined with a number for the file
 * and one for the place in it, and is wrong anywhere else but by a chance of one in 2<sup>32</sup>. It costs two
 * multiplications and no second pass over the bytes.
 */
public final class BoundChecksum {
    private BoundChecksum() {}

    /**
     * {@return the checksum of bytes at their place}
     *
     * @param contentChecksum the CRC-32C of the bytes
     * @param seed which file it is, and of which database
     * @param place where in the file
     */
    public static int of(int contentChecksum, long seed, long place) {
        // Two multiplications with a fold between: the high half depends on all bits of seed and place.
        long mixed = place * 0x9E3779B97F4A7C15L + seed;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
        return contentChecksum ^ (int) (mixed >>> 32);
    }
}
