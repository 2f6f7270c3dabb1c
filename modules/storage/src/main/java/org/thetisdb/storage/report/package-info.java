/**
 * What a store tells of itself: what a check has found, what a backup has copied, what lies in its files, and what was.
 *
 * <pre>
 *   GraphStore ── check ─────► CheckReport         while it runs: CheckProgress
 *              ├─ backup ────► BackupResult
 *              ├─ describe ──► StoreDescription
 *              ├─ replayed ──► LogReplay
 *              └─ history ───► History ──► Revision, versions, differences
 * </pre>
 *
 * <p>Invariant: a report is of one revision and does not change afterwards; a {@link
 * org.thetisdb.storage.report.History} grows at its end and is dropped from its beginning.
 *
 * <p>Threads: reports are immutable, a history is thread safe.
 */
package org.thetisdb.storage.report;
