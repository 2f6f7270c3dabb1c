/**
 * Ids of a batch, by the segments that have what is stored of them.
 *
 * <pre>
 *   ids of a batch ──► IdGroups: runs of one segment's
 *                          │ short ones                      IdRuns: ids one after the other, whose values are, too
 *                          ▼
 *                      GroupedIds: all of a segment's together ──► columns, lists: one read for each segment
 * </pre>
 *
 * <p>Invariants: a group is one chunk's nodes, or the relationships of one type that start in it; both end with a row
 * of 15 bits.
 *
 * <p>Threads: what is kept from batch to batch belongs to one worker.
 */
package org.thetisdb.storage.ids;
