/**
 * Bulk load: builds the base of a new database, in parallel, in bounded memory, and publishes it in one step.
 *
 * <pre>
 *   NodeAppender ×n    ──► chunks: column segments, zone maps ───────────────┐
 *   RelationshipAppender ×n ──► buckets by chunk of the start node (spill) ──► forward lists + properties ──► backward lists
 *   index(label, key)  ──► sorted runs (spill) ──► index                    ├──► root flipped, directory renamed
 *   statistics collected on the way ────────────────────────────────────────┘
 * </pre>
 *
 * <p>Invariants: nothing exists under the database's name before {@code finish} has synced everything; what a killed
 * load leaves is recognised and named by the next start.
 *
 * <p>Threads: the loader may be shared; an appender belongs to one thread at a time.
 */
package org.thetisdb.storage.load;
