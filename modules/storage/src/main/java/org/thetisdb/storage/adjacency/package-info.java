/**
 * Lists of neighbours in compressed sparse rows.
 *
 * <pre>
 *   (type, side, chunk) ──► AdjacencySegment       one extent of the data file
 *                            starts      [ 0 | 3 | 3 | 7 | … ]            row → first entry
 *                            neighbours  [ 12 | 15 | 90 | 4 | … ]         sorted within each list
 *                            positions   [ 5 | 5 | 1 | … ]                backward only: place in the forward lists
 *
 *   AdjacencyEncoder ──► segment          AdjacencyReader ──► ListExpansion: walks many lists at once
 * </pre>
 *
 * <p>Invariants: a list is sorted by neighbour and then by relationship id; entry {@code i} of a forward segment is
 * the relationship with position {@code i}; an entry of a backward segment names its start node and, by position, its
 * place in the forward segment of that node's chunk; so each relationship is in exactly one entry of either side.
 *
 * <p>Threads: segments on disk are immutable; readers and what they hand out belong to one thread.
 */
package org.thetisdb.storage.adjacency;
