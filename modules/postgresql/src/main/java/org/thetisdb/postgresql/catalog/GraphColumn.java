package org.thetisdb.postgresql.catalog;

import org.thetisdb.postgresql.type.PgType;

/**
 * A column of a label's or type's table.
 *
 * @param name of the column
 * @param role what it shows
 * @param type as which
 */
public record GraphColumn(String name, Role role, PgType type) {
    /** What a column shows. */
    public enum Role {
        ID,
        START,
        END,
        PROPERTY
    }
}
