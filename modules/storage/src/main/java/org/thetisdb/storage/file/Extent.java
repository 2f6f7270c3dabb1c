package org.thetisdb.storage.file;

/**
 * A run of bytes in one of the data files.
 *
 * @param file the number of the data file
 * @param offset from the file's start, a multiple of 8
 * @param bytes length; 0 for an extent that is absent
 */
public record Extent(int file, long offset, long bytes) {
    public static final Extent NONE = new Extent(0, 0, 0);

    public boolean isPresent() {
        return bytes > 0;
    }

    public long end() {
        return offset + bytes;
    }

    /** A part of the same file. */
    public Extent part(long partOffset, long partBytes) {
        return new Extent(file, partOffset, partBytes);
    }
}
