/**
 * Messages of the protocol 3.0 as bytes.
 *
 * <pre>
 *   bytes ──► MessageReader ──► FrontendMessage        Body: bounds are checked field by field
 *   bytes ◄── MessageWriter ◄── int, text, bytes      32 KiB at a time
 * </pre>
 *
 * <p>Invariants: no message is read that is longer than the reader's limit, and nothing is allocated for a length that
 * has not been checked against what was received. What cannot be read is a {@code PostgresFailure} of 08P01.
 *
 * <p>Threads: a reader and a writer belong to their connection's thread.
 */
package org.thetisdb.postgresql.wire;
