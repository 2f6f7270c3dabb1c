/**
 * What the steps of a bound query tell before they are planned: what those that follow a pattern demand of its rows,
 * and in which order they are better taken.
 *
 * <pre>
 *   MATCH … │ RETURN DISTINCT …        Duplicates: equal rows may be left out of the pattern
 *           │ … LIMIT 10               EarlyEnd: the first rows may be enough
 *   Compute · Sort · Slice             LateProjection: what is not sorted by is computed after the LIMIT
 *   Match · Project · Match            JoinedMatches: one pattern, to be found from any of its ends
 *   … WHERE all(x IN k …)              HopConditions: each hop of a trail is tested as it is found
 *   (a)-[:KNOWS*2]-(b)                 UnrolledHops: single relationships; UnreadPaths: no lists for nobody
 *   Aggregate · Filter                 AskedLists: what a list is asked for may be counted
 *   Aggregate · Unwind                 UnwoundLists: rows need not become lists to be rows again
 *   Sort · Aggregate                   UnseenOrder: nobody sees the order of what is counted
 *   all of these                       PreparedSteps
 * </pre>
 *
 * <p>Invariants: steps are looked at, not operators, and never changed.
 *
 * <p>Threads: all is stateless.
 */
package org.thetisdb.engine.step;
