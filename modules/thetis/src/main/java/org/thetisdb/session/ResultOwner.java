package org.thetisdb.session;

import java.util.function.Consumer;
import org.thetisdb.engine.semantics.EntityMaker;
import org.thetisdb.value.ThetisException;

/**
 * Whom a result belongs to: a session, or one of its transactions.
 *
 * @param activity what the session's thread is doing
 * @param results the results of the owner that are not read to their end
 * @param scope until when its results may be read
 * @param onFailure hears of an error that a result has met
 * @param entities makes the nodes, relationships and paths of its records
 */
record ResultOwner(
        Activity activity,
        OpenResults results,
        ResultScope scope,
        Consumer<ThetisException> onFailure,
        EntityMaker entities) {
    ResultOwner with(EntityMaker others) {
        return new ResultOwner(activity, results, scope, onFailure, others);
    }
}
