/**
 * A store as a whole: opened, made, checked, copied and closed.
 *
 * <pre>
 *   org.thetisdb ── GraphStore ──► transaction (to write: TransactionManager; to read beside: Follower)
 *                    │          ├► backup, load (an empty store), base (check, description)
 *                    ▼          └► io: page cache, directory lock
 *                   Snapshot, GraphTransaction, SchemaWriter, History
 * </pre>
 *
 * <p>Invariant: nothing else of storage is needed to open a database, and nothing of it is left open by one that was
 * closed.
 *
 * <p>Threads: a store may be shared.
 */
package org.thetisdb.storage.store;
