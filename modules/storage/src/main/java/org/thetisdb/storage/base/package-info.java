/**
 * The immutable base as readers see it: snapshots and readers over columns, adjacency, indexes and statistics.
 *
 * <pre>
 *   GraphStore ─► BaseSnapshot (root, statistics; shared) ─► BaseReader (one worker)
 *                 │ DataFiles: open while a snapshot needs     │ ReaderMemories: page cache + the worker's epoch
 *                                                              │ PropertyColumns ─► NodeColumns, RelationshipColumns,
 *                                                              │ LabelColumns: opened segments, each in its data file
 *                                                              │ AdjacencyReader, IndexReader
 *                 a page is missing: PropertyForesight … ─ what this worker reads next ─► PageBatch, read together
 * </pre>
 *
 * <p>Invariants: a reader looks at pages only between a call that ensures them and its next refresh; between batches it
 * holds no page.
 *
 * <p>Threads: snapshots may be shared; all else belongs to one thread at a time.
 */
package org.thetisdb.storage.base;
