package org.thetisdb.postgresql.sql;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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

    /** The variables that hold them. */
    List<String> variables() {
        return list.map(List::of)
                .orElseGet(
                        () -> IntStream.range(0, count).mapToObj(this::column).toList());
    }

    /** All columns as a list, before {@link #readFrom}. */
    String asList() {
        return "[" + String.join(", ", variables()) + "]";
    }

    /** From now on, columns are read out of that list. */
    void readFrom(String name) {
        list = Optional.of(name);
    }
}
