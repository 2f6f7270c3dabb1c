package org.thetisdb.bench.duckdb;

/** What is asked of all rows, in both languages; the answers are few rows of plain values. */
public interface Question {
    /** Its name on the command line and in the report. */
    String label();

    /** The question in Cypher. */
    String cypher(long rowCount);

    /** The question in SQL. */
    String sql(long rowCount);
}
