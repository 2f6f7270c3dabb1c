/**
 * Hash tables over columns of keys.
 *
 * <pre>
 *                         ┌─► KeyTable    keys ──► number: groups, DISTINCT, rows that ask the same
 *   columns ──► KeyFinder ┤
 *                 │       └─► JoinTable   keys ──► rows of a build side
 *                 ├─► ValueSemantics.hash, HashMixer   hashes of a batch, column by column
 *                 ├─► TagDirectory                     candidates
 *                 └─► KeyComparison                    the same? key column by key column
 * </pre>
 *
 * <p>Where few keys are in many rows, a {@code KeyTable} looks up one row of each key: once for all batches that are
 * coded by the same dictionaries ({@code CodeEntries}), and once for a batch where it can be seen by how the rows'
 * columns lie in memory ({@code KeyCodes}). Where keys lie close together, an array takes the directory's place ({@code
 * DenseEntries}); where one of two does and the other comes in runs, an array for each of its turns ({@code
 * RunEntries}). Both keep them in {@code KeyPlaces}.
 *
 * <p>Invariants: a step runs over a whole batch before the next begins; keys are columns, never objects; memory is
 * charged before it is taken; a partition is the keys whose hashes end with the same bits, and key tables can be
 * divided and merged by partitions.
 *
 * <p>Threads: a {@code KeyTable} and a {@code KeyFinder} belong to one worker, a {@code JoinTable} may be probed by
 * all.
 */
package org.thetisdb.engine.table;
