package org.thetisdb.reference.expression;

import java.util.List;
import org.thetisdb.cypher.bound.Query;

/** Whoever runs queries, as expressions see it. */
public interface Subqueries {
    /** The rows of a query that begins with this row, whose columns are constants of the run. */
    List<Row> run(Query query, Row imports);
}
