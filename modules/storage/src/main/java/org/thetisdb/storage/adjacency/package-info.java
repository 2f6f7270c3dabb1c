/**
 * Lists of neighbours in compressed sparse rows.
 *
 * <pre>
 *   (type, side, chunk) ──► AdjacencySegment       one extent of a data file
 *                            starts      [ 0 | 3 | 3 | 7 | … ]            row → first entry
 *                            neighbours  [ 12 | 15 | 90 | 4 | … ]         sorted within each list
 *                            slots       [ 5 | 5 | 1 | … ]                the last part of the relationship's id
 *                            entries     [ 9 | - | 2 | … ]                slot → entry; forward only
 *
 *   bulk load ──► AdjacencyEncoder ──► segment          segment, ListChanges ──► AdjacencyRewriter ──► segment
 *
 *   AdjacencyReader ──► ListExpansion: walks many lists at once
 *          │                 └──► SingleLists, ScatteredSingles: those of one entry at most
 *          └──────────► RunDegrees: how long those of consecutive rows are
 * </pre>
 *
 * <p>Invariants: a list is sorted by neighbour and then by relationship id; each entry of a
 * forward segment has a slot that no other has; an entry of a backward segment names its start node and the slot in the
 * forward segment of that node's chunk; so each relationship is in exactly one entry of either side. Bulk load gives
 * entry {@code i} of a forward segment slot {@code i} and stores neither slots nor entries. A rewritten segment has the
 * same slots for the same relationships, stored as exceptions from the order where these are few.
 *
 * <p>Threads: segments on disk are immutable; readers and what they hand out belong to one thread.
 */
package org.thetisdb.storage.adjacency;
