package org.thetisdb.postgresql.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How the columns of a query in FROM are read: as variables, or out of a list that an outer join has made of them. */
final class SubRow {
    private final String prefix;
    private int count;
    private Optional<String> list = Optional.empty();

    SubRow(String prefix) {
        this.prefix = prefix;
    }

    SubRow of(int columns) {
        count = columns;
        return this;
    }

    String column(int place) {
        return list.map(name -> name + "[" + place + "]").orElse(prefix + place);
    }

    /** All columns as a list, before {@link #readFrom}. */
    String asList() {
        List<String> columns = new ArrayList<>();
        for (int place = 0; place < count; place++) {
            columns.add(prefix + place);
        }
        return "[" + String.join(", ", columns) + "]";
    }

    /** From now on, columns are read out of that list. */
    void readFrom(String name) {
        list = Optional.of(name);
    }
}
