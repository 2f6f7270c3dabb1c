/**
 * One document with a long history: the versioned workload W1 to W6.
 *
 * <pre>
 *   W1 insert a document, then 5,000 durable commits that change one field each; one client, then sixteen
 *   W2 1,000 reads of the whole document as of a random version, as JSON    W3 list all versions with their times
 *   W4 one field over all versions        W5 bytes on disk        W6 what changed between two versions
 *
 *   VersionRun ── a warm-up round, then rounds A B C, B C A, … ──▶ Measurements ──▶ VersionReport
 *       │
 *       ├─ VersionStore ─┬─ ThetisStore     embedded; every commit is a version anyway
 *       │                ├─ PostgresStore   a server of its own, history table kept by a trigger
 *       │                └─ H2Store         embedded, history table, every commit forced to the device
 *       └─ DeviceProbe   small write + fdatasync, in the same directory and the same round
 * </pre>
 *
 * <p>Invariants: every round begins with an empty store in the same directory tree; what a store answers is compared
 * with what the document must be before its time counts; a commit is on the device when it is acknowledged.
 *
 * <p>Threads: the main thread, and in the crowded part of W1 one thread per client.
 */
@NullMarked
package org.thetisdb.bench.versions;

import org.jspecify.annotations.NullMarked;
