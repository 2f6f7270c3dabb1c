package org.thetisdb.postgresql.sql;

import java.util.List;
import java.util.Optional;

/**
 * What FROM names: columns, and how they are written in Cypher.
 *
 * @param alias by which columns are qualified; in lower case unless it was quoted
 * @param columns in order
 * @param isOpen whether it has any column that one asks for, of null
 */
record Relation(String alias, List<RelationColumn> columns, boolean isOpen) {
    Relation {
        columns = List.copyOf(columns);
    }

    /**
     * The column of that name.
     *
     * @param exact whether it was quoted; else the case need not be the same if only one column is meant
     */
    Optional<RelationColumn> find(String name, boolean exact) {
        Optional<RelationColumn> same =
                columns.stream().filter(column -> column.name().equals(name)).findFirst();
        if (same.isPresent() || exact) {
            return same;
        }
        List<RelationColumn> similar = columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(name))
                .toList();
        return similar.size() == 1 ? Optional.of(similar.getFirst()) : Optional.empty();
    }
}
