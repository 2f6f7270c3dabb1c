package org.thetisdb.engine.query;

import java.util.Optional;
import org.thetisdb.cypher.bound.BoundQuery;
import org.thetisdb.cypher.bound.PastGraph;
import org.thetisdb.value.ThetisException.Position;

/**
 * What a query has to be given when it runs.
 *
 * @param writes whether it needs a transaction to write into
 * @param write where the clause stands that writes, if it is the only one
 * @param past which state of the graph it asks for with USE; to be resolved by the caller, who has the snapshots
 */
public record QueryNeeds(boolean writes, Optional<Position> write, Optional<PastGraph> past) {
    static QueryNeeds of(BoundQuery query) {
        return new QueryNeeds(query.writesWhenRun(), query.places().ofOnlyWrite(), query.past());
    }
}
