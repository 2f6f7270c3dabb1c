package org.thetisdb.engine.testing;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.thetisdb.engine.ResultCursor;
import org.thetisdb.engine.RunOptions;

/** The rows of a query as texts, in their order as texts: for queries that do not say in which order they come. */
public final class SortedRows {
    private SortedRows() {}

    /** Runs a query with two workers and batches of seven rows. */
    public static List<String> of(TestEngine engine, String text) {
        RunOptions options = new RunOptions(2, 0, 0, 7, Clock.systemUTC(), new Random(1));
        try (ResultCursor cursor = engine.run(text, Map.of(), options)) {
            return of(cursor);
        }
    }

    /** What a cursor gives from where it is, each value followed by a bar. */
    public static List<String> of(ResultCursor cursor) {
        List<String> rows = new ArrayList<>();
        while (cursor.next()) {
            for (int row = 0; row < cursor.rowCount(); row++) {
                StringBuilder values = new StringBuilder();
                for (int column = 0; column < cursor.columns().size(); column++) {
                    values.append(cursor.column(column).valueAt(row)).append('|');
                }
                rows.add(values.toString());
            }
        }
        rows.sort(Comparator.naturalOrder());
        return rows;
    }
}
