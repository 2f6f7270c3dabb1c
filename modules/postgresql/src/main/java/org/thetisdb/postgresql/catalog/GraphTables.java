package org.thetisdb.postgresql.catalog;

import java.util.List;
import java.util.Optional;

/**
 * All tables of the graph, as of some revision.
 *
 * @param revision that they were made of
 * @param tables in the order of their numbers
 */
public record GraphTables(long revision, List<GraphTable> tables) {
    /** Takes a copy of the list. */
    public GraphTables {
        tables = List.copyOf(tables);
    }

    /**
     * {@return the table of that name}
     *
     * @param exact whether it was quoted; else it may be written in other cases if only one is meant
     */
    public Optional<GraphTable> find(String name, boolean exact) {
        return Names.find(tables, GraphTable::name, name, exact);
    }
}
