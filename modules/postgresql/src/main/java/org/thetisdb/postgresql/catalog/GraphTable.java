package org.thetisdb.postgresql.catalog;

import java.util.List;

/**
 * A label or relationship type as a table.
 *
 * @param name of the table
 * @param graphName the label or type
 * @param relationship which of both
 * @param oid the table's number
 * @param columns in order
 */
public record GraphTable(String name, String graphName, boolean relationship, int oid, List<GraphColumn> columns) {
    /** Takes a copy of the list. */
    public GraphTable {
        columns = List.copyOf(columns);
    }
}
