package org.thetisdb.fuzz.oracle;

import org.thetisdb.fuzz.query.FuzzQuery;

/** Answers queries about one graph. One thread. */
public interface Oracle extends AutoCloseable {
    /**
     * Runs a query. Each query finds the graph as it was at first: what one writes, the next does not see.
     *
     * @return an answer for every error too; nothing is thrown but by a defect of the oracle itself
     */
    Answer answer(FuzzQuery query);

    /**
     * Releases everything.
     *
     * @throws IllegalStateException with the findings, if what it kept the graph in is not sound
     */
    @Override
    void close();
}
