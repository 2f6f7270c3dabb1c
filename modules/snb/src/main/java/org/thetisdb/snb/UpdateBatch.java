package org.thetisdb.snb;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

    /**
     * The same statements for several clients: those of one wave may run in any order and at once, and every wave has
     * to wait for the one before. A wave is one kind; comments are grouped by their depth below what was there before
     * the day, as a comment's parent must be there. No wave is empty.
     */
    public List<List<UpdateStatement>> waves() {
        List<List<UpdateStatement>> waves = new ArrayList<>();
        Map<Object, Integer> depths = new HashMap<>();
        String query = "";
        int firstOfKind = 0;
        for (UpdateStatement statement : statements) {
            if (!statement.query().equals(query)) {
                query = statement.query();
                firstOfKind = waves.size();
            }
            int depth = 0;
            if (query.equals("iu-7")) {
                depth = 1 + depths.getOrDefault(statement.parameters().get("parentCommentId"), -1);
                depths.put(statement.parameters().get("commentId"), depth);
            }
            if (firstOfKind + depth == waves.size()) {
                waves.add(new ArrayList<>());
            }
            waves.get(firstOfKind + depth).add(statement);
        }
        return waves;
    }
}
