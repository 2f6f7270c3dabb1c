/**
 * Records outside the heap that are made one by one and dropped all together.
 *
 * <pre>
 *   RecordArena   block 0 (16 KiB) │ block 1 (32 KiB) │ … │ block n (1 MiB) │ a record too large for a block │ …
 *                 ▲ handle: an int; block number and place, in units of 8 bytes; 0 is none
 *                 │
 *   HandleTable   row or slot ──► handle, 16 to a leaf, which is a record itself
 *   KeyLists      handle ──► property keys, ascending; records with the same keys share one
 *   PropertyBytes the bytes of a value within a record; PropertyDraft writes them
 *   EntryOrder    which entries of a record there are, and in which order, in one long
 *   NearRecords   room for records of one chunk, side by side where blocks are in a file; ReadAhead brings them
 *   BlockOutput   a block of the file that is written from its begin to its end
 *   HandleLog     numbers that one thread notes and reads again from the last to the first
 * </pre>
 *
 * <p>Invariants: a record keeps its place until the arena is closed; whoever has a handle has got it after the record
 * was written (release and acquire), so its fields that never change are read plainly; an access after the arena was
 * closed is an {@link java.lang.IllegalStateException}, not a crash.
 *
 * <p>Threads: arena, tables and lists of keys belong to all, and nobody who reads waits. A {@code HandleLog} belongs to
 * one thread.
 */
package org.thetisdb.storage.arena;
