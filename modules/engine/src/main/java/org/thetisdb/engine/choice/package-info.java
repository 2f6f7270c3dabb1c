/**
 * Two plans for the same rows, between which a run chooses by what it has met.
 *
 * <pre>
 *   {@link org.thetisdb.engine.choice.JoinChoice}     rows, all of which are kept ──► few:  a pattern is found from each of them
 *                                                   └──► many: it is found once, and joined with them
 *
 *   {@link org.thetisdb.engine.choice.SubplanChoice}  outer rows, batch by batch ──► few so far:  it is found from each of them
 *                                                  └──► many by now: it is found once, kept, looked up
 * </pre>
 *
 * <p>How many rows reach a place in a plan is the worst guess that a planner makes: friends of friends are some dozens
 * for one parameter and most of the graph for another. From how many rows on the other way is cheaper does not depend
 * on it, so the planner writes that number into the plan, and the run counts. Source: choose-plan operators (Graefe,
 * Ward, "Dynamic Query Evaluation Plans", SIGMOD 1989). A subplan cannot know how many rows are to come: it changes
 * over when it has done as much as the other way takes, so it takes at most about twice what is best (the ski rental
 * problem).
 *
 * <p>Invariants: in each run of a plan or subplan the pipelines of exactly one way run ({@link
 * org.thetisdb.engine.choice.GatedSource}); both give the same rows, in any order.
 *
 * <p>Threads: decisions are made between pipelines, by one thread; what the workers of a run share is thread safe.
 */
package org.thetisdb.engine.choice;
