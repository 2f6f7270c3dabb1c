package org.thetisdb.snb;

import java.util.List;

/**
 * The updates of one day.
 *
 * @param day the day, {@code yyyy-MM-dd}
 * @param statements in the order in which they have to run
 */
public record UpdateBatch(String day, List<UpdateStatement> statements) {
    public UpdateBatch {
        statements = List.copyOf(statements);
    }
}
