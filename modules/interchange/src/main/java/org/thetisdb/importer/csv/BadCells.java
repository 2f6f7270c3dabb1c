package org.thetisdb.importer.csv;

/** Hears of what is wrong in rows; throws if nothing may be. */
public interface BadCells {
    /** A field does not hold what was expected. */
    void badField(FieldTable table, int row, int field, String expected);

    /** A row cannot be cut into fields; it is not part of any table. */
    void badRow(long line, String found, String expected);
}
