package org.thetisdb.bench.adaptive;

import java.io.IOException;
import java.util.List;
import org.thetisdb.bench.snb.QueryCase;

/** What a process does for an experiment. */
@FunctionalInterface
interface ModeTask {
    /**
     * Does it.
     *
     * @param queries each with its parameter sets
     * @param notes take what was found
     */
    void run(ModeOrder order, List<List<QueryCase>> queries, ModeNotes notes) throws IOException, InterruptedException;
}
