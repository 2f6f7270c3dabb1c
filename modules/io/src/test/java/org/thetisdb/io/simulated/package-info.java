/**
 * A file system for tests that knows what a crash would leave.
 *
 * <pre>
 *   code under test ──► SimulatedFileSystem ──► SimulatedEvent: write, truncate, link, rename, unlink, force …
 *                            │ nodes, contents                     │
 *                            └ what processes see                  ▼
 *                                                             CrashImages: what is on the device for certain,
 *                                                             what is pending ──► CrashImage (a file system)
 * </pre>
 *
 * <p>Invariants: what was forced is in every image; an image depends on the events, the seed and its number alone; an
 * image shares no changeable state with the file system that it was made of.
 *
 * <p>Threads: a file system may be used by all; images are made by one at a time, when nobody writes.
 */
package org.thetisdb.io.simulated;
