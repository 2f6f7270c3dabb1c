package org.thetisdb.storage.column;

import java.lang.foreign.MemorySegment;
import org.thetisdb.storage.ZoneMap;

/** A finished segment: its bytes on the heap, of their own, and what they hold. */
public record EncodedColumn(MemorySegment bytes, ZoneMap zoneMap) {}
