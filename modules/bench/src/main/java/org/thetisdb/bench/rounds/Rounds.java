package org.thetisdb.bench.rounds;

import java.util.List;
import org.thetisdb.bench.peer.Peer;
import org.thetisdb.bench.snb.QueryCase;

/** A way to time one query on several peers that take turns. */
public interface Rounds {
    /**
     * Checks and times a query.
     *
     * @param cases its parameter sets, at least one
     * @param peers as the way wants them, open or not
     */
    QueryOutcome measure(List<QueryCase> cases, List<? extends Peer> peers);
}
