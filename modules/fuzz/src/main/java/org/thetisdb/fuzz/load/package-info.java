/**
 * Graphs in Thetis, loaded in every way there is, and oracles over them.
 *
 * <pre>
 *   loaded      bulk load ──────────────────────────────► data files
 *   delta       statements ─────────────────────────────► memory
 *   half        statements ─► checkpoint ─► statements ─► both, with updates and deletions over the files
 *   past        statements ─► revision n ─► statements    read as of n, by the session or the text
 *   reader      half, read by a second Database that is open read-only beside the writer
 *   indexed     half, with indexes and constraints
 *   parameters  loaded, with a parameter instead of each literal
 *   rewritten   loaded, queries rewritten
 *   varied      indexed, run by random plans, without trust in counts, cut by exchanges, spilled, batches verified
 *   compiled    half, run by loops from the first row on, or by loops and the interpreter in turn or by chance
 *   cold        loaded or half, opened anew for each query with room for few pages, read by each I/O engine
 * </pre>
 *
 * <p>Small as the graphs are, some span many chunks ({@link org.thetisdb.fuzz.load.Spread}): a bulk load puts few nodes
 * in each, statements fill one up and delete what filled it. Small as they are, some have columns and lists of many
 * pages ({@link org.thetisdb.fuzz.load.Ballast}).
 *
 * <p>Invariants: all of them hold the same graph; the rows of a batch and the number of threads differ from one
 * to another by the seed.
 *
 * <p>Threads: an oracle belongs to one thread at a time, factories may be shared.
 */
package org.thetisdb.fuzz.load;
