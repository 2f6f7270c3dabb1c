package org.thetisdb.reference;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The result of a query.
 *
 * @param columns the names of the columns
 * @param rows the rows in the order in which they came, each with a value for each column, null for Cypher's null
 * @param ordered whether ORDER BY decided on the order of the rows, as far as its keys do
 */
public record ReferenceResult(List<String> columns, List<List<Object>> rows, boolean ordered) {
    public ReferenceResult {
        columns = List.copyOf(columns);
        List<List<Object>> copies = new ArrayList<>(rows.size());
        rows.forEach(row -> copies.add(Collections.unmodifiableList(new ArrayList<>(row))));
        rows = Collections.unmodifiableList(copies);
    }
}
