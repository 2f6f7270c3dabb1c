package org.thetisdb.importer.csv;

/**
 * How rows are written.
 *
 * @param separator between fields
 * @param quote around fields; {@link #NO_QUOTE} if quotes are ordinary characters
 * @param listSeparator between the entries of a list inside a field
 */
public record CsvFormat(byte separator, int quote, byte listSeparator) {
    /** No byte of a file equals this. */
    public static final int NO_QUOTE = 256;
}
