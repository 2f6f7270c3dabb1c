package org.thetisdb.storage.adjacency;

import java.lang.foreign.MemorySegment;

/**
 * A finished adjacency segment.
 *
 * @param bytes in the arena that was given; to be appended to a data file
 * @param entryCount the relationships in it
 * @param slotCount of a forward segment, what the length of the property columns must become; 0 for a backward segment
 */
public record RewrittenLists(MemorySegment bytes, int entryCount, int slotCount) {}
