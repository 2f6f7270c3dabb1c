/**
 * Copies of a database that is being written.
 *
 * <pre>
 *   DB                                      TARGET
 *   superblock of a moment ───────────────► backup.thetis ◄── replaced by a rename, after the copy was verified:
 *   data files of its root (immutable) ───► data-n.thetis     names the files that count, and how long they are
 *   log from the oldest root that is
 *   kept up to the end of a commit ───────► log/n.log         grows at its end
 * </pre>
 *
 * <p>Invariants: nothing that the manifest of a backup names is written over or deleted before a newer manifest holds;
 * so a backup that was killed leaves the former one, and what is after a file's counted bytes is of no account.
 *
 * <p>What is in the directory of a database or backup is its own ({@link
 * org.thetisdb.storage.backup.StoreDirectories}).
 *
 * <p>Threads: a backup runs on its caller's thread beside readers and writers; two into one target exclude each other
 * by the target's lock.
 */
package org.thetisdb.storage.backup;
