package org.thetisdb.reference.step;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.cypher.bound.Step.SortKey;
import org.thetisdb.reference.expression.Evaluator;
import org.thetisdb.reference.expression.Row;
import org.thetisdb.reference.value.Ordering;

/** ORDER BY: rows with equal keys stay in their order. */
final class Sorting {
    private record Keyed(List<Object> keys, Row row) {}

    private Sorting() {}

    static List<Row> sorted(List<SortKey> keys, List<Row> rows, Evaluator evaluator) {
        List<Keyed> keyed = new ArrayList<>(rows.size());
        for (Row row : rows) {
            List<Object> values = new ArrayList<>(keys.size());
            keys.forEach(key -> values.add(evaluator.value(key.expression(), row)));
            keyed.add(new Keyed(values, row));
        }
        keyed.sort((left, right) -> compare(keys, left.keys(), right.keys()));
        return keyed.stream().map(Keyed::row).toList();
    }

    private static int compare(List<SortKey> keys, List<Object> left, List<Object> right) {
        for (int index = 0; index < keys.size(); index++) {
            int order = Ordering.compare(left.get(index), right.get(index));
            if (order != 0) {
                return keys.get(index).ascending() ? order : -order;
            }
        }
        return 0;
    }
}
