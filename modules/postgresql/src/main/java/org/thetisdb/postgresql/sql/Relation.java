package org.thetisdb.postgresql.sql;

import java.util.List;
import java.util.Optional;
import org.thetisdb.postgresql.catalog.Names;

/**
 * What FROM names: columns, and how they are written in Cypher.
 *
 * @param alias by which columns are qualified; in lower case unless it was quoted
 * @param columns in order
 * @param isOpen whether it has any column that one asks for, of null
 * @param hidden columns that {@code *} does not give
 */
record Relation(String alias, List<RelationColumn> columns, boolean isOpen, List<RelationColumn> hidden) {
    Relation {
        columns = List.copyOf(columns);
        hidden = List.copyOf(hidden);
    }

    Relation(String alias, List<RelationColumn> columns, boolean isOpen) {
        this(alias, columns, isOpen, List.of());
    }

    /**
     * The column of that name.
     *
     * @param exact whether it was quoted; else the case need not be the same if only one column is meant
     */
    Optional<RelationColumn> find(String name, boolean exact) {
        return Names.find(columns, RelationColumn::name, name, exact)
                .or(() -> Names.find(hidden, RelationColumn::name, name, exact));
    }
}
