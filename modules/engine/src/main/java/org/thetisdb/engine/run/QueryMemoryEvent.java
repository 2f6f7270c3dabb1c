package org.thetisdb.engine.run;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.thetisdb.engine.pipeline.QueryContext;

/**
 * An event of the JDK's flight recorder for each run that has kept more than a little, or has put something on disk: so
 * that a recording says which queries hold the memory. Runs that keep little do not even load this class.
 */
@Name("org.thetisdb.QueryMemory")
@Label("Query Memory")
@Category("Thetis")
@Description("What a query has kept in memory and put on disk, when it is over")
@StackTrace(false)
final class QueryMemoryEvent extends Event {
    @Label("Columns")
    String columns;

    @Label("Peak Memory")
    @DataAmount
    long peakBytes;

    @Label("Spilled")
    @DataAmount
    long spilledBytes;

    private QueryMemoryEvent(String columns, long peakBytes, long spilledBytes) {
        this.columns = columns;
        this.peakBytes = peakBytes;
        this.spilledBytes = spilledBytes;
    }

    /** Reports a run that is over, if somebody records. */
    static void report(QueryContext query, String columns) {
        new QueryMemoryEvent(columns, query.peakBytes(), query.spilledBytes()).commit();
    }
}
