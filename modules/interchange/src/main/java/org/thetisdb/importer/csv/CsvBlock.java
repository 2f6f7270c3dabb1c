package org.thetisdb.importer.csv;

/** Some whole rows of a file, as bytes. The array grows to hold the longest row and is used again. */
public final class CsvBlock {
    byte[] bytes;
    int lengthBytes;
    long firstLine;
    long firstOffset;

    public CsvBlock(int capacityBytes) {
        bytes = new byte[capacityBytes];
    }

    /** Bytes of this block that rows take. */
    public int lengthBytes() {
        return lengthBytes;
    }

    /** The line of the file where the first row is; the file's first line is 1. */
    public long firstLine() {
        return firstLine;
    }
}
