/**
 * A graph as those who read and write it see it: the contract between storage and the engine.
 *
 * <pre>
 *   a store ── snapshot() ──► Snapshot ── reader() ──► GraphReader           one per worker thread
 *     │                           │ catalog: names ↔ ids     │ scan a chunk, labels of nodes
 *     │                           │ statistics               │ properties of many nodes or relationships → Vector
 *     │                           │ chunks, zone maps        │ Expansion: lists of neighbours of many nodes
 *     │                                                      │ NodeIndexReader: key → nodes
 *     ├─ begin() ──► GraphTransaction: changes, and a Snapshot with them
 *     └─ schema() ──► SchemaWriter: indexes, constraints
 * </pre>
 *
 * <p>Ids. A node's id is {@code chunk << 15 | row} ({@link org.thetisdb.storage.NodeIdLayout}): a chunk holds up to
 * 32,768 nodes of one label set. A relationship's id is {@code type << 52 | chunk of its start node << 28 | slot}
 * ({@link org.thetisdb.storage.RelationshipIdLayout}): slots are counted for each type and chunk, and properties are
 * aligned with them. Bulk load gives an entry of the forward lists its place as its slot.
 *
 * <p>Invariants: a snapshot never changes; every id in a list of neighbours exists; lists are sorted by the neighbour's
 * id and then by relationship id; the forward and the backward lists of a type hold the same relationships.
 *
 * <p>Threads: snapshots may be shared; a reader and all it hands out belong to one thread at a time.
 */
package org.thetisdb.storage;
