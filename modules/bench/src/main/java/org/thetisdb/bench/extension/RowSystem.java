package org.thetisdb.bench.extension;

import java.util.Map;

/** A system with numbers in it. Used by one thread. */
interface RowSystem extends AutoCloseable {
    /** For the report. */
    String name();

    /** What is measured, by what is told of it: statements that give one number. The first of each task is built in. */
    Map<Task, Map<String, String>> statements();

    /** The number that a statement gives. */
    long run(String statement) throws Exception;

    /** As {@link #run}, in a session that is made for it. */
    long runInNewSession(String statement) throws Exception;

    @Override
    void close() throws Exception;

    /** What is computed. */
    enum Task {
        /** {@code 2 x + 1} of each row, and the sum of it. */
        FUNCTION,
        /** The sum of all rows by an aggregate. */
        AGGREGATE,
        /** The sum of what each is without its sign. */
        ABSOLUTE,
        /** The sum of the whole parts of all roots. */
        ROOT,
        /** The sum of all digits: a loop for each row. */
        DIGITS,
        /** {@code 2 (2 x + 1) + 1} of each row, by a function that calls another. */
        TWICE
    }

    /** The number of a row, the same for all systems. */
    static String formula(String row) {
        return row + " * 7919 % 1000003";
    }
}
