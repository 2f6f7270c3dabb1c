/**
 * Bulk load: builds the base of a new database, in parallel, in bounded memory, and publishes it in one step.
 *
 * <pre>
 *   NodeAppender ×n ──► chunks: column segments, statistics ─────────────────────────┐
 *                          └──► sorted runs (spill) ──► index(label, key) ───────────┤
 *   RelationshipAppender ×n                                                          │
 *      └──► buckets by type and chunk of the start node (spill)                      ├──► root, directory renamed
 *              └──► sort ──► forward lists + properties ─────────────────────────────┤
 *                              └──► buckets by chunk of the end node (spill)         │
 *                                      └──► sort ──► backward lists ─────────────────┘
 * </pre>
 *
 * <p>Invariants: nothing exists under the database's name before {@code finish} has synced everything; what a killed
 * load leaves is recognised and named by the next start. Which thread was faster decides neither the order within a
 * list nor the slots of relationships, given the nodes' ids and the order in which appenders were opened.
 *
 * <p>Memory: blocks that wait, open chunks and buffers are counted, and blocks spill when the count passes the limit;
 * buckets are sorted in parts. Not spilled are one segment of lists and one property column of one bucket at a time for
 * each worker.
 *
 * <p>Threads: the loader may be shared; an appender belongs to one thread at a time.
 */
package org.thetisdb.storage.load;
