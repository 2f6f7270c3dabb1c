package org.thetisdb.engine.query;

import java.util.Optional;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.cypher.bound.PastGraph;
import org.thetisdb.value.ThetisException.Position;

/**
 * What a query has to be given when it runs.
 *
 * @param writes whether it needs a transaction to write into
 * @param acts whether it does something besides, and so is run to its end even if nobody reads its rows
 * @param write where the clause stands that writes, if it is the only one
 * @param past which state of the graph it asks for with USE; to be resolved by the caller, who has the snapshots
 */
public record QueryNeeds(boolean writes, boolean acts, Optional<Position> write, Optional<PastGraph> past) {
    static QueryNeeds of(BoundQuery query) {
        boolean acts = query.query().acts() && query.mode().runs();
        return new QueryNeeds(query.writesWhenRun(), acts, query.places().ofOnlyWrite(), query.past());
    }
}
