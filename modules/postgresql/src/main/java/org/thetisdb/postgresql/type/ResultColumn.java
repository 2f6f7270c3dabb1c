package org.thetisdb.postgresql.type;

/**
 * A column of a result.
 *
 * @param name as the client sees it
 * @param type of its values
 * @param table the number of the table that it comes from; 0 if it is computed
 * @param place in that table, from 1; 0 if it is computed
 */
public record ResultColumn(String name, PgType type, int table, int place) {
    /** A column that is computed. */
    public static ResultColumn of(String name, PgType type) {
        return new ResultColumn(name, type, 0, 0);
    }
}
