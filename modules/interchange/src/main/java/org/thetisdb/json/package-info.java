/**
 * Values as JSON and out of it, for all that reads or writes it.
 *
 * <pre>
 *   values ──► JsonWriter ──► text of results, of COPY, of the import's reports
 * </pre>
 *
 * <p>Invariants: what is written is one line, and JSON by RFC 8259; what JSON has no number for is a string.
 *
 * <p>Threads: stateless.
 */
package org.thetisdb.json;
